import { once } from 'node:events';
import { PassThrough, pipeline, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { unavailable } from '@qsc/service-kit';
import mongoose, { type Connection } from 'mongoose';
import { MissingBytes, type Place } from './place.ts';

const BUCKET = 'file';

/** The collections that hold the files. */
export const embeddedCollections = [`${BUCKET}.files`, `${BUCKET}.chunks`] as const;

const [FILES, CHUNKS] = embeddedCollections;

/** Chunks that are on their way are in the memory of both sides. */
const CHUNK_BYTES = 512 * 1024;
const DURABLE = { w: 'majority', journal: true, wtimeoutMS: 10_000 } as const;

const isMissing = (error: Error): boolean =>
  error.name === 'MongoGridFSChunkError' || (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The majority did not have a write in time. */
const isLate = (error: Error): boolean => error.name === 'MongoWriteConcernError';

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
 * Files in the service's own database. Chunks are not waited for one by one: the end of the file waits for the journals of the
 * majority, where they stand before it. A file is read as it was written, and its checksum shows whether it is whole.
 */
export const makeGridFsPlace = (connection: Connection): Place => {
  const database = connection.getClient().db(connection.name, { readConcern: new mongoose.mongo.ReadConcern('local') });
  const bucket = new mongoose.mongo.GridFSBucket(database, {
    bucketName: BUCKET,
    chunkSizeBytes: CHUNK_BYTES,
    writeConcern: { w: 1 },
  });
  const files = database.collection<{ _id: string; filename: string }>(FILES);
  const chunks = database.collection<{ files_id: string }>(CHUNKS);

  /**
   * Waits until the majority has the file. A primary that was lost meanwhile may have taken chunks with it that it had
   * acknowledged, and the file goes on at the next one as if they were there. Throws `service_unavailable` then.
   */
  const requireDurable = async (key: string, pieces: number): Promise<void> => {
    const again = { $set: { filename: key } };
    const { matchedCount } = await files
      .updateOne({ _id: key }, again, { writeConcern: DURABLE })
      .catch((error: Error) => {
        throw isLate(error) ? unavailable('The file could not be stored in time. Send it again.') : error;
      });
    const kept = await chunks.countDocuments({ files_id: key }, { readConcern: { level: 'majority' } });
    if (matchedCount === 1 && kept === pieces) return;
    throw unavailable('The file was lost while it was stored. Send it again.');
  };

  return {
    async write(key, content) {
      const upload = bucket.openUploadStreamWithId(key as never, key);
      await writeAll(content, upload);
      await requireDurable(key, Math.ceil(upload.length / CHUNK_BYTES));
    },
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
