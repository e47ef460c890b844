import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { AppError, type ByteRange } from '@qsc/service-kit';
import { DamagedFile, type StoredFile } from './file-store.ts';
import { MissingBytes } from './place.ts';

const makeMeter = () => {
  const hash = createHash('sha256');
  let size = 0;
  return {
    take(chunk: Buffer): number {
      hash.update(chunk);
      size += chunk.length;
      return size;
    },
    sum: () => ({ size_bytes: size, checksum: `sha256:${hash.digest('hex')}` }),
  };
};

/** A stream that measures and hashes what goes through, and fails with `payload_too_large` past the limit. */
export const makeMeasure = (
  limit = Number.POSITIVE_INFINITY,
): { stream: Transform; sum: () => Omit<StoredFile, 'file_id'> } => {
  const meter = makeMeter();
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (meter.take(chunk) <= limit) return done(null, chunk);
      done(new AppError('payload_too_large', `The file is too large. At most ${limit} bytes are kept.`));
    },
  });
  return { stream, sum: meter.sum };
};

/** The check behind the source; what the source misses is damage of the file. */
const behind = (source: Readable, check: Transform, file: StoredFile): Readable => {
  source.once('error', (error) => {
    if (error instanceof MissingBytes) check.destroy(new DamagedFile(file, null));
  });
  return pipeline(source, check, () => {}) as Transform;
};

/** The bytes of a file as they are read, whose last piece is given only when size and checksum are right. */
export const verified = (source: Readable, file: StoredFile): Readable => {
  const meter = makeMeter();
  let held: Buffer | null = null;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const before = held;
      held = chunk;
      if (meter.take(chunk) > file.size_bytes) return done(new DamagedFile(file, null));
      done(null, before);
    },
    flush(done) {
      const found = meter.sum();
      if (found.size_bytes === file.size_bytes && found.checksum === file.checksum) done(null, held);
      else done(new DamagedFile(file, found.checksum));
    },
  });
  return behind(source, check, file);
};

/** A part of a file as it is read, which has to be as long as requested. */
export const readPart = (source: Readable, { file, range }: { file: StoredFile; range: ByteRange }): Readable => {
  let left = range.end - range.start + 1;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new DamagedFile(file, null));
      else done(null, chunk);
    },
    flush: (done) => done(left === 0 ? null : new DamagedFile(file, null)),
  });
  return behind(source, check, file);
};
