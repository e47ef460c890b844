import { once } from 'node:events';
import { PassThrough, pipeline, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import mongoose, { type Connection } from 'mongoose';
import { MissingBytes, type Place } from './place.ts';

const BUCKET = 'file';
/** Chunks that are on their way are in the memory of both sides. */
const CHUNK_BYTES = 512 * 1024;

const isMissing = (error: Error): boolean =>
  error.name === 'MongoGridFSChunkError' || (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Writes until the content ends or fails. Resolves or rejects when no write is under way any more. */
const writeAll = async (content: Readable, upload: Writable): Promise<void> => {
  const ended = finished(upload);
  ended.catch(() => {});
  try {
    for await (const chunk of content) if (!upload.write(chunk)) await Promise.race([once(upload, 'drain'), ended]);
  } finally {
    upload.end();
    await ended;
  }
};

/**
 * Files in the service's own database. Chunks are not waited for at the majority: the commit that refers to a file is, comes
 * after them in the same log, and so is not durable without them.
 */
export const makeGridFsPlace = (connection: Connection): Place => {
  const database = connection.getClient().db(connection.name);
  const bucket = new mongoose.mongo.GridFSBucket(database, {
    bucketName: BUCKET,
    chunkSizeBytes: CHUNK_BYTES,
    writeConcern: { w: 1, j: true },
  });
  const files = database.collection<{ _id: string }>(`${BUCKET}.files`);
  const chunks = database.collection<{ files_id: string }>(`${BUCKET}.chunks`);

  return {
    write: (key, content) => writeAll(content, bucket.openUploadStreamWithId(key as never, key)),
    async read(key, range) {
      const part = range ? { start: range.start, end: range.end + 1 } : {};
      const source = bucket.openDownloadStream(key as never, part);
      const given = new PassThrough();
      source.once('error', (error: Error) => isMissing(error) && given.destroy(new MissingBytes(key, error)));
      return pipeline(source as Readable, given, () => {});
    },
    async remove(key) {
      await files.deleteOne({ _id: key });
      await chunks.deleteMany({ files_id: key });
    },
    isReady: async () => (await database.command({ ping: 1 })).ok === 1,
    close: () => {},
  };
};
