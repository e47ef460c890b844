import { type Change, DuplicateKey, unavailable, VersionConflict } from '@qsc/service-kit';
import type { ConflictStore } from '../conflict/conflict.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import { mergeRecord } from '../merge/merge.ts';
import type { FollowItems } from './following.ts';
import type { KeepAgreed } from './keep-agreed.ts';
import { makeWriteLocal } from './local-writing.ts';
import type { MappingRun } from './mapping-run.ts';
import { distinct, type Item, isBack, isGone, isUnknown, localIdOf, type Pair, problemOf, wasTold } from './pair.ts';
import { plannedOf } from './plan.ts';
import type { PlannedChanges } from './planned-changes.ts';
import { localSideOf, type Reading } from './reading.ts';
import { writeRemotely } from './remote-writing.ts';
import { isWritten, type makeSettle } from './settlement.ts';
import type { ConflictChanges } from './settling-conflicts.ts';
import { NO_PROGRESS, type Progress, type Sync } from './sync.ts';

/** How a batch is looked at, and what is committed with it when all of it is settled (the cursor behind it). */
export type BatchOptions = {
  /** Leaves what holds what it held before. */
  skipsSame: boolean;
  behind?: () => { changes: readonly Change[]; by?: Partial<Sync> };
};

/** Whether all of a batch is settled; false where the cursor must stay before it, since our checks refused a record. */
export type BatchOutcome = { settled: boolean; unsent: number };

/**
 * Brings a batch of records and their counterparts together: what changed on either side is merged and written, and the
 * result is one commit. Throws what halts the synchronisation: `RemoteRefusal` for a rate limit, `RemoteTrouble`,
 * `AuthorizationLost`, `service_unavailable`, `SyncEnded`. What was done until then is committed and is not done again.
 */
export type Reconcile = (run: MappingRun, pairs: readonly Pair[], options: BatchOptions) => Promise<BatchOutcome>;

type Parts = {
  reading: Reading;
  local: Pick<LocalRecords, 'write'>;
  settle: ReturnType<typeof makeSettle>;
  conflictChanges: ConflictChanges;
  conflicts: Pick<ConflictStore, 'openOf'>;
  follow: FollowItems;
  keepAgreed: KeepAgreed;
  clock: () => Date;
};

/** How often in a row a part of a batch is decided anew, where its records are changed by others meanwhile, */
const ROUNDS = 8;
/** each time with so much less of it at once: a record that changes all the time holds up none of the others. */
const SHRINKS = 4;

type Round = BatchOutcome & { again: Pair[] };

type Written = { items: readonly Item[]; pairs: Pair[] };

export const makeReconcile = ({
  reading,
  local,
  settle,
  conflictChanges,
  conflicts,
  follow,
  keepAgreed,
  clock,
}: Parts): Reconcile => {
  const writeLocal = makeWriteLocal({ local });

  /** The links of those that wait for somebody: they are looked at again, and show what is here now. */
  const waitingOf = async (run: MappingRun, items: readonly Item[]): Promise<Set<string>> => {
    const linkIds = items.flatMap(({ link }) => link?.id ?? []);
    const open = linkIds.length > 0 ? await conflicts.openOf(run.place.orgId, linkIds) : [];
    return new Set(open.map(({ link_id }) => link_id));
  };

  const decided = async (run: MappingRun, pairs: readonly Pair[], { skipsSame }: BatchOptions) => {
    const met = await reading.meet(run, pairs);
    const isSettled = skipsSame ? (item: Item) => isSame(run, item) : wasTold;
    const waiting = await waitingOf(run, met.filter(isSettled));
    const isWaiting = ({ link }: Item): boolean => waiting.has(link?.id ?? '');
    const isPassed = (item: Item): boolean => skipsSame && isSettled(item) && !isWaiting(item);
    const rest = met.filter((item) => !isPassed(item));
    const items = (await reading.read(run, rest)).map((item) => decide(run, item, isWaiting(item)));
    return { items, passed: met.filter(isPassed).map(({ pair }) => pair) };
  };

  const planned = async (
    run: MappingRun,
    plan: PlannedChanges,
    { pairs, options }: { pairs: readonly Pair[]; options: BatchOptions },
  ): Promise<BatchOutcome> => {
    const { items: met, passed } = await decided(run, pairs, options);
    const items = met.filter((item) => !plan.knows(run.mapping.id, localIdOf(item)));
    const told = items.filter(({ merged, problem }) => problem || (merged && merged.action !== 'none'));
    plan.add(told.flatMap((item) => plannedOf(run, item)));
    plan.note(
      run.mapping.id,
      told.flatMap((item) => localIdOf(item) ?? []),
    );
    const problems = told.flatMap(({ problem }) => problem ?? []);
    const progress: Progress = {
      ...{ attempted: told.length, succeeded: told.length - problems.length },
      ...{ unchanged: passed.length + items.length - told.length, problems },
    };
    await run.ledger.commit([], progress);
    return { settled: true, unsent: 0 };
  };

  /** One round over the pairs. `heard` is told how all of them stand after what was written, for where the commit is refused. */
  const round = async (
    run: MappingRun,
    options: BatchOptions,
    { pairs, heard }: { pairs: readonly Pair[]; heard: (written: Written) => void },
  ): Promise<Round> => {
    const { items: asked, passed } = await decided(run, pairs, options);
    const sent = await writeRemotely(run, await writeLocal(run, asked));
    const followed = await follow(run, sent.items);
    const halted = sent.halted ?? followed.halted;
    // What a halt left unsent had no try of its own: it waits for the next one.
    const items = halted ? followed.items : followed.items.map((item) => lastTry(run, item));
    heard({ items, pairs: [...items.map(heldPair), ...passed] });
    const { changes, progress, linked } = settle(run, items, clock());
    const conflicts = await conflictChanges(run, items, linked);
    const again = items.filter((item) => item.again).map(({ pair }) => pair);
    const settled = items.every((item) => !isBlocking(run, item));
    // What was not followed comes again by the same page; what was not sent, by its link.
    const behind = settled && again.length === 0 && !followed.halted ? options.behind?.() : undefined;
    const all = [...changes, ...conflicts, ...(behind?.changes ?? [])];
    const done = withPassed(progress, passed);
    if (all.length > 0 || hasProgress(done)) await run.ledger.commit(all, done, behind?.by);
    if (halted) throw halted;
    return { again, settled, unsent: items.filter((item) => item.unsent).length };
  };

  /** A round over the pairs; where its commit is refused, how they stand after what was written. */
  const tried = async (run: MappingRun, options: BatchOptions, pairs: readonly Pair[]): Promise<Round | Pair[]> => {
    let written: Written = { items: [], pairs: [...pairs] };
    try {
      return await round(run, options, { pairs, heard: (after) => (written = after) });
    } catch (error) {
      if (!(error instanceof VersionConflict || error instanceof DuplicateKey)) throw error;
      await keepAgreed(run, written.items);
      return written.pairs;
    }
  };

  return async (run, all, { skipsSame, behind }) => {
    let rest = distinct(all);
    if (run.plan) return planned(run, run.plan, { pairs: rest, options: { skipsSame } });
    // Not before each round: what a round has written must come to its commit.
    await run.ledger.requireUnchanged();
    const outcome: BatchOutcome = { settled: true, unsent: 0 };
    let size = rest.length;
    for (let tries = 0; tries < ROUNDS; ) {
      const others = rest.slice(size);
      const isLast = outcome.settled && others.length === 0;
      const done = await tried(run, { skipsSame, ...(isLast && behind ? { behind } : {}) }, rest.slice(0, size));
      if (Array.isArray(done)) {
        rest = [...others, ...done];
        size = Math.ceil(size / SHRINKS);
        tries += 1;
        continue;
      }
      outcome.settled &&= done.settled;
      outcome.unsent += done.unsent;
      rest = [...done.again, ...others];
      if (rest.length === 0) return outcome;
      tries = done.again.length === 0 ? 0 : tries + 1;
    }
    throw unavailable('The records are being changed by many at once.');
  };
};

