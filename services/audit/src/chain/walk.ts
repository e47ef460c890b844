import { setImmediate as turn } from 'node:timers/promises';
import type { Head } from '../entry/entry.ts';
import type { SegmentReader } from '../segment/segment.reader.ts';
import type { RemovedSegment } from '../segment/segment.ts';
import type { ChainStore, SequenceRange } from './chain.store.ts';
import { type Break, breakAfter, type Found } from './link.ts';

/**
 * The state of a walk. `entries` were recomputed, including those in archived files; of `vouched` ones only the signed segment
 * is left. `head` is the last entry that fits, `broken` the first that did not.
 */
export type Walked = { entries: number; vouched: number; head: Head; broken: Break | null };

/** The part of a chain that follows a head, to the end of the range. With a signal, the walk ends by its reason. */
export type Part = { range: SequenceRange; from: Head; signal?: AbortSignal | undefined };

/** Recomputes a part of a chain. */
export type ChainWalk = (orgId: string, part: Part) => Promise<Walked>;

type Walk = { orgId: string; signal: AbortSignal | undefined };

type Parts = { store: Pick<ChainStore, 'stream'>; segments: SegmentReader };

const TURN_AFTER = 500;

/** There is nothing of this sequence number. */
export const missing = (sequence: number): Break => ({ sequence, id: null, reason: 'missing' });

/**
 * Walks chains. Entries are read by a cursor, so that memory is constant whatever the length. Where entries were removed, the
 * archived file of their segment is read instead.
 */
export const makeChainWalk = ({ store, segments }: Parts): ChainWalk => {
  const step = (at: Walked, found: Found): Walked => {
    const broken = breakAfter(at.head, found);
    if (broken || !found.entry) return { ...at, entries: at.entries + 1, broken };
    return { ...at, entries: at.entries + 1, head: { sequence: found.sequence, hash: found.entry.hash } };
  };

  /**
   * A segment whose file cannot be read: its seal says that it was whole when it was signed. An entry that was not removed from
   * it cannot be distinguished from an inserted one.
   */
  const vouch = (at: Walked, { seal }: RemovedSegment): Walked => {
    const isEntered = at.head.sequence + 1 > seal.first_sequence;
    if (!isEntered && at.head.hash !== seal.first_previous_hash)
      return { ...at, broken: { sequence: seal.first_sequence, id: null, reason: 'link_broken' } };
    const vouched = at.vouched + seal.last_sequence - at.head.sequence;
    return { ...at, vouched, head: { sequence: seal.last_sequence, hash: seal.last_hash } };
  };

  /** Continues in the file of a segment, to its end or to an entry of it that was not removed yet. */
  const through = async (start: Walked, segment: RemovedSegment, next: number): Promise<Walked> => {
    const archived = await segments.read(segment);
    if (!archived) return vouch(start, segment);
    const { last_sequence, last_hash } = segment.seal;
    let at = start;
    try {
      for await (const found of archived) {
        if (found.sequence <= at.head.sequence) continue;
        at = step(at, found);
        if (at.broken || (at.head.sequence + 1 === next && next <= last_sequence)) return at;
      }
    } catch (error) {
      if (!segments.isDamage(error, segment)) throw error;
      return vouch(start, segment);
    }
    if (at.head.sequence < last_sequence) return { ...at, broken: missing(at.head.sequence + 1) };
    const isSealed = at.head.hash === last_hash;
    return isSealed ? at : { ...at, broken: { sequence: last_sequence, id: null, reason: 'content_changed' } };
  };

  /** Continues through removed segments until the next entry is the one with this sequence number. */
  const upTo = async (start: Walked, next: number, { orgId, signal }: Walk): Promise<Walked> => {
    let at = start;
    while (!at.broken && at.head.sequence + 1 < next) {
      signal?.throwIfAborted();
      const segment = await segments.removedAt(orgId, at.head.sequence + 1);
      if (!segment) return { ...at, broken: missing(at.head.sequence + 1) };
      at = await through(at, segment, next);
    }
    return at;
  };

  return async (orgId, { range, from, signal }) => {
    let at: Walked = { entries: 0, vouched: 0, head: from, broken: null };
    for await (const found of store.stream(orgId, range)) {
      if (found.sequence > at.head.sequence + 1) at = await upTo(at, found.sequence, { orgId, signal });
      if (at.broken) return at;
      at = step(at, found);
      if (at.broken) return at;
      if (at.entries % TURN_AFTER > 0) continue;
      signal?.throwIfAborted();
      await turn();
    }
    return upTo(at, range.last + 1, { orgId, signal });
  };
};
