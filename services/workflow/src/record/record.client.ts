import { ID_PREFIX } from '@qsc/contracts';
import type { MoveSnapshot } from '@qsc/contracts/events';
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

/** A record as its owner is asked for it. */
export type AskedRecord = {
  /** How many moves changed the record until now: what it lacks of them it takes first. */
  recordMoves: number;
  /** The move that is thought of. */
  move?: { toState: string; data: Record<string, unknown> };
  /** Whether the move is committed next: where it ends the record, nothing else changes that meanwhile. */
  commits?: boolean;
  /** What that move requires of the record itself, and which nothing takes away from it before that. */
  requiredFields?: readonly string[];
  /** The round of decisions that it waits for, and the move that opened it: its content stays until a later move. */
  waiting?: { approvalId: string; move: number };
};

/** The services that own records, over gRPC. `get` throws the coded error that it was refused with. */
export type RecordClient = {
  /**
   * The record with the moves that were committed, or as it will be after one more. Throws `not_found` where the organisation has none of that id, and
   * what the record's own rules refuse.
   */
  get(orgId: string, id: string, asked: AskedRecord): Promise<WorkflowRecord>;
  /** Tries to bring a committed move to its record at once; where that fails its event does. */
  applyMove(orgId: string, move: MoveSnapshot): Promise<void>;
  close(): void;
};

/** How long a caller of a move that is committed waits for its record. */
const APPLY_MS = 1_000;

const jsonOf = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** The record that a message tells of. */
export const recordOf = (message: Record__Output): WorkflowRecord => ({
  id: message.id,
  type: message.type,
  name: message.name,
  version: message.version,
  content: jsonOf(message.content_json),
  facts: jsonOf(message.facts_json),
  created_by: message.created_by,
  due_date: message.due_date ?? null,
  changed: message.changed,
  related_ids: message.related_ids,
  moves: message.record_moves,
});

const askedOf = ({
  recordMoves,
  move,
  waiting,
  commits = false,
  requiredFields = [],
}: AskedRecord): GetRecordRequest => ({
  record_moves: recordMoves,
  commits,
  required_fields: [...requiredFields],
  ...(move ? { move: { to_state: move.toState, data_json: JSON.stringify(move.data) } } : {}),
  ...(waiting ? { waiting: { approval_id: waiting.approvalId, move: waiting.move } } : {}),
});

type Owners = { quality: string; entity: string };

type Parts = { owners: Owners; mesh: MeshMember; log: Log; applyMs?: number | undefined };

/** The client of the services that own records, which are told by the prefixes of their ids. */
export const makeRecordClient = ({ owners, mesh, log, applyMs = APPLY_MS }: Parts): RecordClient => {
  const definition = loadService('record/v1/record.proto', 'qsc.record.v1.RecordService');
  const clientOf = (name: keyof Owners) => makeGrpcClient({ address: owners[name], name, definition }, mesh);
  const byPrefix: Record<string, GrpcClient> = {
    [ID_PREFIX.qualityEvent]: clientOf('quality'),
    [ID_PREFIX.entity]: clientOf('entity'),
  };
  const ownerOf = (id: string): GrpcClient => {
    const prefix = id.slice(0, id.indexOf('_'));
    const owner = Object.hasOwn(byPrefix, prefix) ? byPrefix[prefix] : undefined;
    if (!owner) throw notFound('record', id);
    return owner;
  };

  return {
    async get(org_id, id, asked) {
      const request = { org_id, id, ...askedOf(asked) };
      return recordOf(await ownerOf(id).call<object, Record__Output>('GetRecord', request));
    },
    async applyMove(org_id, move) {
      const told = ownerOf(move.record_id).call('ApplyMove', { org_id, move_json: JSON.stringify(move) }, applyMs);
      await told.catch((error: unknown) =>
        log.warn('a move reaches its record by its event alone', { move_id: move.id, ...errorFields(error) }),
      );
    },
    close() {
      for (const client of Object.values(byPrefix)) client.close();
    },
  };
};
