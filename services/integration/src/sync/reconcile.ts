import { type Change, isContended, unavailable } from '@qsc/service-kit';
import type { ConflictStore } from '../conflict/conflict.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import { mergeRecord } from '../merge/merge.ts';
import { makeWriteLocal } from './local-writing.ts';
import type { MappingRun } from './mapping-run.ts';
import type { MirrorItems } from './mirroring.ts';
import {
  distinct,
  getLocalId,
  type Item,
  isBack,
  isGone,
  isUnknown,
  type Pair,
  toProblem,
  wasReported,
} from './pair.ts';
import { toPlanned } from './plan.ts';
import type { PlannedChanges } from './planned-changes.ts';
import { type Reading, toLocalSide } from './reading.ts';
import { writeRemotely } from './remote-writing.ts';
import type { SaveAgreed } from './save-agreed.ts';
import { isWritten, type makeSettle } from './settlement.ts';
import type { ConflictChanges } from './settling-conflicts.ts';
import { NO_PROGRESS, type Progress, type Sync } from './sync.ts';

/** The options of a batch, and what is committed with it when all of it is settled (the cursor). */
export type BatchOptions = {
  /** Skips records that have not changed. */
  skipsSame: boolean;
  behind?: () => { changes: readonly Change[]; by?: Partial<Sync> };
};

/** Whether all of a batch is settled; false where the cursor must stay before it, since our checks refused a record. */
export type BatchOutcome = { settled: boolean; unsent: number };

/**
 * Synchronises a batch of records: merges and writes what changed on either side, and commits the result once. Throws what stops the synchronisation: `RemoteRefusal` for a rate limit, `RemoteTrouble`,
 * `AuthorizationLost`, `service_unavailable`, `SyncEnded`. What was done until then is committed and not repeated.
 */
export type Reconcile = (run: MappingRun, pairs: readonly Pair[], options: BatchOptions) => Promise<BatchOutcome>;

type Parts = {
  reading: Reading;
  local: Pick<LocalRecords, 'write'>;
  settle: ReturnType<typeof makeSettle>;
  conflictChanges: ConflictChanges;
  conflicts: Pick<ConflictStore, 'findOpen'>;
  mirror: MirrorItems;
  saveAgreed: SaveAgreed;
  clock: () => Date;
};

/** How often in a row a part of a batch is decided, where its records change meanwhile, */
const MAX_ATTEMPTS = 8;
/** each time with a smaller part, so that a record that changes all the time does not delay the others. */
const SHRINKS = 4;

type Attempt = BatchOutcome & { again: Pair[] };

type Written = { items: readonly Item[]; pairs: Pair[] };

