import { isDeepStrictEqual } from 'node:util';
import { type AuditAction, type EntityType, newId } from '@qsc/contracts';
import { type Changes, type Companion, type EntitySnapshot, type Envelope, entityEvents } from '@qsc/contracts/events';
import {
  AppError,
  type Call,
  changesBetween,
  conflict,
  type factsOfTransition,
  makeEvent,
  mergePatch,
  type Reference,
  type Reservation,
  validationFailed,
} from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';
import { guardAssessed, guardState, withState } from './state-guard.ts';
import { withStoredCode } from './unique-code.ts';

export { ENTITY_TYPES, type EntityType } from '@qsc/contracts';

export type Relationship = { id: string; type: string; target_id: string; attributes: Attributes };

/** The file of a document, as the document describes it; `checksum` is `sha256:<hex>`. */
export type DocumentFile = {
  file_id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  checksum: string;
};

/** A record that a document belongs to. */
export type RelatedRecord = { type: string; id: string };

/** What a document has beside other entities. */
type DocumentParts = { file?: DocumentFile | undefined; related_to?: RelatedRecord[] | undefined };

/** An entity as the domain knows it. */
export type Entity = DocumentParts & {
  id: string;
  org_id: string;
  type: EntityType;
  name: string;
  attributes: Attributes;
  relationships: Relationship[];
  version: number;
  created_at: Date;
  updated_at: Date;
  created_by: string;
  deleted: boolean;
  /** The last transition of its workflow. This and the reservation are not shown, and changing them is no new version. */
  last_transition_id?: string | null | undefined;
  /** The transition or decision that is under way; nothing else changes the entity. */
  reservation?: Reservation | null | undefined;
};

/** One version of an entity: what changed, when and by whom. */
export type HistoryRecord = { version: number; changes: Changes; changed_at: Date; changed_by: string };

/** What a decision about an entity comes to. `history` is null when nothing changed. */
export type Decided = { entity: Entity; history: HistoryRecord | null; events: Envelope[] };

export type NewEntity = DocumentParts & {
  type: EntityType;
  name: string;
  attributes: Attributes;
  relationships: Omit<Relationship, 'id'>[];
};

/** What a change asks for; `transitionTo` and `companion` come from other services alone. */
export type EntityPatch = {
  name?: string | undefined;
  attributes?: Attributes | undefined;
  /** The target state, also where it is the current one. */
  transitionTo?: string | undefined;
  /** What the asking service keeps beside the change; it rides in the event and is not stored here. */
  companion?: Companion | undefined;
};

type EntityEvent = Exclude<keyof typeof entityEvents, 'read' | 'fileDamaged'>;
type Action = AuditAction;

const SIZE_LIMIT = 64 * 1024;
const RELATIONSHIPS_SIZE = 256 * 1024;

/** The most relationships that one entity holds. */
export const RELATIONSHIP_LIMIT = 1_000;

/** The entity as events carry it. */
const toSnapshot = (
  { org_id: _org, last_transition_id: _last, reservation: _reservation, ...entity }: Entity,
  companion: Companion | undefined,
): EntitySnapshot => ({
  ...entity,
  created_at: entity.created_at.toISOString(),
  updated_at: entity.updated_at.toISOString(),
  ...(companion ? { companion } : {}),
});

/** Those that the entity has; a member without a value would be stored and shown as one. */
const pickDocumentParts = ({ file, related_to }: DocumentParts): DocumentParts => ({
  ...(file ? { file } : {}),
  ...(related_to ? { related_to } : {}),
});

const pickTracked = ({ name, attributes, relationships, deleted, ...document }: Entity): Record<string, unknown> => ({
  ...pickDocumentParts(document),
  name,
  attributes,
  relationships: Object.fromEntries(
    relationships.map(({ id, type, target_id, attributes }) => [id, { type, target_id, attributes }]),
  ),
  deleted,
});

const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Throws `validation_failed` for an entity that is too large: 64 KiB of attributes, 1,000 relationships of 256 KiB together. */
export const requireSize = ({ attributes, relationships }: Entity): void => {
  const tooBig = (field: string, message: string) => validationFailed([{ field, code: 'too_big', message }]);
  if (countBytes(attributes) > SIZE_LIMIT)
    throw tooBig('attributes', `The attributes of an entity hold at most ${SIZE_LIMIT} bytes of JSON.`);
  if (relationships.length > RELATIONSHIP_LIMIT)
    throw tooBig('relationships', `An entity has at most ${RELATIONSHIP_LIMIT} relationships.`);
  if (countBytes(relationships) > RELATIONSHIPS_SIZE)
    throw tooBig('relationships', `The relationships of an entity hold at most ${RELATIONSHIPS_SIZE} bytes of JSON.`);
};

type Act = {
  call: Call;
  action: Action;
  state?: string | null;
  companion?: Companion | undefined;
  /** What the audit entry of a transition of its workflow says besides. */
  transition?: ReturnType<typeof factsOfTransition>;
};

const makeEntityEvent = (kind: EntityEvent, entity: Entity, act: Act & { changes: Changes }): Envelope =>
  makeEvent(entityEvents[kind], act.call, {
    audit: {
      action: act.action,
      entity_type: entity.type,
      entity_id: entity.id,
      entity_name: entity.name,
      entity_version: entity.version,
      changes: act.changes,
      ...(act.state ? { workflow_state: act.state } : {}),
      ...(act.companion ? { details: { [act.companion.kind]: act.companion.record } } : {}),
      ...act.transition,
    },
    record: toSnapshot(entity, act.companion),
  });

