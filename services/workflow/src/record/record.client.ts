import { ID_PREFIX } from '@qsc/contracts';
import type { TransitionSnapshot } from '@qsc/contracts/events';
import type { GetRecordRequest } from '@qsc/contracts/grpc/record/v1/GetRecordRequest';
import type { Record__Output } from '@qsc/contracts/grpc/record/v1/Record';
import {
  errorFields,
  type GrpcClient,
  type Log,
  loadService,
  type MeshMember,
  makeGrpcClient,
  notFound,
} from '@qsc/service-kit';
import type { WorkflowRecord } from './record.ts';

/** The request for a record. */
export type RecordRequest = {
  /** The number of transitions that changed the record until now. Its service applies missing ones first. */
  recordTransitions: number;
  /** The transition to preview. */
  transition?: { toState: string; data: Record<string, unknown> };
  /** Whether the transition is committed next. If it ends the record, the record is reserved for it. */
  commits?: boolean;
  /** The fields that the transition requires of the record, and which may not be removed before it. */
  requiredFields?: readonly string[];
  /** Whether the content includes the documents that belong to the record. Content that is hashed does. */
  withAttachments?: boolean;
  /**
   * The approval that it waits for, and the transition that opened it: its content does not change until a later transition.
   */
  waiting?: { approvalId: string; transition: number };
};

/** The services that own records, over gRPC. `get` throws the coded error of the response. */
export type RecordClient = {
  /**
   * The record with all committed transitions, or as it will be after one more. Throws `not_found` where the organisation has
   * none of that id, and the refusal of the record's own rules.
   */
  get(orgId: string, id: string, requested: RecordRequest): Promise<WorkflowRecord>;
  /** Sends a committed transition to its record at once; where that fails, its event does. */
  applyTransition(orgId: string, transition: TransitionSnapshot): Promise<void>;
  close(): void;
};

/** How long a caller of a committed transition waits for its record. */
const APPLY_MS = 1_000;

const parseJson = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** Parses the record of a message. */
export const toRecord = (message: Record__Output): WorkflowRecord => ({
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
  transitions: message.record_moves,
});

const toRequest = ({
  recordTransitions,
  transition,
  waiting,
  commits = false,
  requiredFields = [],
  withAttachments = false,
}: RecordRequest): GetRecordRequest => ({
  record_moves: recordTransitions,
  commits,
  required_fields: [...requiredFields],
  with_attachments: withAttachments,
  ...(transition ? { move: { to_state: transition.toState, data_json: JSON.stringify(transition.data) } } : {}),
  ...(waiting ? { waiting: { approval_id: waiting.approvalId, move: waiting.transition } } : {}),
});

type Owners = { quality: string; entity: string };

type Parts = { owners: Owners; mesh: MeshMember; log: Log; applyMs?: number | undefined };

/** The client of the services that own records, chosen by the prefix of the record's id. */
export const makeRecordClient = ({ owners, mesh, log, applyMs = APPLY_MS }: Parts): RecordClient => {
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
    async get(org_id, id, requested) {
      const request = { org_id, id, ...toRequest(requested) };
      return toRecord(await findOwner(id).call<object, Record__Output>('GetRecord', request));
    },
    async applyTransition(org_id, transition) {
      const applied = findOwner(transition.record_id).call(
        'ApplyMove',
        { org_id, move_json: JSON.stringify(transition) },
        applyMs,
      );
      await applied.catch((error: unknown) =>
        log.warn('a transition will reach its record by its event', {
          transition_id: transition.id,
          ...errorFields(error),
        }),
      );
    },
    close() {
      for (const client of Object.values(byPrefix)) client.close();
    },
  };
};
