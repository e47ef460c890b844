import {
  AppError,
  type Call,
  type PageOf,
  type ReadLocalTime,
  type Reservations,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { RequestTransition } from '../workflow.client.ts';
import type { RequireAssignees } from './assignee.ts';
import type { ContentPatch } from './content.ts';
import { requireStatusChangeable } from './content-guard.ts';
import { changeTo, openEvent } from './event-change.ts';
import type { NumberedCreate } from './numbered-create.ts';
import type { ListQualityEvents } from './quality-event.query.ts';
import type { CreateQualityEvent, PatchQualityEvent, QualityEventListQuery } from './quality-event.schemas.ts';
import { type QualityEventStore, type ReadFreeEvent, requireEvent, requireFreeEvent } from './quality-event.store.ts';
import { type QualityEvent, withPatch } from './quality-event.ts';
import { type QualityEventView, toView } from './quality-event.view.ts';
import type { RecordRead } from './record-read.ts';
import type { ResolveRelated } from './related-entity.ts';

export type QualityEventService = {
  create(input: CreateQualityEvent, call: Call): Promise<QualityEventView>;
  read(id: string, call: Call): Promise<QualityEventView>;
  list(orgId: string, query: QualityEventListQuery): Promise<PageOf<QualityEventView>>;
  patch(id: string, patch: PatchQualityEvent, call: Call): Promise<QualityEventView>;
};

export type QualityEventParts = {
  store: QualityEventStore;
  list: ListQualityEvents;
  numbered: NumberedCreate;
  resolveRelated: ResolveRelated;
  requireAssignees: RequireAssignees;
  reservations: Pick<Reservations<QualityEvent>, 'apply'>;
  requestTransition: RequestTransition;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  recordRead: RecordRead;
  readFreeEvent: ReadFreeEvent;
  localTime: ReadLocalTime;
};

/** Whether a transition to the state is refused because the record has arrived there meanwhile. */
const hasArrived = (error: unknown, state: string): boolean =>
  error instanceof AppError && error.code === 'invalid_transition' && error.details?.current_state === state;

/** The use cases of quality events (specification, "Quality events"). */
export const makeQualityEventService = (parts: QualityEventParts): QualityEventService => {
  const { store, list, numbered, resolveRelated, unitOfWork, recordRead, readFreeEvent, localTime } = parts;
  const { reservations, requestTransition, requireAssignees } = parts;

  const change = (id: string, patch: ContentPatch, call: Call): Promise<QualityEventView> =>
    unitOfWork.decide(call, { records: [id] }, async () => {
      const before = await requireFreeEvent(store, call.actor.org_id, id);
      requireMatch(call, before.version);
      const decided = changeTo(before, withPatch(before, patch, call), call);
      return { changes: store.changes(decided), events: decided.events, answer: toView(decided.event) };
    });

  const transition = async (
    { org_id, id, version }: QualityEvent,
    { toState, patch }: { toState: string; patch: ContentPatch },
    call: Call,
  ): Promise<QualityEventView> => {
    requireMatch(call, version);
    await reservations.apply(org_id, await requestTransition(call, { id, toState, data: patch }));
    return toView(await requireEvent(store, org_id, id));
  };

  const resolvePatch = async (
    event: QualityEvent,
    fields: Omit<PatchQualityEvent, 'status'>,
  ): Promise<ContentPatch> => {
    const { related_entities: related, assigned_to: id } = fields;
    await requireAssignees(event.org_id, [{ field: 'assigned_to', id }], event.assigned_to);
    if (!related) return fields;
    return { ...fields, related_entities: await resolveRelated(event.org_id, related, event.related_entities) };
  };

  return {
    async create({ type, ...input }, call) {
      await requireAssignees(call.actor.org_id, [{ field: 'assigned_to', id: input.assigned_to }]);
      const related_entities = await resolveRelated(call.actor.org_id, input.related_entities ?? []);
      return numbered([type], call, (assign) => {
        const decided = assign(type, (number) => openEvent({ ...input, type, related_entities }, number, call));
        return { changes: store.changes(decided), events: decided.events, answer: toView(decided.event) };
      });
    },

    async read(id, call) {
      const event = await requireEvent(store, call.actor.org_id, id);
      await recordRead(event, call);
      return toView(event);
    },

    async list(orgId, query) {
      const { data, meta } = await list(orgId, query, await localTime(orgId));
      return { data: data.map(toView), meta };
    },

    async patch(id, { status, ...fields }, call) {
      const event = await (status === undefined
        ? requireEvent(store, call.actor.org_id, id)
        : readFreeEvent(call.actor.org_id, id));
      const patch = await resolvePatch(event, fields);
      if (status === event.status) requireStatusChangeable(event, status);
      if (status === undefined || status === event.status) return change(id, patch, call);
      try {
        return await transition(event, { toState: status, patch }, call);
      } catch (error) {
        if (!hasArrived(error, status) || (await readFreeEvent(call.actor.org_id, id)).status !== status) throw error;
        return change(id, patch, call);
      }
    },
  };
};
