import { hash } from 'node:crypto';
import { ERROR_STATUS, type ErrorCode } from '@qsc/contracts';
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
import type { LocalRecord, LocalRecords, LocalWrite, LocalWriteResult } from '../local/local-record.ts';
import { sendsRecords } from '../mapping/sends-records.ts';
import { storable } from '../mapping/storable.ts';
import { attributePath, NAME_TARGET } from '../mapping/target.ts';
import { localPatchOf } from '../mapping/transform.ts';
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

export type ConflictService = {
  /** Throws `not_found` for an unknown connection. */
  list(connectionId: string, query: ConflictListQuery, orgId: string): Promise<PageOf<Conflict>>;
  /** Throws `not_found`. */
  read(id: ConflictId, call: Call): Promise<Conflict>;
  /**
   * Decides a conflict: the record here is written at once, the external system gets its part with the next synchronisation.
   * Throws `not_found`, `precondition_failed`, `validation_failed`; `conflict` where it is decided already or the record here
   * has changed since.
   */
  resolve(id: ConflictId, input: ResolveConflict, call: Call): Promise<Conflict>;
};

type Parts = {
  store: ConflictStore;
  /** Throws `not_found`. */
  connections: { get(orgId: string, id: string): Promise<Pick<Connection, 'sync_config' | 'mappings'>> };
  links: Pick<LinkStore, 'find' | 'update'>;
  records: Pick<LocalRecords, 'read' | 'write'>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** What people do with the fields that wait for them (decisions, "Integrations"). */
export const makeConflictService = ({ store, connections, links, records, unitOfWork }: Parts): ConflictService => {
  const writeHere = async (conflict: Conflict, decision: ConflictDecision, call: Call): Promise<void> => {
    const [record] = await records.read(call.actor.org_id, conflict.entity_type, [conflict.entity_id]);
    const write = writeOf(conflict, decision, record);
    if (!write) return;
    const [result] = await records.write({ ...call, reason: decision.reason, ifMatch: null, idempotency: null }, [
      write,
    ]);
    if (result && !result.ok) throw refusal(result);
  };

  return {
    async list(connectionId, query, orgId) {
      await connections.get(orgId, connectionId);
      return store.list(orgId, connectionId, query);
    },

    read: (id, call) => store.get(call.actor.org_id, id),

    async resolve(id, input, call) {
      const seen = await store.get(call.actor.org_id, id);
      requireOpen(seen);
      requireMatch(call, seen.version);
      const decision = decisionOf(seen, input, call);
      const sends = isSent(await connections.get(call.actor.org_id, seen.connection_id), seen);
      // The record first: were the conflict resolved first, a kill between the two would leave a decision that nobody carries out.
      await writeHere(seen, decision, call);
      return unitOfWork.decide(call, { records: [seen.id] }, async () => {
        const before = await store.get(call.actor.org_id, id);
        // A synchronisation that met what was just written has withdrawn it; the decision stands all the same.
        if (before.status === 'resolved') requireOpen(before);
        const { conflict, event } = resolveConflict({ ...seen, version: before.version }, decision, call);
        const link = await links.find(call.actor.org_id, seen.link_id);
        const changes: Change[] = [
          store.update(conflict),
          ...(link ? [links.update(settled(link, conflict, { sends, now: call.now }))] : []),
        ];
        return { changes, events: [event], answer: conflict };
      });
    },
  };
};

const decisionOf = (conflict: Conflict, input: ResolveConflict, call: Call): ConflictDecision => {
  const choice = choiceOf(conflict, input);
  const reason = input.reason ?? call.reason;
  if (reason === null) throw invalidField('reason', 'required', 'Say why. It stands in the audit trail.');
  return { ...choice, reason };
};

const choiceOf = (conflict: Conflict, { resolution, value }: ResolveConflict): Omit<ConflictDecision, 'reason'> => {
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
  if (field === NAME_TARGET && (typeof value !== 'string' || value.trim() === ''))
    throw invalidField('value', 'invalid_value', 'A name is a text that is not blank.');
  return outcome.value;
};

const writeOf = (
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
  const at = { entityType, id, version: record.version, commandId: commandOf(conflict, decision) };
  if (isWhole(conflict)) {
    if (!isAsShown(record, conflict)) throw changedSince();
    return { kind: 'delete', ...at };
  }
  const value = decidedValue(conflict, decision);
  const present = presentValue(record, field);
  if (sameValue(present, value)) return null;
  if (!sameValue(present, conflict.local_value)) throw changedSince();
  return { kind: 'change', ...at, ...localPatchOf({ [field]: value }, { [field]: present }) };
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

const commandOf = ({ id, version }: Conflict, { resolution, value }: ConflictDecision): string =>
  hash('sha256', JSON.stringify([id, version, resolution, value ?? null]));

const changedSince = (): AppError =>
  clash('The record here has changed since. Synchronise the connection, and decide by what the conflict shows then.');

const refusal = (result: Extract<LocalWriteResult, { ok: false }>): AppError => {
  if (result.kind === 'version_clash') return changedSince();
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
 * The base is what stands there now: what is here differs from it by the decision alone, which the next merge carries out.
 * Where nothing is sent, nothing waits for that either. A record that is deleted here since it is gone there is told when it is
 * there again.
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
