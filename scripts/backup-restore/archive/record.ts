import { createHash } from 'node:crypto';
import { DamagedArchive } from './sealed-stream.ts';

/** What stands in an archive one after the other: settings, then each collection and file with its content, then the manifest. */
export type ArchiveRecord = { kind: RecordKind; body: Buffer };

const KINDS = ['settings', 'collection', 'file', 'content', 'manifest'] as const;

export type RecordKind = (typeof KINDS)[number];

const HEAD_BYTES = 5;
/** Small records are handed on together. */
const BATCH_BYTES = 128 * 1024;

/** A record whose body is JSON. */
export const jsonRecord = (kind: RecordKind, value: unknown): ArchiveRecord => ({
  kind,
  body: Buffer.from(JSON.stringify(value)),
});

/** Records as bytes: a byte for the kind, four for the length, the body. */
export async function* encoded(records: AsyncIterable<ArchiveRecord>): AsyncGenerator<Buffer> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for await (const { kind, body } of records) {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(KINDS.indexOf(kind));
    head.writeUInt32BE(body.length, 1);
    batch.push(head, body);
    bytes += HEAD_BYTES + body.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    batch = [];
    bytes = 0;
  }
  yield Buffer.concat(batch);
}

/** The records of such bytes, several at a time. Throws `DamagedArchive` where they are none. */
export async function* decoded(content: AsyncIterable<Buffer>): AsyncGenerator<ArchiveRecord[]> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    held = Buffer.concat([held, chunk]);
    const records: ArchiveRecord[] = [];
    let at = 0;
    while (held.length - at >= HEAD_BYTES) {
      const end = at + HEAD_BYTES + held.readUInt32BE(at + 1);
      if (end > held.length) break;
      const kind = KINDS[held.readUInt8(at)];
      if (kind === undefined) throw new DamagedArchive('The archive holds what this version does not know.');
      records.push({ kind, body: held.subarray(at + HEAD_BYTES, end) });
      at = end;
    }
    held = held.subarray(at);
    if (records.length > 0) yield records;
  }
  if (held.length > 0) throw new DamagedArchive('The archive ends within a record.');
}

/** `parts` are documents, or the pieces that a file was read in. */
export type Tally = { parts: number; bytes: number; sha256: string };

/** Counts the parts of a collection or file and hashes them one after the other. */
export const makeTally = (): { add(part: Buffer): void; end(): Tally } => {
  const hash = createHash('sha256');
  const sum = { parts: 0, bytes: 0 };
  return {
    add(part) {
      hash.update(part);
      sum.parts += 1;
      sum.bytes += part.length;
    },
    end: () => ({ ...sum, sha256: hash.digest('hex') }),
  };
};
