import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { GridFSBucket, type MongoClient, type ObjectId } from 'mongodb';
import { type Measured, measureCalls, type Shape } from '../load.ts';

/** What the bare driver does with the same bytes in GridFS, in chunks as the file store has them, with one wait for the journal at the end. */
export type CertificateFloors = {
  upload(shape: Shape): Promise<Measured>;
  download(shape: Shape): Promise<Measured>;
};

const CHUNK_BYTES = 512 * 1024;
const FILES = 8;

/** Writes some files to be read, and gives what measures both ways. */
export const openCertificateFloors = async (client: MongoClient, file: Buffer): Promise<CertificateFloors> => {
  const bucket = new GridFSBucket(client.db('bench_floor'), {
    bucketName: 'file',
    chunkSizeBytes: CHUNK_BYTES,
    writeConcern: { w: 1 },
  });
  const files = client.db('bench_floor').collection('file.files');
  const durable = { writeConcern: { w: 'majority', journal: true } } as const;
  const upload = async (): Promise<ObjectId> => {
    const stream = bucket.openUploadStream('certificate.pdf');
    stream.end(file);
    await finished(stream);
    await files.updateOne({ _id: stream.id }, { $set: { filename: stream.filename } }, durable);
    return stream.id;
  };
  const download = async (id: ObjectId): Promise<void> => {
    const stream = bucket.openDownloadStream(id);
    stream.resume();
    await once(stream, 'end');
  };
  const ids = await Promise.all(Array.from({ length: FILES }, upload));
  let next = 0;
  return {
    upload: (shape) => measureCalls(shape, upload),
    download: (shape) => measureCalls(shape, () => download(ids[next++ % FILES] as ObjectId)),
  };
};
