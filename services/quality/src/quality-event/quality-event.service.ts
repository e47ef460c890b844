import {
  AppError,
  type Call,
  type ListAttachments,
  MOVED_SINCE,
  makeKeyedQueue,
  type PageOf,
  type ReadLocalTime,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { RequestTransition } from '../workflow.client.ts';
import { afterTransition, type RequestedTransition } from './applied-transition.ts';
import type { RequireAssignees } from './assignee.ts';
import { requireStatusChangeable } from './content-guard.ts';
import { changeTo, openEvent } from './event-change.ts';
import type { EventRecords } from './event-record.ts';
import type { NumberedCreate } from './numbered-create.ts';
import type { ListQualityEvents } from './quality-event.query.ts';
import type { CreateQualityEvent, PatchQualityEvent, QualityEventListQuery } from './quality-event.schemas.ts';
import { type QualityEventStore, requireEvent } from './quality-event.store.ts';
import { endsBy, type QualityEvent, withPatch } from './quality-event.ts';
import { type QualityEventView, recordMessage, toView } from './quality-event.view.ts';
import type { RecordRead } from './record-read.ts';
import type { ResolveRelated } from './related-entity.ts';
import type { WithReservation } from './reservation.ts';
import type { TransitionApplier } from './transition-applier.ts';
import type { WhenUnlocked } from './when-unlocked.ts';

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
  records: EventRecords;
  transitions: TransitionApplier;
  whenUnlocked: WhenUnlocked;
  withReservation: WithReservation;
  requestTransition: RequestTransition;
  listAttachments: ListAttachments;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  recordRead: RecordRead;
  localTime: ReadLocalTime;
};

/**
 * Whether the refusal is due to another transition that was committed first: the same one, or one that the decision did not
 * include.
 */
const isTransitionConflict = (error: unknown, state: string): boolean => {
  if (!(error instanceof AppError)) return false;
  const { code, details } = error;
  return code === 'invalid_transition' ? details?.current_state === state : details?.reason === MOVED_SINCE;
};

/** The use cases of quality events (specification, "Quality events"). */
export const makeQualityEventService = (parts: QualityEventParts): QualityEventService => {
  const { store, list, numbered, resolveRelated, records, unitOfWork, recordRead, localTime } = parts;
  const { transitions, requestTransition, listAttachments, whenUnlocked, withReservation, requireAssignees } = parts;
  const inTurn = makeKeyedQueue();

  const change = (id: string, patch: RequestedTransition['patch'], call: Call): Promise<QualityEventView> =>
    whenUnlocked(call.actor.org_id, id, () =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await requireEvent(store, call.actor.org_id, id);
        requireMatch(call, before.version);
        const decided = changeTo(before, withPatch(before, patch, call), call);
        return { changes: store.changes(decided), events: decided.events, answer: toView(decided.event) };
      }),
    );

  const transition = async (
    before: QualityEvent,
    { toState, patch }: RequestedTransition,
    call: Call,
  ): Promise<QualityEvent> => {
    requireMatch(call, before.version);
    const { event, changed } = afterTransition(before, { toState, patch }, call);
    const { facts, refusal } = await records.check(event);
    const attachments = await listAttachments(event.org_id, event.id);
    const record = recordMessage(event, { facts, changed, attachments });
    const transition = await requestTransition(call, { toState, data: patch, record, refusal });
    return transitions.apply(before.org_id, transition);
  };

  const transitionEvent = async (
    before: QualityEvent,
    requested: RequestedTransition,
    call: Call,
  ): Promise<QualityEventView> => {
    // A request that names a version applies to that version, and not to a change of another replica meanwhile.
    const moved =
      endsBy(before, requested.toState) || call.ifMatch !== null
        ? await withReservation(before, (event) => transition(event, requested, call))
        : await transition(before, requested, call);
    return toView(moved);
  };

  /**
   * The event after the transition that was committed first, for another decision on it. Throws `error` where it is no such
   * conflict.
   */
  const eventAfterConflict = async (before: QualityEvent, status: string, error: unknown): Promise<QualityEvent> => {
    if (!isTransitionConflict(error, status)) throw error;
    const event = await transitions.catchUp(before.org_id, before.id);
    if (event.record_moves === before.record_moves) throw error;
    return event;
  };

  const patchEvent = async (
    event: QualityEvent,
    { status, ...fields }: PatchQualityEvent,
    call: Call,
  ): Promise<QualityEventView> => {
    const { related_entities: related, assigned_to: id } = fields;
    await requireAssignees(event.org_id, [{ field: 'assigned_to', id }], event.assigned_to);
    const patch = related
      ? { ...fields, related_entities: await resolveRelated(event.org_id, related, event.related_entities) }
      : fields;
    if (status === event.status) requireStatusChangeable(event, status);
    const stays = status === undefined || status === event.status;
    if (stays) return change(event.id, patch, call);
    try {
      return await transitionEvent(event, { toState: status, patch }, call);
    } catch (error) {
      return patchEvent(await eventAfterConflict(event, status, error), { status, ...fields }, call);
    }
  };

  const patchInTurn = async (id: string, patch: PatchQualityEvent, call: Call) =>
    patchEvent(await requireEvent(store, call.actor.org_id, id), patch, call);

  return {
    async create({ type, ...input }, call) {
      await requireAssignees(call.actor.org_id, [{ field: 'assigned_to', id: input.assigned_to }]);
      const related_entities = await resolveRelated(call.actor.org_id, input.related_entities ?? []);
      return numbered(type, call, (number) => {
        const decided = openEvent({ ...input, type, related_entities }, number, call);
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

    patch: (id, patch, call) => inTurn([`${call.actor.org_id}/${id}`], () => patchInTurn(id, patch, call)),
  };
};
