import { ERROR_STATUS, type ErrorCode, isVisible } from '@qsc/contracts';
import {
  AppError,
  type Call,
  type Change,
  conflict as clash,
  invalidField,
  isObject,
  type PageOf,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import type { LinkStore } from '../link/link.store.ts';
import { changedLink, type Link } from '../link/link.ts';
import { toCommandId } from '../local/command-id.ts';
import type { LocalRecord, LocalRecords, LocalWrite, LocalWriteResult } from '../local/local-record.ts';
import { sendsRecords } from '../mapping/sends-records.ts';
import { storable } from '../mapping/storable.ts';
import { attributePath, NAME_TARGET } from '../mapping/target.ts';
import { toLocalPatch } from '../mapping/transform.ts';
import { sameValue, valueAt } from '../mapping/values.ts';
import type { ConflictId, ConflictListQuery, ResolveConflict } from './conflict.schemas.ts';
import type { ConflictStore } from './conflict.store.ts';
import {
  type Conflict,
  type ConflictDecision,
  decidedValue,
  isWhole,
  requireOpen,
  resolveConflict,
} from './conflict.ts';
import type { DecisionLock } from './decision-lock.ts';

export type ConflictService = {
  /** Throws `not_found` for an unknown connection. */
  list(connectionId: string, query: ConflictListQuery, orgId: string): Promise<PageOf<Conflict>>;
  /** Throws `not_found`. */
  read(id: ConflictId, call: Call): Promise<Conflict>;
  /**
   * Decides a conflict: the record here is written at once, the external system with the next synchronisation. The same
   * decision again continues one that was interrupted. Throws `not_found`, `precondition_failed`,
   * `validation_failed`; `conflict` where it is decided already or being decided otherwise, or the record has changed since on
   * either side.
   */
  resolve(id: ConflictId, input: ResolveConflict, call: Call): Promise<Conflict>;
};

type Parts = {
  store: ConflictStore;
  /** Throws `not_found`. */
  connections: { get(orgId: string, id: string): Promise<Pick<Connection, 'sync_config' | 'mappings'>> };
  links: Pick<LinkStore, 'find' | 'update'>;
  records: Pick<LocalRecords, 'read' | 'write'>;
  locks: DecisionLock;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** The decisions of users on conflicts (decisions, "Integrations"). */
export const makeConflictService = ({ store, connections, links, records, ...parts }: Parts): ConflictService => {
  const { locks, unitOfWork } = parts;

  const readOpen = async (id: ConflictId, call: Call): Promise<Conflict> => {
    const conflict = await store.get(call.actor.org_id, id);
    requireOpen(conflict);
    requireMatch(call, conflict.version);
    return conflict;
  };

  /** True where the decision was written; `onWrite` is called before it may be. */
  const writeHere = async ({ conflict, decision, onWrite }: Writing, call: Call): Promise<boolean> => {
    const [record] = await records.read(call.actor.org_id, conflict.entity_type, [conflict.entity_id]);
    const write = toWrite(conflict, decision, record);
    if (!write) return false;
    onWrite();
    const [result] = await records.write({ ...call, reason: decision.reason, ifMatch: null, idempotency: null }, [
      write,
    ]);
    if (result && !result.ok) throw refusal(result);
    return true;
  };

  /** Carries out a decision that has locked the conflict. */
  const carryOut = async ({ id, decision, onWrite }: CarryingOut, call: Call): Promise<Conflict> => {
    const { org_id } = call.actor;
    // Read under the lock: another decision may have ended before.
    const seen = await readOpen(id, call);
    const sends = isSent(await connections.get(org_id, seen.connection_id), seen);
    // The record first: were the conflict resolved first, a kill between the two would leave a decision that nobody carries out.
    const isWritten = await writeHere({ conflict: seen, decision, onWrite }, call);
    return unitOfWork.decide(call, { records: [seen.id] }, async () => {
      const before = await store.get(org_id, id);
      if (before.status === 'resolved') requireOpen(before);
      const link = await links.find(org_id, seen.link_id);
      if (!isStillDecidable({ before, seen, link }, decision)) throw isWritten ? overtaken() : changedSince('there');
      const { conflict, event } = resolveConflict({ ...seen, version: before.version }, decision, call);
      const changes: Change[] = [
        store.update(conflict),
        await locks.ended(seen, decision),
        ...(link && !isMet(before) ? [links.update(settled(link, conflict, { sends, now: call.now }))] : []),
      ];
      return { changes, events: [event], answer: conflict };
    });
  };

  return {
    async list(connectionId, query, orgId) {
      await connections.get(orgId, connectionId);
      return store.list(orgId, connectionId, query);
    },

    read: (id, call) => store.get(call.actor.org_id, id),

    async resolve(id, input, call) {
      const shown = await readOpen(id, call);
      const decision = toDecision(shown, input, call);
      await locks.acquire(shown, decision, call);
      let mayBeWritten = false;
      const onWrite = (): void => {
        mayBeWritten = true;
      };
      try {
        return await carryOut({ id, decision, onWrite }, call);
      } catch (error) {
        // A write that was not refused may have happened: only the same decision can continue.
        const isRefused = error instanceof AppError && ERROR_STATUS[error.code].http < 500;
        if (isRefused || !mayBeWritten) await locks.release(shown, decision);
        throw error;
      }
    },
  };
};

type CarryingOut = { id: ConflictId; decision: ConflictDecision; onWrite: () => void };

type Writing = { conflict: Conflict; decision: ConflictDecision; onWrite: () => void };

type DecisionBasis = { before: Conflict; seen: Conflict; link: Link | null };

/**
 * Whether the decision by what was `seen` still holds: the external value is the same, or a synchronisation has withdrawn the
 * conflict, since both sides have the written value.
 */
const isStillDecidable = ({ before, seen, link }: DecisionBasis, decision: ConflictDecision): boolean => {
  if (!isMet(before)) return sameValue(before.remote_value, seen.remote_value);
  return link === null || sameValue(link.shadow?.[seen.field] ?? null, decidedValue(seen, decision));
};

/** A field whose conflict a synchronisation has withdrawn, and settled its link. */
const isMet = (conflict: Conflict): boolean => conflict.status === 'withdrawn' && !isWhole(conflict);

const toDecision = (conflict: Conflict, input: ResolveConflict, call: Call): ConflictDecision => {
  const choice = toChoice(conflict, input);
  const reason = input.reason ?? call.reason;
  if (reason === null) throw invalidField('reason', 'required', 'Give a reason. It is recorded in the audit trail.');
  return { ...choice, reason };
};

const toChoice = (conflict: Conflict, { resolution, value }: ResolveConflict): Omit<ConflictDecision, 'reason'> => {
  if (resolution !== 'value') {
    if (value === undefined) return { resolution };
    throw invalidField('value', 'unknown', 'A value is given with the resolution "value" alone.');
  }
  if (isWhole(conflict))
    throw invalidField('resolution', 'invalid_value', 'A whole record is decided by "external" or "service".');
  if (value === undefined) throw invalidField('value', 'required', 'Name the value.');
  return { resolution, value: checkedValue(conflict, value) };
};

const checkedValue = ({ field }: Conflict, value: unknown): unknown => {
  const outcome = storable(value);
  if (!outcome.ok) throw invalidField('value', outcome.code, outcome.message);
  if (field === NAME_TARGET && (typeof value !== 'string' || !isVisible(value)))
    throw invalidField('value', 'invalid_value', 'A name is a text with at least one visible character.');
  return outcome.value;
};

const toWrite = (
  conflict: Conflict,
  decision: ConflictDecision,
  record: LocalRecord | undefined,
): LocalWrite | null => {
  const { entity_type: entityType, entity_id: id, field } = conflict;
  if (decision.resolution === 'service') return null;
  if (!record || record.deleted) {
    if (isWhole(conflict)) return null;
    throw clash('The record here is deleted, so nothing is left to decide.');
  }
  const at = { entityType, id, version: record.version, commandId: toCommand(conflict, decision) };
  if (isWhole(conflict)) {
    if (!isAsShown(record, conflict)) throw changedSince('here');
    return { kind: 'delete', ...at };
  }
  const value = decidedValue(conflict, decision);
  const present = presentValue(record, field);
  if (sameValue(present, value)) return null;
  if (!sameValue(present, conflict.local_value)) throw changedSince('here');
  return { kind: 'change', ...at, ...toLocalPatch({ [field]: value }, { [field]: present }) };
};

const presentValue = ({ name, attributes }: LocalRecord, field: string): unknown => {
  const path = attributePath(field);
  return path === null ? name : valueAt(attributes, path);
};

/** Whether the record has what the conflict of it as a whole shows: a deletion is decided by that alone. */
const isAsShown = (record: LocalRecord, { local_value }: Conflict): boolean =>
  Object.entries(isObject(local_value) ? local_value : {}).every(([field, value]) =>
    sameValue(presentValue(record, field), value),
  );

const toCommand = ({ id, version }: Conflict, { resolution, value }: ConflictDecision): string =>
  toCommandId([id, version, resolution, value ?? null]);

const changedSince = (side: 'here' | 'there'): AppError =>
  clash(
    `The record ${side} has changed since. Synchronise the connection, and decide by what the conflict shows then.`,
  );

const overtaken = (): AppError =>
  clash(
    'The record here has what was decided, and the record there has changed meanwhile. Decide again, by what the conflict shows now.',
  );

const refusal = (result: Extract<LocalWriteResult, { ok: false }>): AppError => {
  if (result.kind === 'version_clash') return changedSince('here');
  if (result.kind === 'gone') return clash('The record here is deleted, so nothing is left to decide.');
  const code = Object.hasOwn(ERROR_STATUS, result.code) ? (result.code as ErrorCode) : 'validation_failed';
  return code === 'validation_failed'
    ? invalidField('value', code, result.message)
    : new AppError(code, result.message);
};

/** Whether the mapping of a conflict sends what is decided. */
const isSent = (
  { sync_config, mappings }: Pick<Connection, 'sync_config' | 'mappings'>,
  { mapping_id }: Conflict,
): boolean => mappings.some((mapping) => mapping.id === mapping_id && sendsRecords(sync_config.direction, mapping));

/**
 * The base is the external value: the record here differs from it by the decision alone, which the next merge sends.
 * Where nothing is sent, the link does not become dirty. A record that was deleted here, since it was deleted there, is
 * reported when it is back there.
 */
const settled = (
  link: Link,
  { field, remote_value, resolution, ...conflict }: Conflict,
  { sends, now }: { sends: boolean; now: Date },
): Link =>
  isWhole({ field, ...conflict })
    ? changedLink(
        link,
        { deleted: true, dirty: false, ...(resolution === 'external' ? { remote_hash: null } : {}) },
        now,
      )
    : changedLink(link, { shadow: { ...link.shadow, [field]: remote_value }, dirty: sends || link.dirty }, now);
