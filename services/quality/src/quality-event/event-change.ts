import { newId, type QualityEventStatus, type QualityEventType } from '@qsc/contracts';
import { type Changes, type Envelope, type QualityEventSnapshot, qualityEvents } from '@qsc/contracts/events';
import { type Call, changesBetween, makeEvent, type Tracked } from '@qsc/service-kit/pure';
import { type Capa, trackedCapa } from '../capa/capa.ts';
import { type ContentPatch, mergeContent, requireFieldsOfType, toContent } from './content.ts';
import { requireNoFieldRemoved, requireNoPendingApproval } from './content-guard.ts';
import { isSame, NO_TRANSITIONS, type QualityEvent, requireOpen } from './quality-event.ts';

/**
 * The outcome of a decision about a quality event. `before` is null for a new one; nothing is written where both are the same.
 */
export type Decided = { before: QualityEvent | null; event: QualityEvent; events: Envelope[] };

/** The input of a new event; `capa` for a CAPA alone. */
export type NewQualityEvent = ContentPatch & { type: QualityEventType; capa?: Capa };

type Audit = Parameters<typeof makeEvent>[2]['audit'];

/** The fields of an audit entry beside the record and its changes. */
export type ActFacts = Omit<Audit, 'entity_type' | 'entity_id' | 'entity_name' | 'entity_version' | 'changes'>;

/** The event as other services need it. */
export const toSnapshot = (event: QualityEvent): QualityEventSnapshot => ({
  id: event.id,
  type: event.type,
  number: event.number,
  title: event.title,
  status: event.status,
  priority: event.priority,
  classification: event.classification,
  category: event.category,
  related_entities: event.related_entities.map(({ type, id }) => ({ type, id })),
  assigned_to: event.assigned_to,
  due_date: event.due_date,
  source_event_id: event.capa?.source_event_id ?? null,
  effectiveness: event.capa?.effectiveness_check?.outcome ?? null,
  version: event.version,
  created_at: event.created_at.toISOString(),
  created_by: event.created_by,
  updated_at: event.updated_at.toISOString(),
});

const FIRST_STATUS: QualityEventStatus = 'draft';

/** The fields whose changes are reported: the content and the status. */
const toTracked = (event: QualityEvent | null): Tracked => {
  if (!event) return {};
  const capa = event.capa && trackedCapa(event.capa);
  return { type: event.type, number: event.number, status: event.status, ...toContent(event), ...capa };
};

/**
 * The differences between two states of a quality event; everything where it is new. Fields that are empty in both are left
 * out.
 */
export const eventChanges = (before: QualityEvent | null, after: QualityEvent): Changes => {
  const changes = Object.entries(changesBetween(toTracked(before), toTracked(after)));
  return Object.fromEntries(changes.filter(([, { from, to }]) => from !== null || to !== null));
};

/** The domain event of a change that raises the version, with its audit entry. */
export const changeEvent = (
  kind: 'created' | 'updated',
  [before, after]: readonly [QualityEvent | null, QualityEvent],
  { call, audit }: { call: Call; audit: ActFacts },
): Envelope => makeRecordEvent(kind, after, { call, audit, changes: eventChanges(before, after) });

/** The domain event of an act on a quality event. */
export const makeRecordEvent = (
  kind: Exclude<keyof typeof qualityEvents, 'overdue'>,
  event: QualityEvent,
  { call, audit, changes = {} }: { call: Call; audit: ActFacts; changes?: Changes },
): Envelope =>
  makeEvent(qualityEvents[kind], call, {
    audit: {
      ...audit,
      entity_type: event.type,
      entity_id: event.id,
      entity_name: event.title,
      entity_version: event.version,
      changes,
    },
    record: toSnapshot(event),
  });

/** A new quality event at version 1. Throws `validation_failed` for a field that its type does not have. */
export const openEvent = ({ type, capa, ...content }: NewQualityEvent, number: string, call: Call): Decided => {
  requireFieldsOfType(type, content);
  const event: QualityEvent = {
    id: newId('qualityEvent'),
    org_id: call.actor.org_id,
    type,
    number,
    status: FIRST_STATUS,
    ...mergeContent({}, content),
    capa: capa ?? null,
    version: 1,
    created_at: call.now,
    updated_at: call.now,
    created_by: call.actor.id,
    ended_at: null,
    ...NO_TRANSITIONS,
  };
  return {
    before: null,
    event,
    events: [changeEvent('created', [null, event], { call, audit: { action: 'create' } })],
  };
};

/** The time of a change. It is never before the change that it follows. */
export const changedAt = ({ updated_at }: Pick<QualityEvent, 'updated_at'>, { now }: Pick<Call, 'now'>): Date =>
  new Date(Math.max(now.getTime(), updated_at.getTime()));

/**
 * The event with a change, at its next version, as one act of the caller. A change that changes nothing raises no version.
 * Throws `conflict` for an event that is closed, rejected or waits for approval, and `missing_required_fields` for a change that
 * removes a field which its workflow has required.
 */
export const changeTo = (before: QualityEvent, after: QualityEvent, call: Call): Decided => {
  if (isSame(before, after)) return { before, event: before, events: [] };
  requireOpen(before);
  requireNoPendingApproval(before);
  requireNoFieldRemoved(before, after);
  const event = { ...after, version: before.version + 1, updated_at: changedAt(before, call) };
  return { before, event, events: [changeEvent('updated', [before, event], { call, audit: { action: 'update' } })] };
};
