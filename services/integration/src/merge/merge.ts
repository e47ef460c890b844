import type { Direction, Strategy } from '../connection/connection.ts';
import type { Values } from '../mapping/values.ts';

/** A record of one side as a merge sees it: its values by target, deleted, or null where there never was one. */
export type Side = Values | 'deleted' | null;

/** `base`: what both sides had when they were last synchronised; null where they never were. */
export type Pair = { base: Values | null; local: Side; remote: Side };

/** By which rules a pair is merged. */
export type MergeRules = {
  getStrategy: (target: string) => Strategy;
  isReviewed: (target: string) => boolean;
  direction: Direction;
  /** Whether two values of a target say the same. */
  same: (target: string, one: unknown, other: unknown) => boolean;
  /** The targets that may be sent to the external system. */
  sentBack: ReadonlySet<string>;
};

/** The field of a conflict about the whole record: deleted there and changed here. */
export const WHOLE_RECORD = 'record';

/** A target that both sides changed and a user must decide. */
export type FieldConflict = { target: string; base: unknown; local: unknown; remote: unknown };

/**
 * What is to be done. `toLocal` and `toRemote` hold the targets to be written alone; `shadow` is the base of the next merge
 * once they are written. A `write` may have conflicts beside it; a `review` has nothing else.
 */
export type Merged = {
  action: 'none' | 'write' | 'create_local' | 'create_remote' | 'delete_local' | 'review';
  toLocal: Values;
  toRemote: Values;
  conflicts: readonly FieldConflict[];
  shadow: Values;
};

/**
 * Merges a record with its counterpart, field by field (specification, "Rules for synchronization"; decisions, "Integrations").
 * One side changed: it is taken, also for a reviewed field. Both changed to different values: the reviewed field waits, else
 * the strategy decides. Gone there: deleted here, or reviewed where it was changed here since. Deleted here: nothing is pushed
 * and nothing undone. What the direction does not let through is left as it is on that side.
 */
export const mergeRecord = (pair: Pair, rules: MergeRules): Merged => {
  const { base, local, remote } = pair;
  if (remote === 'deleted') return mergeGone(pair, rules);
  if (local === 'deleted') return nothing(base);
  if (local === null) return base === null && remote !== null ? createLocal(remote, rules) : nothing(base);
  if (remote === null) return base === null ? createRemote(local, rules) : nothing(base);
  return mergeFields({ base: base ?? {}, local, remote }, rules);
};

const nothing = (base: Values | null): Merged => ({
  action: 'none',
  toLocal: {},
  toRemote: {},
  conflicts: [],
  shadow: base ?? {},
});

const mergeGone = ({ base, local }: Pair, { direction, same }: MergeRules): Merged => {
  const stands = nothing(base);
  if (base === null || local === null || local === 'deleted' || direction === 'outbound') return stands;
  const changed = Object.keys({ ...base, ...local }).some((target) => !same(target, base[target], local[target]));
  if (!changed) return { ...stands, action: 'delete_local' };
  return { ...stands, action: 'review', conflicts: [{ target: WHOLE_RECORD, base, local, remote: null }] };
};

const createLocal = (remote: Values, { direction }: MergeRules): Merged => {
  if (direction === 'outbound') return nothing(null);
  return { ...nothing(null), action: 'create_local', toLocal: remote, shadow: remote };
};

const createRemote = (local: Values, { direction, sentBack }: MergeRules): Merged => {
  if (direction === 'inbound' || sentBack.size === 0) return nothing(null);
  const toRemote = Object.fromEntries(Object.entries(local).filter(([target]) => sentBack.has(target)));
  return { ...nothing(null), action: 'create_remote', toRemote, shadow: toRemote };
};

/** The decision on one target: which side is written, if any, or a review, and the next base. */
type Verdict = { write: 'local' | 'remote' | 'none' | 'review'; shadow: unknown };

type Field = { target: string; base: unknown; local: unknown; remote: unknown };

type Both = { base: Values; local: Values; remote: Values };

const mergeFields = ({ base, local, remote }: Both, rules: MergeRules): Merged => {
  const toLocal: [string, unknown][] = [];
  const toRemote: [string, unknown][] = [];
  const shadow: [string, unknown][] = [];
  const conflicts: FieldConflict[] = [];
  for (const target of Object.keys({ ...local, ...remote })) {
    const field: Field = {
      target,
      base: base[target] ?? null,
      local: local[target] ?? null,
      remote: remote[target] ?? null,
    };
    const verdict = verdictOn(field, rules);
    shadow.push([target, verdict.shadow]);
    if (verdict.write === 'local') toLocal.push([target, field.remote]);
    if (verdict.write === 'remote') toRemote.push([target, field.local]);
    if (verdict.write === 'review') conflicts.push(field);
  }
  const writes = toLocal.length + toRemote.length > 0;
  return {
    action: writes ? 'write' : conflicts.length > 0 ? 'review' : 'none',
    toLocal: Object.fromEntries(toLocal),
    toRemote: Object.fromEntries(toRemote),
    conflicts,
    shadow: Object.fromEntries(shadow),
  };
};

const verdictOn = (field: Field, rules: MergeRules): Verdict => {
  const { target, base, local, remote } = field;
  const same = (one: unknown, other: unknown): boolean => rules.same(target, one, other);
  if (same(local, remote)) return { write: 'none', shadow: remote };
  if (same(remote, base)) return localWins(field, rules);
  // What changed there stays there; it is no base, or the next merge would take it for a change here.
  if (rules.direction === 'outbound')
    return same(local, base) ? { write: 'none', shadow: base } : localWins(field, rules);
  if (same(local, base)) return { write: 'local', shadow: remote };
  if (rules.isReviewed(target)) return { write: 'review', shadow: base };
  return rules.getStrategy(target) === 'external_wins' ? { write: 'local', shadow: remote } : localWins(field, rules);
};

// Where it may not be sent, the value there is the base from now on: it was seen, and a later change there is a new one.
const localWins = ({ target, local, remote }: Field, { direction, sentBack }: MergeRules): Verdict =>
  direction !== 'inbound' && sentBack.has(target)
    ? { write: 'remote', shadow: local }
    : { write: 'none', shadow: remote };
