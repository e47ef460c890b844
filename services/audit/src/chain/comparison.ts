import type { HeldCheckpoint, NewestCheckpoints } from '../checkpoint/newest-checkpoint.ts';
import type { SegmentReader } from '../segment/segment.reader.ts';
import type { ChainStore } from './chain.store.ts';
import type { CheckpointClaims } from './checkpoint.ts';
import { type Break, type Found, fitsItsHash } from './link.ts';
import { missing } from './walk.ts';

/** A checkpoint that the chain was compared with: a given or a stored one. */
export type Compared = { source: HeldCheckpoint['source'] | 'given'; sequence: number; at: string; holds: boolean };

export type Comparison = { compared: Compared[]; broken: Break | null };

/** Compares an organisation's chain with the newest stored checkpoints, and with a given one. */
export type CompareChain = (orgId: string, given: CheckpointClaims | null) => Promise<Comparison>;

/** What is wrong with the chain where a checkpoint vouches for it, or null. */
export type BreakAgainst = (orgId: string, held: CheckpointClaims) => Promise<Break | null>;

type Parts = { store: Pick<ChainStore, 'entryAt' | 'readHead'>; segments: SegmentReader };

/** The break that is first in the chain. */
export const earlier = (one: Break | null, other: Break | null): Break | null =>
  one && other ? (other.sequence < one.sequence ? other : one) : (one ?? other);

/** Looks up the entry of a checkpoint, in the chain or in the file of a removed segment. */
export const makeBreakAgainst = ({ store, segments }: Parts): BreakAgainst => {
  const inArchive = async (orgId: string, held: CheckpointClaims): Promise<Found | 'vouched' | null> => {
    const segment = await segments.removedAt(orgId, held.sequence);
    if (!segment) return null;
    try {
      for await (const found of (await segments.read(segment)) ?? [])
        if (found.sequence === held.sequence) return found;
    } catch (error) {
      if (!segments.isDamage(error, segment)) throw error;
    }
    const { last_sequence, last_hash } = segment.seal;
    const isContradicted = last_sequence === held.sequence && last_hash !== held.hash;
    return isContradicted ? { id: '', sequence: held.sequence, entry: null } : 'vouched';
  };

  return async (orgId, held) => {
    const found = (await store.entryAt(orgId, held.sequence)) ?? (await inArchive(orgId, held));
    if (found === 'vouched') return null;
    if (found) {
      const isHeld = found.entry?.hash === held.hash && fitsItsHash(found.entry);
      return isHeld ? null : { sequence: found.sequence, id: found.id, reason: 'checkpoint_mismatch' };
    }
    const { sequence } = await store.readHead(orgId);
    return sequence > held.sequence
      ? missing(held.sequence)
      : { sequence: sequence + 1, id: null, reason: 'truncated' };
  };
};

/** Compares chains with checkpoints, those outside the database first. */
export const makeCompareChain =
  ({ breakAgainst, newest }: { breakAgainst: BreakAgainst; newest: NewestCheckpoints }): CompareChain =>
  async (orgId, given) => {
    const stored = await newest.of(orgId);
    const all = [...(given ? [{ source: 'given' as const, claims: given }] : []), ...stored];
    let broken: Break | null = null;
    const compared: Compared[] = [];
    for (const { source, claims } of all) {
      const found = await breakAgainst(orgId, claims);
      broken = earlier(broken, found);
      compared.push({ source, sequence: claims.sequence, at: claims.at, holds: found === null });
    }
    return { compared, broken };
  };