export const makeReconcile = ({
  reading,
  local,
  settle,
  conflictChanges,
  conflicts,
  mirror,
  saveAgreed,
  clock,
}: Parts): Reconcile => {
  const writeLocal = makeWriteLocal({ local });

  /** The links with open conflicts: they are compared again, to show the present values. */
  const findWaiting = async (run: MappingRun, items: readonly Item[]): Promise<Set<string>> => {
    const linkIds = items.flatMap(({ link }) => link?.id ?? []);
    const open = linkIds.length > 0 ? await conflicts.findOpen(run.mappingKey.orgId, linkIds) : [];
    return new Set(open.map(({ link_id }) => link_id));
  };

  const decided = async (run: MappingRun, pairs: readonly Pair[], { skipsSame }: BatchOptions) => {
    const met = await reading.meet(run, pairs);
    const isSettled = skipsSame ? (item: Item) => isSame(run, item) : wasReported;
    const waiting = await findWaiting(run, met.filter(isSettled));
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
    const items = met.filter((item) => !plan.knows(run.mapping.id, getLocalId(item)));
    const reported = items.filter(({ merged, problem }) => problem || (merged && merged.action !== 'none'));
    plan.add(reported.flatMap((item) => toPlanned(run, item)));
    plan.note(
      run.mapping.id,
      reported.flatMap((item) => getLocalId(item) ?? []),
    );
    const problems = reported.flatMap(({ problem }) => problem ?? []);
    const progress: Progress = {
      attempted: reported.length,
      succeeded: reported.length - problems.length,
      unchanged: passed.length + items.length - reported.length,
      problems,
    };
    await run.ledger.commit([], progress);
    return { settled: true, unsent: 0 };
  };

  /** One attempt. `onWritten` gets the pairs after the writes, for the case that the commit is refused. */
  const attempt = async (
    run: MappingRun,
    options: BatchOptions,
    { pairs, onWritten }: { pairs: readonly Pair[]; onWritten: (written: Written) => void },
  ): Promise<Attempt> => {
    const { items: decidedItems, passed } = await decided(run, pairs, options);
    const sent = await writeRemotely(run, await writeLocal(run, decidedItems));
    const mirrored = await mirror(run, sent.items);
    const halted = sent.halted ?? mirrored.halted;
    // What a stop left unsent was not tried: it waits for the next attempt.
    const items = halted ? mirrored.items : mirrored.items.map((item) => lastTry(run, item));
    onWritten({ items, pairs: [...items.map(toWrittenPair), ...passed] });
    const { changes, progress, linked } = settle(run, items, clock());
    const conflicts = await conflictChanges(run, items, linked);
    const again = items.filter((item) => item.again).map(({ pair }) => pair);
    const settled = items.every((item) => !isBlocking(run, item));
    // What was not mirrored comes again by the same page; what was not sent, by its link.
    const behind = settled && again.length === 0 && !mirrored.halted ? options.behind?.() : undefined;
    const all = [...changes, ...conflicts, ...(behind?.changes ?? [])];
    const done = withPassed(progress, passed);
    if (all.length > 0 || hasProgress(done)) await run.ledger.commit(all, done, behind?.by);
    if (halted) throw halted;
    return { again, settled, unsent: items.filter((item) => item.unsent).length };
  };

  /** One attempt; where its commit is refused, returns the pairs after the writes. */
  const attemptOnce = async (
    run: MappingRun,
    options: BatchOptions,
    pairs: readonly Pair[],
  ): Promise<Attempt | Pair[]> => {
    let written: Written = { items: [], pairs: [...pairs] };
    try {
      return await attempt(run, options, { pairs, onWritten: (after) => (written = after) });
    } catch (error) {
      if (!isContended(error)) throw error;
      await saveAgreed(run, written.items);
      return written.pairs;
    }
  };

  return async (run, all, { skipsSame, behind }) => {
    let rest = distinct(all);
    if (run.plan) return planned(run, run.plan, { pairs: rest, options: { skipsSame } });
    // Not before each attempt: what an attempt has written must be committed.
    await run.ledger.requireUnchanged();
    const outcome: BatchOutcome = { settled: true, unsent: 0 };
    let size = rest.length;
    for (let tries = 0; tries < MAX_ATTEMPTS; ) {
      const others = rest.slice(size);
      const isLast = outcome.settled && others.length === 0;
      const done = await attemptOnce(run, { skipsSame, ...(isLast && behind ? { behind } : {}) }, rest.slice(0, size));
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

/** The pair for a repeated attempt after a refused commit. */
const toWrittenPair = (item: Item): Pair => (isWritten(item) ? { ...item.pair, isWritten: true } : item.pair);

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
    return { ...item, problem: toProblem(item.pair, 'validation_failed', { message: IS_BACK }) };
  // The comparison of keys decides, or it was reported before: a record that was restored here since stays.
  const unknown = isUnknown(item.pair) || (wasReported(item) && !isWaiting);
  const base = item.link?.shadow ?? null;
  const sides = { base, local: toLocalSide(run, item.local), remote: item.remote };
  const merged = mergeRecord(unknown ? { ...sides, remote: base } : sides, run.rules);
  return {
    ...item,
    merged: unknown ? { ...merged, action: 'none', toLocal: {}, toRemote: {}, shadow: base ?? {} } : merged,
  };
};

const IS_BACK =
  'The record was deleted here when it was gone there, and is there again. Restore it here, and it is synchronised again.';

/** Whether an item is unchanged, or is what was refused before. */
const isSame = (run: MappingRun, { pair, link, parked, hash }: Item): boolean => {
  if (isGone(pair)) return link === null || link.deleted;
  if (link !== null && link.remote_hash === hash) return true;
  return parked !== null && parked.remote_hash === hash && !link?.dirty && run.ledger.sync().trigger !== 'replay';
};

/** A record that our checks refused and that may not be skipped: the cursor stays before it. */
const isBlocking = ({ connection }: MappingRun, { problem }: Item): boolean =>
  problem?.error_code === 'validation_failed' && !connection.error_handling.skip_on_validation_error;

/** When the retries are used up, an unsent record has a problem. */
const lastTry = (run: MappingRun, item: Item): Item => {
  if (!item.unsent || run.ledger.sync().retries < run.connection.error_handling.max_retries) return item;
  const message = 'The external system could not take the record, however often it was sent.';
  return { ...item, unsent: false, problem: toProblem(item.pair, 'service_unavailable', { message }) };
};
