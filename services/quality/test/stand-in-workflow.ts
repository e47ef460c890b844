import { type ErrorCode, newId } from '@qsc/contracts';
import { type Envelope, type MoveSnapshot, workflowEvents } from '@qsc/contracts/events';
import type { GetWaitingRequest__Output } from '@qsc/contracts/grpc/workflow/v1/GetWaitingRequest';
import type { ListRecordMovesRequest__Output } from '@qsc/contracts/grpc/workflow/v1/ListRecordMovesRequest';
import type { MoveInstanceRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MoveInstanceRequest';
import { AppError, loadService, makeLog, makeNotice, startGrpcServer, systemCall, unary } from '@qsc/service-kit';

/**
 * Stands in for the workflow service where a test says itself what was moved, in which order it is told, and what is lost on
 * the way. It knows no definitions: it moves wherever it is asked to.
 */
export type StandInWorkflow = {
  port: number;
  /** Every move that was made, in order. */
  moves: MoveSnapshot[];
  /** Makes the next move of a record. */
  move(recordId: string, to_state: string, more?: Partial<MoveSnapshot>): MoveSnapshot;
  /** The states that a record was moved to, in order. */
  statesOf(recordId: string): string[];
  /** What happens before the next move that is asked for is looked at. */
  beforeMove: () => Promise<void>;
  /** Lets something happen before the next move that is asked for, once. */
  overtake(first: () => Promise<unknown>): void;
  /** What happens after the next move that is asked for, before it is answered. */
  afterMove: () => Promise<void>;
  stop(): Promise<void>;
};

const ACT: MoveSnapshot['act'] = {
  user: { id: 'usr_mover', email: 'mover@example.test', name: 'Mover', role: 'quality_manager' },
  client: { ip_address: '203.0.113.9', user_agent: 'curl', api_key_id: null },
  request_id: 'req_move',
  reason: 'It is time',
  details: null,
  at: '2026-03-10T12:00:00.000Z',
};

/** The event of a move, as the workflow service publishes it. */
export const movedEvent = (orgId: string, move: MoveSnapshot): Envelope =>
  makeNotice(workflowEvents.moved, systemCall(orgId, new Date()), { subject: move.record_id, record: move });

/** Starts it on a free port. */
export const startStandInWorkflow = async (meshSecret: string): Promise<StandInWorkflow> => {
  const moves: MoveSnapshot[] = [];
  const ofRecord = (id: string) => moves.filter(({ record_id }) => record_id === id);
  const takenOf = (id: string) => ofRecord(id).filter(({ record_move }) => record_move !== null).length;

  const move: StandInWorkflow['move'] = (record_id, to_state, more = {}) => {
    const before = ofRecord(record_id);
    const made: MoveSnapshot = {
      id: newId('move'),
      instance_id: newId('workflowInstance'),
      workflow_id: newId('workflow'),
      workflow_version: 1,
      record_id,
      record_type: 'deviation',
      number: before.length + 1,
      record_move: takenOf(record_id) + 1,
      from_state: before.at(-1)?.to_state ?? 'draft',
      to_state,
      action: 'transition',
      comment: null,
      data: {},
      signature_required: false,
      signature: null,
      approval_id: null,
      required_fields: [],
      act: ACT,
      ...more,
    };
    moves.push(made);
    return made;
  };

  const standIn: StandInWorkflow = {
    ...{ port: 0, moves, move, beforeMove: async () => {}, afterMove: async () => {} },
    statesOf: (id) => ofRecord(id).map(({ to_state }) => to_state),
    overtake(first) {
      standIn.beforeMove = async () => {
        standIn.beforeMove = async () => {};
        await first();
      };
    },
    stop: async () => {},
  };
  const log = makeLog('stand-in-workflow', 'error');
  const server = await startGrpcServer('127.0.0.1:0', { name: 'workflow', secret: meshSecret }, [
    {
      definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
      implementation: {
        MoveInstance: unary(log, async (request: MoveInstanceRequest__Output) => {
          const { record, to_state, data_json, refusal } = request;
          await standIn.beforeMove();
          if (record?.record_moves !== takenOf(record?.id ?? ''))
            throw new AppError('conflict', 'Another move came first.', { details: { reason: 'moved' } });
          if (refusal)
            throw new AppError(refusal.code as ErrorCode, refusal.message, {
              details: JSON.parse(refusal.details_json),
            });
          const made = move(record?.id ?? '', to_state, { data: JSON.parse(data_json) });
          await standIn.afterMove();
          return { move_json: JSON.stringify(made) };
        }),
        GetWaiting: unary(log, async ({ record_id }: GetWaitingRequest__Output) => {
          const last = ofRecord(record_id).at(-1);
          return { moves: last?.number ?? 0, ...(last?.approval_id ? { approval_id: last.approval_id } : {}) };
        }),
        ListRecordMoves: unary(log, async ({ record_id, after_record_move }: ListRecordMovesRequest__Output) => ({
          moves_json: ofRecord(record_id)
            .filter(({ record_move }) => (record_move ?? 0) > after_record_move)
            .map((one) => JSON.stringify(one)),
        })),
      },
    },
  ]);
  return Object.assign(standIn, { port: server.port, stop: server.stop });
};
