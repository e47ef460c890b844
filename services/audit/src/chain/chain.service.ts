import { type Clock, invalidField, type UnitOfWork } from '@qsc/service-kit';
import { EMPTY_CHAIN } from '../entry/entry.ts';
import type { SegmentReader } from '../segment/segment.reader.ts';
import type { ChainStore, Period, SequenceRange } from './chain.store.ts';
import type { CheckpointClaims, Checkpoints } from './checkpoint.ts';
import { type CompareChain, type Compared, earlier } from './comparison.ts';
import { type Break, breakAfter, contentBreak, pushedIn } from './link.ts';
import { makeSharedWork } from './shared-work.ts';
import type { VerificationStore } from './verification.store.ts';
import { type ChainWalk, missing, type Walked } from './walk.ts';

/** What a verification found. `checkpoint` is null where there is nothing to vouch for. */
export type Verification = {
  valid: boolean;
  entries_checked: number;
  entries_vouched: number;
  first_sequence: number | null;
  last_sequence: number | null;
  first_broken: Break | null;
  compared_with: Compared[];
  checkpoint: string | null;
};

type Parts = {
  store: ChainStore;
  walk: ChainWalk;
  segments: Pick<SegmentReader, 'removedAt'>;
  compare: CompareChain;
  checkpoints: Checkpoints;
  verifications: VerificationStore;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
};

/** A checkpoint from the caller, and a signal for when the caller disconnects. */
type VerifyOptions = { checkpoint?: string | undefined; gone?: AbortSignal | undefined };

export type ChainService = {
  /**
   * Recomputes an organisation's chain, or the part of it in a period with its links to both neighbours, and compares it with
   * the newest stored checkpoints and with the given one. The result for a whole chain is stored for reports. Throws
   * `validation_failed` for a checkpoint that is not ours or another organisation's, and `service_unavailable` where the stored
   * checkpoints or an archived file cannot be read. Callers with the same period share the next walk while one is under way; a
   * walk ends when all of its callers have disconnected.
   */
  verify(orgId: string, period: Period, options?: VerifyOptions): Promise<Verification>;
};

/** What a walk found of a part of the chain; `range` is null for none. */
type Checked = Walked & { range: SequenceRange | null };

const NOTHING: Walked = { entries: 0, vouched: 0, head: EMPTY_CHAIN, broken: null };

/** Verifies chains. A chain of any length is read by a cursor, so that memory stays constant. */
export const makeChainService = (parts: Parts): ChainService => {
  const { store, walk, segments, compare, checkpoints, verifications, unitOfWork, clock } = parts;

  const rangeToCheck = async (orgId: string, period: Period): Promise<SequenceRange | null> => {
    if (period.from || period.to) return store.findRange(orgId, period);
    const { sequence } = await store.readHead(orgId);
    return sequence > 0 ? { first: 1, last: sequence } : null;
  };

  /** The state before a part of the chain. An entry that was moved out of a period by its timestamp is before it too. */
  const startAt = async (orgId: string, first: number): Promise<Walked> => {
    if (first === 1) return NOTHING;
    const before = await store.entryAt(orgId, first - 1);
    if (before) return { ...NOTHING, head: before.entry ?? EMPTY_CHAIN, broken: contentBreak(before) };
    const seal = (await segments.removedAt(orgId, first - 1))?.seal;
    if (seal?.last_sequence !== first - 1) return { ...NOTHING, broken: missing(first - 1) };
    return { ...NOTHING, head: { sequence: seal.last_sequence, hash: seal.last_hash } };
  };

  const breakBehind = async (orgId: string, { head, broken }: Walked): Promise<Break | null> => {
    if (broken) return broken;
    const next = await store.nextAfter(orgId, head.sequence);
    const found = next && breakAfter(head, next);
    return found?.reason === 'missing' && (await segments.removedAt(orgId, found.sequence)) ? null : found;
  };

  const check = async (orgId: string, period: Period, signal: AbortSignal): Promise<Checked> => {
    const stray = await store.findStray(orgId);
    if (stray) return { ...NOTHING, range: null, broken: pushedIn(stray) };
    const range = await rangeToCheck(orgId, period);
    if (!range) return { ...NOTHING, range };
    const started = await startAt(orgId, range.first);
    if (started.broken) return { ...started, range };
    const walked = await walk(orgId, { range, from: started.head, signal });
    return { ...walked, range, broken: await breakBehind(orgId, walked) };
  };

  const shared = makeSharedWork<Checked>();

  const openFor = (orgId: string, jws: string): CheckpointClaims => {
    const claims = checkpoints.open(jws);
    if (claims.org_id === orgId) return claims;
    throw invalidField('checkpoint', 'foreign', 'This checkpoint was made for another organisation.');
  };

  const storeFinding = (orgId: string, found: Verification): Promise<void> => {
    const { valid, first_broken, last_sequence, entries_checked: entries, entries_vouched: vouched } = found;
    const finding = { org_id: orgId, at: clock(), valid, entries, vouched, last_sequence, first_broken };
    return unitOfWork.commit([verifications.insert(finding)], []);
  };

  return {
    async verify(orgId, period, { checkpoint, gone } = {}) {
      const given = checkpoint === undefined ? null : openFor(orgId, checkpoint);
      const key = [orgId, period.from?.getTime(), period.to?.getTime()].join(' ');
      const checked = await shared(key, (signal) => check(orgId, period, signal), gone);
      const { range, entries, vouched, head, broken } = checked;
      const comparison = await compare(orgId, given);
      const first = earlier(broken, comparison.broken);
      const statement = { org_id: orgId, ...head, entries, at: clock().toISOString() };
      const found: Verification = {
        valid: first === null,
        entries_checked: entries,
        entries_vouched: vouched,
        first_sequence: range?.first ?? null,
        last_sequence: range?.last ?? null,
        first_broken: first,
        compared_with: comparison.compared,
        checkpoint: first === null && range ? checkpoints.sign(statement) : null,
      };
      if (!period.from && !period.to) await storeFinding(orgId, found);
      return found;
    },
  };
};
