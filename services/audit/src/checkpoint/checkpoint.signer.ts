import { type Clock, errorFields, type Lease, type Log, type UnitOfWork } from '@qsc/service-kit';
import type { ChainEnd, ChainStore } from '../chain/chain.store.ts';
import type { Checkpoints } from '../chain/checkpoint.ts';
import type { BreakAgainst } from '../chain/comparison.ts';
import type { Break } from '../chain/link.ts';
import type { ChainWalk } from '../chain/walk.ts';
import { EMPTY_CHAIN } from '../entry/entry.ts';
import type { CheckpointStore } from './checkpoint.store.ts';
import type { CheckpointArchive } from './checkpoint-archive.ts';
import { type CheckpointRule, isCheckpointDue } from './checkpoint-rule.ts';
import type { HeldCheckpoint, NewestCheckpoints } from './newest-checkpoint.ts';
import { endsWithLost } from './newest-checkpoint.ts';

type Parts = {
  chains: Pick<ChainStore, 'ends'>;
  walk: ChainWalk;
  breakAgainst: BreakAgainst;
  store: CheckpointStore;
  checkpointArchive: CheckpointArchive;
  newest: NewestCheckpoints;
  checkpoints: Checkpoints;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  rule: CheckpointRule;
  clock: Clock;
  log: Log;
  /** Called for each signed checkpoint, each broken chain that got none, each failure, and the end of a pass. */
  metrics: { signed(): void; refused(): void; failed(): void; passed(): void };
};

type Held = Pick<Lease, 'fence'>;

/**
 * One pass over all chains, including those of which only checkpoints are left: signs those that are due. The entry of the
 * newest checkpoint must still be there, and later entries are recomputed: a chain that was broken or rewritten gets no
 * checkpoint, and an error in the log. A checkpoint is stored outside before it is in the database; the next pass completes an
 * interrupted one.
 */
export const makeCheckpointSigner = (parts: Parts): ((lease: Held, signal: AbortSignal) => Promise<void>) => {
  const {
    chains,
    walk,
    breakAgainst,
    store,
    checkpointArchive,
    newest,
    checkpoints,
    unitOfWork,
    rule,
    clock,
    log,
    metrics,
  } = parts;
  const reportedBreaks = new Map<string, number>();

  const insert = (held: Pick<HeldCheckpoint, 'claims' | 'jws'>, lease: Held): Promise<void> =>
    unitOfWork.commit([store.insert(held.claims, held.jws), lease.fence()], []);

  /** The newest checkpoint of the chain. One that is outside and not in the database is inserted there. */
  const readNewest = async (orgId: string, lease: Held): Promise<HeldCheckpoint | null> => {
    const held = await newest.of(orgId);
    const last = held.toSorted((one, other) => other.claims.sequence - one.claims.sequence)[0] ?? null;
    const stored = held.find(({ source }) => source === 'database');
    if (last && (stored?.claims.sequence ?? 0) < last.claims.sequence) await insert(last, lease);
    return last;
  };

  const refuse = (orgId: string, { sequence, reason }: Pick<Break, 'sequence' | 'reason'>): void => {
    metrics.refused();
    if (reportedBreaks.get(orgId) === sequence) return;
    reportedBreaks.set(orgId, sequence);
    log.error('a chain is broken; it gets no checkpoint', { org_id: orgId, sequence, reason });
  };

  const sign = async ({ orgId, sequence }: ChainEnd, lease: Held, signal: AbortSignal): Promise<void> => {
    const last = await readNewest(orgId, lease);
    const from = last?.claims ?? EMPTY_CHAIN;
    if (sequence < from.sequence) return refuse(orgId, { sequence: sequence + 1, reason: 'truncated' });
    const before = last && { ...last.claims, at: new Date(last.claims.at) };
    if (!isCheckpointDue(sequence, before, { rule, now: clock() })) return;
    const changed = last && (await breakAgainst(orgId, last.claims));
    if (changed) return refuse(orgId, changed);
    const walked = await walk(orgId, { range: { first: from.sequence + 1, last: sequence }, from, signal });
    if (walked.broken) return refuse(orgId, walked.broken);
    const { entries, head } = walked;
    const claims = { org_id: orgId, ...head, entries, at: clock().toISOString() };
    const jws = checkpoints.sign(claims);
    await checkpointArchive.store(orgId, claims.sequence, jws);
    await insert({ claims, jws }, lease);
    reportedBreaks.delete(orgId);
    metrics.signed();
  };

  const signDue = async (ends: readonly ChainEnd[], lease: Held, signal: AbortSignal): Promise<void> => {
    const known = await store.newestFor(ends.map(({ orgId }) => orgId));
    for (const end of ends) {
      signal.throwIfAborted();
      const row = known.get(end.orgId) ?? null;
      if (row && row.sequence === end.sequence) continue;
      if (row && row.sequence < end.sequence && !isCheckpointDue(end.sequence, row, { rule, now: clock() })) continue;
      await sign(end, lease, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        metrics.failed();
        log.warn('a checkpoint was not signed; it is retried', { org_id: end.orgId, ...errorFields(error) });
      });
    }
  };

  const organizations = async (): Promise<string[]> => {
    const outside = checkpointArchive.organizations().catch((error: unknown) => {
      metrics.failed();
      log.warn('the checkpoint archive was not listed; it is retried', errorFields(error));
      return [];
    });
    return [...(await outside), ...(await store.organizations())];
  };

  return async (lease, signal) => {
    for await (const ends of endsWithLost(chains, organizations)) await signDue(ends, lease, signal);
    metrics.passed();
  };
};
