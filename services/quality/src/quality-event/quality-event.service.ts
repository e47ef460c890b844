import {
  AppError,
  type Call,
  MOVED_SINCE,
  makeKeyedQueue,
  type PageOf,
  type ReadLocalTime,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { MoveInstance } from '../workflow.client.ts';
import { afterMove, type MoveAsked } from './applied-move.ts';
import type { RequireAssignees } from './assignee.ts';
import { requireStatusFree } from './content-guard.ts';
import type { WhileEnding } from './ending.ts';
import { changeTo, openEvent } from './event-change.ts';
import type { EventRecords } from './event-record.ts';
import type { MoveTaker } from './move-taker.ts';
import type { NumberedCreate } from './number-desk.ts';
import type { ListQualityEvents } from './quality-event.query.ts';
import type { CreateQualityEvent, PatchQualityEvent, QualityEventListQuery } from './quality-event.schemas.ts';
import { type QualityEventStore, requireEvent } from './quality-event.store.ts';
import { endsBy, type QualityEvent, withPatch } from './quality-event.ts';
import { type QualityEventView, recordMessage, viewOf } from './quality-event.view.ts';
import type { RecordRead } from './record-read.ts';
import type { ResolveRelated } from './related-entity.ts';
import type { WhenFree } from './when-free.ts';

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
  moves: MoveTaker;
  whenFree: WhenFree;
  whileEnding: WhileEnding;
  moveInstance: MoveInstance;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  recordRead: RecordRead;
  localTime: ReadLocalTime;
};

/** Whether it was refused since another move came first: the same one, or one that the event was judged without. */
const cameSecond = (error: unknown, state: string): boolean => {
  if (!(error instanceof AppError)) return false;
  const { code, details } = error;
  return code === 'invalid_transition' ? details?.current_state === state : details?.reason === MOVED_SINCE;
};

/** The use cases of quality events (specification, "Quality events"). */
export const makeQualityEventService = (parts: QualityEventParts): QualityEventService => {
  const { store, list, numbered, resolveRelated, records, unitOfWork, recordRead, localTime } = parts;
  const { moves, moveInstance, whenFree, whileEnding, requireAssignees } = parts;
  const inTurn = makeKeyedQueue();

  const change = (id: string, patch: MoveAsked['patch'], call: Call): Promise<QualityEventView> =>
    whenFree(call.actor.org_id, id, () =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await requireEvent(store, call.actor.org_id, id);
        requireMatch(call, before.version);
        const decided = changeTo(before, withPatch(before, patch, call), call);
        return { changes: store.changes(decided), events: decided.events, answer: viewOf(decided.event) };
      }),
    );

  const move = async (before: QualityEvent, { toState, patch }: MoveAsked, call: Call): Promise<QualityEvent> => {
    requireMatch(call, before.version);
    const { event, changed } = afterMove(before, { toState, patch }, call);
    const { facts, refusal } = await records.judge(event);
    const record = recordMessage(event, { facts, changed });
    const made = await moveInstance(call, { toState, data: patch, record, refusal });
    return moves.take(before.org_id, made);
  };

  const moveEvent = async (before: QualityEvent, asked: MoveAsked, call: Call): Promise<QualityEventView> => {
    // Who names a version moves that one, and nothing that another replica made of it meanwhile.
    const moved =
      endsBy(before, asked.toState) || call.ifMatch !== null
        ? await whileEnding(before, (event) => move(event, asked, call))
        : await move(before, asked, call);
    return viewOf(moved);
  };

  /** A move that came second is judged anew on the event that the first one left. */
  const judgedAnew = async (before: QualityEvent, status: string, error: unknown): Promise<QualityEvent> => {
    if (!cameSecond(error, status)) throw error;
    const event = await moves.catchUp(before.org_id, before.id);
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
    if (status === event.status) requireStatusFree(event, status);
    const stays = status === undefined || status === event.status;
    if (stays) return change(event.id, patch, call);
    try {
      return await moveEvent(event, { toState: status, patch }, call);
    } catch (error) {
      return patchEvent(await judgedAnew(event, status, error), { status, ...fields }, call);
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
        return { changes: store.changes(decided), events: decided.events, answer: viewOf(decided.event) };
      });
    },

    async read(id, call) {
      const event = await requireEvent(store, call.actor.org_id, id);
      await recordRead(event, call);
      return viewOf(event);
    },

    async list(orgId, query) {
      const { data, meta } = await list(orgId, query, await localTime(orgId));
      return { data: data.map(viewOf), meta };
    },

    patch: (id, patch, call) => inTurn([`${call.actor.org_id}/${id}`], () => patchInTurn(id, patch, call)),
  };
};
