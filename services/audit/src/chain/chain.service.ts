import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, invalidField } from '@qsc/service-kit';
import { EMPTY_CHAIN, type Head } from '../entry/entry.ts';
import type { ChainStore, Period, SequenceRange } from './chain.store.ts';
import type { CheckpointClaims, Checkpoints } from './checkpoint.ts';
import { type Break, breakAfter, fitsItsHash } from './link.ts';

/** What a verification found. `checkpoint` is null where there is nothing to vouch for. */
export type Verification = {
  valid: boolean;
  entries_checked: number;
  first_sequence: number | null;
  last_sequence: number | null;
  first_broken: Break | null;
  checkpoint: string | null;
};

type Parts = { store: ChainStore; checkpoints: Checkpoints; clock: Clock };

export type ChainService = {
  /**
   * Recomputes an organisation's chain, or the part of it in a period with its links to both neighbours, and compares it
   * with a checkpoint that was kept outside. Throws `validation_failed` for a checkpoint that is not ours or another's.
   */
  verify(orgId: string, period: Period, checkpoint: string | null): Promise<Verification>;
};

type Walk = { entries: number; head: Head; broken: Break | null };

const TURN_AFTER = 500;

const missing = (sequence: number): Break => ({ sequence, id: null, reason: 'missing' });

const earlier = (one: Break | null, other: Break | null): Break | null =>
  one && other ? (other.sequence < one.sequence ? other : one) : (one ?? other);

/** Verifies chains. A chain of any length is read by a cursor, so that memory stays constant. */
export const makeChainService = ({ store, checkpoints, clock }: Parts): ChainService => {
  const rangeToCheck = async (orgId: string, period: Period): Promise<SequenceRange | null> => {
    if (period.from || period.to) return store.rangeOf(orgId, period);
    const { sequence } = await store.headOf(orgId);
    return sequence > 0 ? { first: 1, last: sequence } : null;
  };

  const headBefore = async (orgId: string, sequence: number): Promise<Head | null> => {
    if (sequence === 1) return EMPTY_CHAIN;
    const before = await store.entryAt(orgId, sequence - 1);
    return before?.entry ?? null;
  };

  const walk = async (orgId: string, range: SequenceRange): Promise<Walk> => {
    let head = await headBefore(orgId, range.first);
    if (!head) return { entries: 0, head: EMPTY_CHAIN, broken: missing(range.first - 1) };
    let entries = 0;
    for await (const found of store.stream(orgId, range)) {
      entries += 1;
      const broken = breakAfter(head, found);
      if (broken || !found.entry) return { entries, head, broken };
      head = { sequence: found.sequence, hash: found.entry.hash };
      if (entries % TURN_AFTER === 0) await turn();
    }
    return { entries, head, broken: head.sequence < range.last ? missing(head.sequence + 1) : null };
  };

  const breakBehind = async (orgId: string, { head, broken }: Walk): Promise<Break | null> => {
    if (broken) return broken;
    const next = await store.nextAfter(orgId, head.sequence);
    if (!next) return null;
    if (next.sequence !== head.sequence + 1) return missing(head.sequence + 1);
    const isLinked = next.entry?.previous_hash === head.hash;
    return isLinked ? null : { sequence: next.sequence, id: next.id, reason: 'link_broken' };
  };

  const openFor = (orgId: string, jws: string): CheckpointClaims => {
    const claims = checkpoints.open(jws);
    if (claims.org_id === orgId) return claims;
    throw invalidField('checkpoint', 'foreign', 'This checkpoint was made for another organisation.');
  };

  const breakAgainst = async (orgId: string, held: CheckpointClaims): Promise<Break | null> => {
    const found = await store.entryAt(orgId, held.sequence);
    if (found) {
      const isHeld = found.entry !== null && found.entry.hash === held.hash && fitsItsHash(found.entry);
      return isHeld ? null : { sequence: found.sequence, id: found.id, reason: 'checkpoint_mismatch' };
    }
    const { sequence } = await store.headOf(orgId);
    return sequence > held.sequence
      ? missing(held.sequence)
      : { sequence: sequence + 1, id: null, reason: 'truncated' };
  };

  const check = async (orgId: string, range: SequenceRange): Promise<Walk> => {
    const walked = await walk(orgId, range);
    return { ...walked, broken: await breakBehind(orgId, walked) };
  };

  return {
    async verify(orgId, period, checkpoint) {
      const held = checkpoint === null ? null : openFor(orgId, checkpoint);
      const range = await rangeToCheck(orgId, period);
      const { entries, head, broken } = range
        ? await check(orgId, range)
        : { entries: 0, head: EMPTY_CHAIN, broken: null };
      const first = earlier(broken, held && (await breakAgainst(orgId, held)));
      const statement = { org_id: orgId, sequence: head.sequence, hash: head.hash, entries, at: clock().toISOString() };
      return {
        valid: first === null,
        entries_checked: entries,
        first_sequence: range?.first ?? null,
        last_sequence: range?.last ?? null,
        first_broken: first,
        checkpoint: first === null && range ? checkpoints.sign(statement) : null,
      };
    },
  };
};
