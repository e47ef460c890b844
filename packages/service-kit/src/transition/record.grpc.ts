import { UTC } from '@qsc/contracts';
import type { ApplyRequest__Output } from '@qsc/contracts/grpc/record/v1/ApplyRequest';
import type { GetRecordRequest__Output } from '@qsc/contracts/grpc/record/v1/GetRecordRequest';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import type { ReleaseRequest__Output } from '@qsc/contracts/grpc/record/v1/ReleaseRequest';
import type { ReserveRequest__Output } from '@qsc/contracts/grpc/record/v1/ReserveRequest';
import type { Call } from '../call.ts';
import { AppError, invalidField } from '../error.ts';
import { callOfCommand } from '../grpc/command.ts';
import { loadService } from '../grpc/definition.ts';
import { type GrpcService, unary } from '../grpc/server.ts';
import type { Log } from '../log.ts';
import { isObject } from '../merge-patch.ts';
import type { Reservable, Reservations, ReserveRequest } from './reservation.ts';
import { parseTransition } from './workflow.client.ts';

/** A requested reservation. `call`: who acts, when, and on which version. */
export type RecordReserve = ReserveRequest & {
  call: Call;
  /** Null for a decision that may leave the record as it is. */
  toState: string | null;
  data: Record<string, unknown>;
  /** Whether the owner itself has checked the data. */
  isByOwner: boolean;
  requiredFields: readonly string[];
  withAttachments: boolean;
};

/** What differs between the owners of records. */
export type RecordOwner<Owned extends Reservable> = {
  reservations: Reservations<Owned>;
  /** The record as it will be, and the patch that leads there. Throws the refusals of the record's own rules. */
  check(record: Owned, request: RecordReserve): Promise<{ patch: Record<string, unknown>; answer: RecordMessage }>;
  /** The record as it is. Throws `not_found`. */
  show(record: Owned | null, request: { id: string; withAttachments: boolean }): Promise<RecordMessage>;
};

/** Parses a JSON object of a message; empty text is an empty one. Throws `validation_failed`. */
export const parseJsonObject = (text: string, field: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text || '{}');
    if (isObject(value)) return value;
  } catch {
    // The same refusal as for JSON that is no object.
  }
  throw invalidField(field, 'invalid_json', 'This is no JSON object.');
};

/** Parses an instant of a message. Throws `invalid_request`. */
export const parseInstant = (text: string): Date => {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new AppError('invalid_request', `"${text}" is no instant.`);
  return instant;
};

const parseReserve = (message: ReserveRequest__Output): RecordReserve => ({
  id: message.id,
  transitionId: message.transition_id,
  lastTransitionId: message.last_transition_id || null,
  call: { ...callOfCommand('Reserve', message, { now: parseInstant(message.acted_at), zone: UTC }), idempotency: null },
  toState: message.to_state ?? null,
  data: parseJsonObject(message.data_json, 'data'),
  isByOwner: message.by_owner,
  requiredFields: message.required_fields,
  withAttachments: message.with_attachments,
});

/** The gRPC service that the workflow service calls at the owner of a record (proto/record/v1). */
export const recordGrpc = <Owned extends Reservable>(owner: RecordOwner<Owned>, log: Log): GrpcService => {
  const { reservations, check, show } = owner;
  return {
    definition: loadService('record/v1/record.proto', 'qsc.record.v1.RecordService'),
    implementation: {
      GetRecord: unary(log, async (request: GetRecordRequest__Output) => {
        const { org_id, id, last_transition_id, with_attachments } = request;
        const record = await reservations.read(org_id, id, last_transition_id || null);
        return show(record, { id, withAttachments: with_attachments });
      }),
      Reserve: unary(log, async (message: ReserveRequest__Output) => {
        const request = parseReserve(message);
        return reservations.reserve(request.call.actor.org_id, request, (record) => check(record, request));
      }),
      Apply: unary(log, async ({ org_id, transition_json }: ApplyRequest__Output) => {
        await reservations.apply(org_id, parseTransition(transition_json));
        return {};
      }),
      Release: unary(log, async ({ org_id, id, transition_id }: ReleaseRequest__Output) => {
        await reservations.release(org_id, id, transition_id);
        return {};
      }),
    },
  };
};
