import { ID_PREFIX } from '@qsc/contracts';
import type { TransitionSnapshot } from '@qsc/contracts/events';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import {
  type Call,
  COMMAND_MS,
  type GrpcClient,
  loadService,
  type MeshMember,
  makeGrpcClient,
  notFound,
  toCommand,
} from '@qsc/service-kit';
import type { WorkflowRecord } from './record.ts';

/** Which record, for which transition or decision, after which one. */
export type ReservedRecord = { recordId: string; transitionId: string; lastTransitionId: string | null };

/** What a record is reserved for. */
export type ReserveRequest = {
  /** The transition; null for a decision that may leave the record in its state. */
  transition: {
    toState: string;
    data: Record<string, unknown>;
    /** The fields that the record must have with the data. */
    requiredFields: readonly string[];
    /** Whether its owner requests it and has checked the data. */
    byOwner: boolean;
  } | null;
  /** The versions that the record must have; null for any. */
  ifMatch: Call['ifMatch'];
  actedAt: Date;
  /** Whether the content includes the documents that belong to the record. Content that is hashed does. */
  withAttachments: boolean;
};

/** The services that own records, over gRPC. Each call throws the coded error of the response. */
export type RecordClient = {
  /**
   * The record with every transition up to the last one of its instance. Throws `not_found` where the organisation has none of
   * that id.
   */
  get(
    orgId: string,
    id: string,
    request: { lastTransitionId: string | null; withAttachments?: boolean },
  ): Promise<WorkflowRecord>;
  /** Reserves the record. Returns it as it will be. Throws the refusal of the record's own rules. */
  reserve(call: Call, reserved: ReservedRecord, request: ReserveRequest): Promise<WorkflowRecord>;
  /** Applies a committed transition to its record. */
  apply(orgId: string, transition: TransitionSnapshot): Promise<void>;
  /** Ends a reservation without a transition. */
  release(orgId: string, id: string, transitionId: string): Promise<void>;
  close(): void;
};

/** How long a caller of a committed transition waits for its record. */
const APPLY_MS = 1_000;

const parseJson = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

const toRecord = (message: Record__Output): WorkflowRecord => ({
  id: message.id,
  type: message.type,
  name: message.name,
  version: message.version,
  content: parseJson(message.content_json),
  facts: parseJson(message.facts_json),
  created_by: message.created_by,
  due_date: message.due_date ?? null,
  changed: message.changed,
  related_ids: message.related_ids,
});

const transitionMessage = ({ transition }: ReserveRequest) =>
  transition && {
    to_state: transition.toState,
    data_json: JSON.stringify(transition.data),
    required_fields: [...transition.requiredFields],
    by_owner: transition.byOwner,
  };

type Owners = { quality: string; entity: string };

type Parts = { owners: Owners; mesh: MeshMember; applyMs?: number | undefined };

/** The client of the services that own records, chosen by the prefix of the record's id. */
export const makeRecordClient = ({ owners, mesh, applyMs = APPLY_MS }: Parts): RecordClient => {
  const definition = loadService('record/v1/record.proto', 'qsc.record.v1.RecordService');
  const openClient = (name: keyof Owners) => makeGrpcClient({ address: owners[name], name, definition }, mesh);
  const byPrefix: Record<string, GrpcClient> = {
    [ID_PREFIX.qualityEvent]: openClient('quality'),
    [ID_PREFIX.entity]: openClient('entity'),
  };
  const findOwner = (id: string): GrpcClient => {
    const prefix = id.slice(0, id.indexOf('_'));
    const owner = Object.hasOwn(byPrefix, prefix) ? byPrefix[prefix] : undefined;
    if (!owner) throw notFound('record', id);
    return owner;
  };

  return {
    async get(org_id, id, { lastTransitionId, withAttachments = false }) {
      const request = { org_id, id, last_transition_id: lastTransitionId ?? '', with_attachments: withAttachments };
      return toRecord(await findOwner(id).call<object, Record__Output>('GetRecord', request));
    },
    async reserve(call, { recordId: id, transitionId, lastTransitionId }, reserve) {
      const request = {
        command: toCommand({ ...call, ifMatch: reserve.ifMatch }, transitionId),
        id,
        transition_id: transitionId,
        last_transition_id: lastTransitionId ?? '',
        acted_at: reserve.actedAt.toISOString(),
        with_attachments: reserve.withAttachments,
        ...transitionMessage(reserve),
      };
      return toRecord(await findOwner(id).call<object, Record__Output>('Reserve', request, COMMAND_MS));
    },
    async apply(org_id, transition) {
      const request = { org_id, transition_json: JSON.stringify(transition) };
      await findOwner(transition.record_id).call('Apply', request, applyMs);
    },
    async release(org_id, id, transition_id) {
      await findOwner(id).call('Release', { org_id, id, transition_id }, applyMs);
    },
    close() {
      for (const client of Object.values(byPrefix)) client.close();
    },
  };
};
