import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { newId } from '@qsc/contracts';
import type { FileStore } from '@qsc/file-store';
import type { ChainStore } from '../chain/chain.store.ts';
import { type Break, breakAfter } from '../chain/link.ts';
import type { AuditEntry, Head } from '../entry/entry.ts';
import type { Segment } from './segment.store.ts';
import type { SegmentSeal, SegmentSeals } from './segment.ts';

/** Which entries become the next segment: those after the head that were recorded before the moment, up to a number. */
export type NextSegment = { orgId: string; from: Head; last: number; before: Date; now: Date };

/** Writes the files of segments. */
export type SegmentWriter = {
  /**
   * The next segment, with its file, which is provisional until a commit confirms it; null where no entry is old enough.
   * Throws `BrokenChain` where an entry does not fit; nothing is left then.
   */
  write(next: NextSegment): Promise<Segment | null>;
};

/** A chain that is broken is not archived: the file would vouch for what was altered. */
export class BrokenChain extends Error {
  readonly broken: Break;

  constructor(broken: Break) {
    super(`The chain is broken at entry ${broken.sequence}: ${broken.reason}.`);
    this.name = 'BrokenChain';
    this.broken = broken;
  }
}

type Parts = {
  store: Pick<ChainStore, 'stream' | 'nextAfter'>;
  files: Pick<FileStore, 'put'>;
  seals: SegmentSeals;
  /** How many entries a segment has at most. */
  atMost?: number;
};

const SEGMENT_ENTRIES = 10_000;

type Summary = Pick<SegmentSeal, 'first_recorded_at' | 'last_recorded_at'> & { types: Set<string>; head: Head };

const isOld = ({ recorded_at }: AuditEntry, before: Date): boolean => Date.parse(recorded_at) < before.getTime();

const summed = (sum: Summary | null, { recorded_at, entity_type, sequence, hash }: AuditEntry): Summary => {
  const { first_recorded_at: first = recorded_at, last_recorded_at: last = recorded_at, types } = sum ?? {};
  return {
    first_recorded_at: recorded_at < first ? recorded_at : first,
    last_recorded_at: recorded_at > last ? recorded_at : last,
    types: (types ?? new Set<string>()).add(entity_type),
    head: { sequence, hash },
  };
};

/** Writes segments as JSON lines: an entry on each line, as in responses, and the seal on the last one. */
export const makeSegmentWriter = ({ store, files, seals, atMost = SEGMENT_ENTRIES }: Parts): SegmentWriter => {
  async function* oldEntries({ orgId, from, last, before }: NextSegment): AsyncIterable<AuditEntry> {
    let head = from;
    const range = { first: from.sequence + 1, last: Math.min(last, from.sequence + atMost) };
    for await (const found of store.stream(orgId, range)) {
      const broken = breakAfter(head, found);
      if (broken || !found.entry) throw new BrokenChain(broken ?? { ...found, reason: 'content_changed' });
      if (!isOld(found.entry, before)) return;
      head = found.entry;
      yield found.entry;
    }
  }

  const makeSeal = ({ orgId, from, now }: NextSegment, sum: Summary, content_sha256: string): SegmentSeal => ({
    id: newId('segment'),
    org_id: orgId,
    first_sequence: from.sequence + 1,
    last_sequence: sum.head.sequence,
    first_previous_hash: from.hash,
    last_hash: sum.head.hash,
    entries: sum.head.sequence - from.sequence,
    first_recorded_at: sum.first_recorded_at,
    last_recorded_at: sum.last_recorded_at,
    entity_types: [...sum.types].toSorted(),
    content_sha256,
    at: now.toISOString(),
  });

  const hasOld = async ({ orgId, from, last, before }: NextSegment): Promise<boolean> => {
    const next = await store.nextAfter(orgId, from.sequence);
    // An unreadable one counts as old: the fault is reported when it is written.
    return next !== null && next.sequence <= last && (next.entry === null || isOld(next.entry, before));
  };

  return {
    async write(next) {
      if (!(await hasOld(next))) return null;
      const sealed: { seal?: SegmentSeal; signature?: string } = {};
      async function* lines(): AsyncIterable<string> {
        const content = createHash('sha256');
        let sum: Summary | null = null;
        for await (const entry of oldEntries(next)) {
          const line = `${JSON.stringify(entry)}\n`;
          content.update(line);
          sum = summed(sum, entry);
          yield line;
        }
        if (!sum) throw new BrokenChain({ sequence: next.from.sequence + 1, id: null, reason: 'missing' });
        sealed.seal = makeSeal(next, sum, content.digest('hex'));
        sealed.signature = seals.sign(sealed.seal);
        yield `${JSON.stringify({ seal: sealed.signature })}\n`;
      }
      const file = await files.put(Readable.from(lines(), { objectMode: false }), { orgId: next.orgId });
      const { seal, signature } = sealed;
      return seal && signature ? { seal, signature, file } : null;
    },
  };
};
