import type { Readable } from 'node:stream';
import { DamagedFile, type FileStore } from '@qsc/file-store';
import type { Log } from '@qsc/service-kit';
import { type Break, breakAfter, type Found } from '../chain/link.ts';
import type { AuditEntry, Head } from '../entry/entry.ts';
import type { SegmentStore } from './segment.store.ts';
import type { RemovedSegment } from './segment.ts';

/** Reads the archived segments of removed entries. */
export type SegmentReader = {
  /** The removed segment that the sequence number lies in; null for none. */
  removedAt(orgId: string, sequence: number): Promise<RemovedSegment | null>;
  /** The entries of its file in order, read on demand; null where the file cannot be opened. */
  read(segment: RemovedSegment): Promise<AsyncIterable<Found> | null>;
  /** Whether an error while the file was read means that the file is damaged, which is logged. */
  isDamage(error: unknown, segment: RemovedSegment): boolean;
  /**
   * Its entries in order, each as it was sealed. Throws `UnreadableArchive` where they are not or cannot be read, which is
   * logged, and where the file store is not reachable. Earlier entries are part of the chain; only the end confirms that they
   * are complete.
   */
  verifiedEntries(segment: RemovedSegment): AsyncIterable<AuditEntry>;
  /** Whether its file has all of its entries, unaltered. Throws where the file store is not reachable. */
  isWhole(segment: RemovedSegment): Promise<boolean>;
};

/** The file of an archived segment has not all of its entries as they were sealed, or is gone. */
export class UnreadableArchive extends Error {
  constructor({ first_sequence, last_sequence }: RemovedSegment['seal']) {
    super(
      `The archived entries no. ${first_sequence} to ${last_sequence} cannot be read: their file is damaged or gone.`,
    );
    this.name = 'UnreadableArchive';
  }
}

type Parts = { store: Pick<SegmentStore, 'removedAt'>; files: Pick<FileStore, 'open'>; log: Log };

const parseLine = (line: string, sequence: number): Found => {
  try {
    const entry = JSON.parse(line) as AuditEntry;
    if (Number.isInteger(entry.sequence)) return { id: entry.id, sequence: entry.sequence, entry };
  } catch {
    // No entry, as the line below says of what is none in another way.
  }
  return { id: '', sequence, entry: null };
};

async function* readLines(input: Readable): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The entries of a segment's lines; the line after the last of them is its seal. */
async function* toEntries(lines: AsyncIterable<string>, { seal }: RemovedSegment): AsyncIterable<Found> {
  let sequence = seal.first_sequence;
  for await (const line of lines) {
    if (sequence <= seal.last_sequence) yield parseLine(line, sequence);
    sequence += 1;
  }
}

/** Opens the files of removed segments. */
export const makeSegmentReader = ({ store, files, log }: Parts): SegmentReader => {
  const logDamage = ({ seal, file }: RemovedSegment, broken?: Break | null): void => {
    log.error('the file of an archived segment is damaged or gone', {
      org_id: seal.org_id,
      segment: seal.id,
      file: file.file_id,
      ...(broken ? { sequence: broken.sequence, reason: broken.reason } : {}),
    });
  };

  const isDamage = (error: unknown, segment: RemovedSegment): boolean => {
    if (!(error instanceof DamagedFile)) return false;
    logDamage(segment);
    return true;
  };

  const read: SegmentReader['read'] = async (segment) => {
    try {
      // All but the last line break. Parts are returned unchecked, so that the altered entry can be named.
      const range = { start: 0, end: segment.file.size_bytes - 2 };
      const input = await files.open(segment.seal.org_id, segment.file, range);
      return toEntries(readLines(input), segment);
    } catch (error) {
      if (isDamage(error, segment)) return null;
      throw error;
    }
  };

  /** The entries, with damage reported as `UnreadableArchive`. */
  async function* readable(segment: RemovedSegment): AsyncIterable<Found> {
    const found = await read(segment);
    if (!found) throw new UnreadableArchive(segment.seal);
    try {
      yield* found;
    } catch (error) {
      throw isDamage(error, segment) ? new UnreadableArchive(segment.seal) : error;
    }
  }

  async function* verifiedEntries(segment: RemovedSegment): AsyncIterable<AuditEntry> {
    const { first_sequence, first_previous_hash, last_sequence, last_hash } = segment.seal;
    let head: Head = { sequence: first_sequence - 1, hash: first_previous_hash };
    const damaged = (broken?: Break | null): Error => {
      logDamage(segment, broken);
      return new UnreadableArchive(segment.seal);
    };
    for await (const found of readable(segment)) {
      const broken = breakAfter(head, found);
      if (broken || !found.entry) throw damaged(broken);
      head = { sequence: found.sequence, hash: found.entry.hash };
      yield found.entry;
    }
    if (head.sequence !== last_sequence || head.hash !== last_hash) throw damaged();
  }

  return {
    removedAt: store.removedAt,
    read,
    isDamage,
    verifiedEntries,
    async isWhole(segment) {
      try {
        for await (const _ of verifiedEntries(segment));
        return true;
      } catch (error) {
        if (error instanceof UnreadableArchive) return false;
        throw error;
      }
    },
  };
};
