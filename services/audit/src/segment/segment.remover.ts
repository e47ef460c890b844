import { type Clock, errorFields, isContended, type Lease, type Log, type UnitOfWork } from '@qsc/service-kit';
import type { ChainStore } from '../chain/chain.store.ts';
import type { RetentionTurn } from '../retention/retention.store.ts';
import { mayRemove, type RetentionPolicy, shortestYears, yearsBefore } from '../retention/retention.ts';
import type { RetentionEvidence } from '../retention/retention-evidence.ts';
import type { EntryRemoval } from './entry-removal.ts';
import { removedEvent } from './segment.event.ts';
import type { SegmentReader } from './segment.reader.ts';
import type { RemovalDue, Segment, SegmentStore } from './segment.store.ts';

type Parts = {
  chains: Pick<ChainStore, 'ends'>;
  evidence: RetentionEvidence;
  turn: Pick<RetentionTurn, 'unchanged'>;
  segments: SegmentStore;
  reader: Pick<SegmentReader, 'isWhole'>;
  removal: EntryRemoval;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
  log: Log;
};

type Held = Pick<Lease, 'fence'>;

/**
 * One pass over all organisations whose policy allows removals: removes archived segments whose retention has ended for every
 * entry, that no hold covers and whose file is whole. Policies and lifts of holds count once the log has entries of them. The
 * removal is committed first, signed and with its audit event; then the entries are removed, by this pass or, after a crash, by
 * the next one.
 */
export const makeRemover = (parts: Parts): ((lease: Held, signal: AbortSignal) => Promise<void>) => {
  const { chains, evidence, turn, segments, reader, removal, unitOfWork, clock, log } = parts;

  const isHeld = async ({ seal }: Segment): Promise<boolean> => {
    for (const hold of await evidence.holds(seal.org_id)) if (await removal.isHeld(hold, seal)) return true;
    return false;
  };

  const commit = async (segment: Segment, policy: RetentionPolicy, changes: Parameters<UnitOfWork['commit']>[0]) => {
    const { seal } = segment;
    const { id: segment_id, org_id, first_sequence, last_sequence } = seal;
    const by = { policy_id: policy.policy_id, policy_version: policy.version };
    const now = clock();
    const decided = { segment_id, org_id, first_sequence, last_sequence, ...by, at: now.toISOString() };
    await unitOfWork.commit(
      [...segments.insertRemoval(decided, segment), ...changes],
      [removedEvent(seal, policy, now)],
    );
  };

  /** Decides on a segment. A policy or hold that is committed meanwhile refuses the commit. */
  const decide = async (segment: Segment, lease: Held): Promise<void> => {
    const { org_id } = segment.seal;
    const unchanged = await turn.unchanged(org_id);
    const policy = await evidence.policy(org_id);
    if (!policy || !mayRemove(policy, segment.seal, clock()) || (await isHeld(segment))) return;
    if (!(await reader.isWhole(segment)))
      return void log.error('a segment is not removed: its file is not whole', { org_id, segment: segment.seal.id });
    await commit(segment, policy, [unchanged, lease.fence()]);
  };

  const finish = async (due: RemovalDue, lease: Held, signal: AbortSignal): Promise<void> => {
    const removed = await segments.removedAt(due.org_id, due.first_sequence);
    if (removed?.seal.id === due._id) await removal.remove(removed.seal, signal);
    else log.error('the removal of a segment is not signed; its entries stay', { segment: due._id });
    await unitOfWork.commit([segments.done(due), lease.fence()], []);
  };

  const decideAll = async (orgId: string, lease: Held, signal: AbortSignal): Promise<void> => {
    const policy = await evidence.policy(orgId);
    if (!policy)
      return void log.warn('nothing is removed: the log has no entry of the retention policy', { org_id: orgId });
    const years = shortestYears(policy);
    if (years === null) return;
    for (const segment of await segments.unremoved(orgId, yearsBefore(clock(), years))) {
      signal.throwIfAborted();
      await decide(segment, lease);
    }
  };

  return async (lease, signal) => {
    for await (const ends of chains.ends())
      for (const { orgId } of ends) {
        signal.throwIfAborted();
        await decideAll(orgId, lease, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          const level = isContended(error) ? 'info' : 'warn';
          log[level]('a removal was not decided; it is retried', { org_id: orgId, ...errorFields(error) });
        });
      }
    for (const due of await segments.due()) await finish(due, lease, signal);
  };
};
