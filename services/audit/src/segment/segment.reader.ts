import type { Readable } from 'node:stream';
import { DamagedFile, type FileStore } from '@qsc/file-store';
import type { Log } from '@qsc/service-kit';
import { breakAfter, type Found } from '../chain/link.ts';
import type { AuditEntry, Head } from '../entry/entry.ts';
import type { SegmentStore } from './segment.store.ts';
import type { RemovedSegment } from './segment.ts';

/** Reads what stands for entries that were removed. */
export type SegmentReader = {
  /** The removed segment that the sequence number lies in; null for none. */
  removedAt(orgId: string, sequence: number): Promise<RemovedSegment | null>;
  /** The entries of its file in their order, read as they are asked for; null where the file cannot be opened. */
  read(segment: RemovedSegment): Promise<AsyncIterable<Found> | null>;
  /** Whether the error, which came while the file was read, says that the file is damaged. It is logged then. */
  isDamage(error: unknown, segment: RemovedSegment): boolean;
  /** Whether its file has all of its entries, unaltered. Throws where the file store is away. */
  isWhole(segment: RemovedSegment): Promise<boolean>;
};

type Parts = { store: Pick<SegmentStore, 'removedAt'>; files: Pick<FileStore, 'open'>; log: Log };

const foundOf = (line: string, sequence: number): Found => {
  try {
    const entry = JSON.parse(line) as AuditEntry;
    if (Number.isInteger(entry.sequence)) return { id: entry.id, sequence: entry.sequence, entry };
  } catch {
    // No entry, as the line below says of what is none in another way.
  }
  return { id: '', sequence, entry: null };
};

async function* linesOf(input: Readable): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The entries of a segment's lines; the line after the last of them is its seal. */
async function* entriesOf(lines: AsyncIterable<string>, { seal }: RemovedSegment): AsyncIterable<Found> {
  let sequence = seal.first_sequence;
  for await (const line of lines) {
    if (sequence <= seal.last_sequence) yield foundOf(line, sequence);
    sequence += 1;
  }
}

/** Opens the files of removed segments. */
export const makeSegmentReader = ({ store, files, log }: Parts): SegmentReader => {
  const isDamage = (error: unknown, { seal, file }: RemovedSegment): boolean => {
    if (!(error instanceof DamagedFile)) return false;
    log.error('the file of an archived segment is damaged or gone', {
      org_id: seal.org_id,
      segment: seal.id,
      file: file.file_id,
    });
    return true;
  };

  const read: SegmentReader['read'] = async (segment) => {
    try {
      // All but the last line break: a part is given as it is, so that the entry that was altered can be named.
      const range = { start: 0, end: segment.file.size_bytes - 2 };
      const input = await files.open(segment.seal.org_id, segment.file, range);
      return entriesOf(linesOf(input), segment);
    } catch (error) {
      if (isDamage(error, segment)) return null;
      throw error;
    }
  };

  return {
    removedAt: store.removedAt,
    read,
    isDamage,
    async isWhole(segment) {
      const { first_sequence, first_previous_hash, last_sequence, last_hash } = segment.seal;
      let head: Head = { sequence: first_sequence - 1, hash: first_previous_hash };
      try {
        for await (const found of (await read(segment)) ?? []) {
          if (breakAfter(head, found) || !found.entry) return false;
          head = { sequence: found.sequence, hash: found.entry.hash };
        }
      } catch (error) {
        if (!isDamage(error, segment)) throw error;
        return false;
      }
      return head.sequence === last_sequence && head.hash === last_hash;
    },
  };
};