const toHistory = (entity: Entity, changes: Changes, call: Call): HistoryRecord => ({
  version: entity.version,
  changes,
  changed_at: call.now,
  changed_by: call.actor.id,
});

/** The entity with what changed, one version on. */
export const nextVersion = (entity: Entity, changed: Partial<Entity>, call: Call): Entity => ({
  ...entity,
  ...changed,
  version: entity.version + 1,
  updated_at: call.now,
});

/** What a change from one version to the next comes to: history, and the event with its audit entry. */
export const advance = (kind: EntityEvent, [before, after]: readonly [Entity, Entity], act: Act): Decided => {
  const changes = changesBetween(pickTracked(before), pickTracked(after));
  return {
    entity: after,
    history: toHistory(after, changes, act.call),
    events: [makeEntityEvent(kind, after, { ...act, changes })],
  };
};

const NOTHING = { relationships: {}, attributes: {}, deleted: false };

/** A new entity at version 1. Throws `validation_failed` when it is too large, `invalid_transition` for a state it cannot begin with. */
export const createEntity = (input: NewEntity, call: Call): Decided => {
  guardState(input.type, { before: null, after: input.attributes }, call);
  const entity: Entity = {
    id: newId('entity'),
    org_id: call.actor.org_id,
    type: input.type,
    name: input.name,
    attributes: withStoredCode(input),
    relationships: input.relationships.map((relationship) => ({ id: newId('relationship'), ...relationship })),
    ...pickDocumentParts(input),
    version: 1,
    created_at: call.now,
    updated_at: call.now,
    created_by: call.actor.id,
    deleted: false,
  };
  requireSize(entity);
  const changes = changesBetween(NOTHING, { type: entity.type, ...pickTracked(entity) });
  return {
    entity,
    history: toHistory(entity, changes, call),
    events: [makeEntityEvent('created', entity, { call, action: 'create', changes })],
  };
};

/**
 * The entity with the patch merged into it. What changes nothing raises no version, unless a companion goes with it or a transition
 * is requested. Throws as `createEntity`, `guardState` and `guardAssessed`.
 */
export const patchEntity = (entity: Entity, { companion, ...patch }: EntityPatch, call: Call): Decided => {
  const before = entity.attributes;
  const merged = mergePatch(before, patch.attributes ?? {}) as Attributes;
  const coded = withStoredCode({ type: entity.type, attributes: merged }, before);
  const attributes = withState(entity.type, coded, patch.transitionTo);
  guardAssessed(entity.type, { before, after: attributes }, companion);
  const state = guardState(
    entity.type,
    { before, after: attributes, given: patch.attributes ?? {}, requested: patch.transitionTo },
    call,
  );
  const after = nextVersion(entity, { name: patch.name ?? entity.name, attributes }, call);
  requireSize(after);
  if (!state && !companion && isDeepStrictEqual(pickTracked(entity), pickTracked(after)))
    return { entity, history: null, events: [] };
  return advance('updated', [entity, after], { call, action: state ? 'transition' : 'update', state, companion });
};

/** The entity marked as deleted; its record and trail stay. */
export const softDeleteEntity = (entity: Entity, call: Call): Decided =>
  advance('deleted', [entity, nextVersion(entity, { deleted: true }, call)], { call, action: 'delete' });

/** The entity as it was before its soft delete. Throws `conflict` when it is not deleted. */
export const restoreEntity = (entity: Entity, call: Call): Decided => {
  if (!entity.deleted)
    throw conflict(`The ${entity.type} "${entity.name}" is not deleted, so there is nothing to restore.`);
  return advance('restored', [entity, nextVersion(entity, { deleted: false }, call)], { call, action: 'restore' });
};

/** What else has a part in an entity that is to be removed for good. */
type Ties = { pointedToBy: number; isSigned: boolean; isHeld: boolean; references: readonly Reference[] };

/** Why an entity has to be kept, by the reason in the details of the answer. */
const KEPT = {
  signed: 'was signed electronically and has to be kept. Delete it without hard=true.',
  referenced: 'has to be kept for the records that refer to it (details.references). Delete it without hard=true.',
  legal_hold: 'is under a legal hold and has to be kept. Delete it without hard=true, or have the hold lifted first.',
} as const;

const retentionHold = ({ type, name }: Entity, reason: keyof typeof KEPT, details = {}): AppError =>
  new AppError('retention_hold', `The ${type} "${name}" ${KEPT[reason]}`, { details: { reason, ...details } });

/**
 * The event of a hard delete. Throws `retention_hold` for a record that was signed (21 CFR 11.10(c), 11.70), is under a legal
 * hold, is what records of other services refer to, or belongs to records as their document, and `conflict` while other entities point to this one.
 */
export const purgeEntity = (
  entity: Entity,
  { pointedToBy, isSigned, isHeld, references }: Ties,
  call: Call,
): Envelope => {
  if (isSigned) throw retentionHold(entity, 'signed');
  if (isHeld) throw retentionHold(entity, 'legal_hold');
  const belongsTo = (entity.related_to ?? []).map(({ type, id }) => ({ type, id, name: id }));
  const all = [...references, ...belongsTo];
  if (all.length > 0) throw retentionHold(entity, 'referenced', { references: all });
  if (pointedToBy > 0)
    throw conflict(`${pointedToBy} other entities have a relationship to this one. Remove those first.`, {
      referenced_by: pointedToBy,
    });
  const changes = changesBetween({ type: entity.type, ...pickTracked(entity) }, NOTHING);
  return makeEntityEvent('purged', entity, { call, action: 'delete', changes });
};
