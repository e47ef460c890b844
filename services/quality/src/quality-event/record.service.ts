import type { DocumentReference } from '@qsc/contracts';
import type { AppliedMove } from '@qsc/contracts/grpc/record/v1/AppliedMove';
import type { ApplyMoveRequest__Output } from '@qsc/contracts/grpc/record/v1/ApplyMoveRequest';
import type { GetRecordRequest__Output } from '@qsc/contracts/grpc/record/v1/GetRecordRequest';
import type { Move__Output } from '@qsc/contracts/grpc/record/v1/Move';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import { type Clock, invalidField, type ListAttachments, parsePart, systemCall } from '@qsc/service-kit';
import { parseTransition } from '../workflow.client.ts';
import { afterTransition, type RequestedTransition } from './applied-transition.ts';
import type { RequireAssignees } from './assignee.ts';
import type { EventRecords } from './event-record.ts';
import { TransitionData } from './quality-event.schemas.ts';
import { type QualityEventStore, requireEvent } from './quality-event.store.ts';
import { endsBy, type QualityEvent } from './quality-event.ts';
import { recordMessage } from './quality-event.view.ts';
import type { WithReservation } from './reservation.ts';
import type { TransitionApplier } from './transition-applier.ts';

/** The gRPC service that the workflow service calls at the owner of quality events (proto/record/v1). */
export type RecordService = {
  /**
   * Throws `not_found`; with a transition also `validation_failed` or `conflict` where the record refuses it, and
   * `missing_required_fields` where it lacks a required field.
   */
  get(request: GetRecordRequest__Output): Promise<RecordMessage>;
  apply(request: ApplyMoveRequest__Output): Promise<AppliedMove>;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw invalidField('data', 'invalid_json', 'This is not JSON.');
  }
};

const toRequestedTransition = ({ to_state, data_json }: Move__Output): RequestedTransition => ({
  toState: to_state,
  patch: parsePart(TransitionData, parseJson(data_json), 'data') as RequestedTransition['patch'],
});

type Parts = {
  store: Pick<QualityEventStore, 'find'>;
  records: EventRecords;
  transitions: TransitionApplier;
  requireAssignees: RequireAssignees;
  listAttachments: ListAttachments;
  withReservation: WithReservation;
  clock: Clock;
};

/** Quality events as records of workflows. */
export const makeRecordService = (parts: Parts): RecordService => {
  const { store, records, transitions, requireAssignees, listAttachments, withReservation, clock } = parts;
  const current = async ({ org_id, id, record_moves, waiting }: GetRecordRequest__Output): Promise<QualityEvent> => {
    const found = await requireEvent(store, org_id, id);
    const event = found.record_moves < record_moves ? await transitions.catchUp(org_id, id) : found;
    if (!waiting || event.transition_lock.last_transition >= waiting.move) return event;
    return transitions.setAwaitedApproval(org_id, id, { approvalId: waiting.approval_id, move: waiting.move });
  };

  const readAttachments = async ({ org_id, id, with_attachments }: GetRecordRequest__Output) =>
    with_attachments ? await listAttachments(org_id, id) : [];

  const requireFields = async (
    event: QualityEvent,
    { required_fields }: GetRecordRequest__Output,
  ): Promise<QualityEvent> =>
    required_fields.length === 0 ? event : transitions.requireFields(event.org_id, event.id, required_fields);

  const checked = async (
    before: QualityEvent,
    requested: RequestedTransition,
    attachments: DocumentReference[],
  ): Promise<RecordMessage> => {
    const { event, changed } = afterTransition(before, requested, systemCall(before.org_id, clock()));
    await requireAssignees(event.org_id, [{ field: 'assigned_to', id: event.assigned_to }], before.assigned_to);
    const { facts, refusal } = await records.check(event);
    if (refusal) throw refusal;
    return recordMessage(event, { facts, changed, attachments });
  };

  return {
    async get(request) {
      const before = await current(request);
      const attachments = await readAttachments(request);
      if (!request.move) {
        const event = await requireFields(before, request);
        return recordMessage(event, { facts: await records.readFacts(event), changed: false, attachments });
      }
      const requested = toRequestedTransition(request.move);
      const check = async (event: QualityEvent) => {
        const message = await checked(event, requested, attachments);
        await requireFields(event, request);
        return message;
      };
      return request.commits && endsBy(before, requested.toState) ? withReservation(before, check) : check(before);
    },
    async apply({ org_id, move_json }) {
      const { version } = await transitions.apply(org_id, parseTransition(move_json));
      return { version };
    },
  };
};