/** The pair for the case that the commit is refused. */
const heldPair = (item: Item): Pair => (isWritten(item) ? { ...item.pair, isWritten: true } : item.pair);

const withPassed = (progress: Progress, passed: readonly Pair[]): Progress => {
  const written = passed.filter((pair) => pair.isWritten).length;
  return {
    ...progress,
    attempted: progress.attempted + written,
    succeeded: progress.succeeded + written,
    unchanged: progress.unchanged + passed.length - written,
  };
};

const hasProgress = (progress: Progress): boolean => JSON.stringify(progress) !== JSON.stringify(NO_PROGRESS);

const decide = (run: MappingRun, item: Item, isWaiting: boolean): Item => {
  if (item.problem) return item;
  if (isBack(item, run.rules))
    return { ...item, problem: problemOf(item.pair, 'validation_failed', { message: IS_BACK }) };
  // It is left to the comparison of keys, or was told before: a record that was restored or kept here since stays.
  const unknown = isUnknown(item.pair) || (wasTold(item) && !isWaiting);
  const base = item.link?.shadow ?? null;
  const sides = { base, local: localSideOf(run, item.local), remote: item.remote };
  const merged = mergeRecord(unknown ? { ...sides, remote: base } : sides, run.rules);
  return {
    ...item,
    merged: unknown ? { ...merged, action: 'none', toLocal: {}, toRemote: {}, shadow: base ?? {} } : merged,
  };
};

const IS_BACK =
  'The record was deleted here when it was gone there, and is there again. Restore it here, and it is synchronised again.';

/** Whether an item holds what it held before, or what was refused before. */
const isSame = (run: MappingRun, { pair, link, parked, hash }: Item): boolean => {
  if (isGone(pair)) return link === null || link.deleted;
  if (link !== null && link.remote_hash === hash) return true;
  return parked !== null && parked.remote_hash === hash && !link?.dirty && run.ledger.sync().trigger !== 'replay';
};

/** A record that was refused by our checks and may not be skipped: the cursor stays before it. */
const isBlocking = ({ connection }: MappingRun, { problem }: Item): boolean =>
  problem?.error_code === 'validation_failed' && !connection.error_handling.skip_on_validation_error;

/** When the tries are used up, what the external system alone of its batch cannot take is the record's problem. */
const lastTry = (run: MappingRun, item: Item): Item => {
  if (!item.unsent || run.ledger.sync().retries < run.connection.error_handling.max_retries) return item;
  const message = 'The external system could not take the record, however often it was sent.';
  return { ...item, unsent: false, problem: problemOf(item.pair, 'service_unavailable', { message }) };
};
