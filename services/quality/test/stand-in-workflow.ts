import { type ErrorCode, newId } from '@qsc/contracts';
import { type Envelope, type TransitionSnapshot, workflowEvents } from '@qsc/contracts/events';
import type { GetWaitingRequest__Output } from '@qsc/contracts/grpc/workflow/v1/GetWaitingRequest';
import type { ListRecordMovesRequest__Output } from '@qsc/contracts/grpc/workflow/v1/ListRecordMovesRequest';
import type { MoveInstanceRequest__Output } from '@qsc/contracts/grpc/workflow/v1/MoveInstanceRequest';
import { AppError, loadService, makeLog, makeNotice, startGrpcServer, systemCall, unary } from '@qsc/service-kit';

/**
 * Stands in for the workflow service, so that a test controls which transitions are made, in which order they arrive, and which
 * responses are lost. It has no definitions: every transition is allowed.
 */
export type StandInWorkflow = {
  port: number;
  /** All transitions, in order. */
  transitions: TransitionSnapshot[];
  /** Makes the next transition of a record. */
  transition(recordId: string, to_state: string, more?: Partial<TransitionSnapshot>): TransitionSnapshot;
  /** The target states of a record's transitions, in order. */
  listStates(recordId: string): string[];
  /** Called before the next requested transition is decided. */
  beforeTransition: () => Promise<void>;
  /** Runs something once before the next requested transition is decided. */
  overtake(first: () => Promise<unknown>): void;
  /** Called after the next requested transition, before the response. */
  afterTransition: () => Promise<void>;
  stop(): Promise<void>;
};

const ACT: TransitionSnapshot['act'] = {
  user: { id: 'usr_mover', email: 'mover@example.test', name: 'Mover', role: 'quality_manager' },
  client: { ip_address: '203.0.113.9', user_agent: 'curl', api_key_id: null },
  request_id: 'req_move',
  reason: 'It is time',
  details: null,
  at: '2026-03-10T12:00:00.000Z',
};

/** The event of a transition, as the workflow service publishes it. */
export const transitionedEvent = (orgId: string, transition: TransitionSnapshot): Envelope =>
  makeNotice(workflowEvents.moved, systemCall(orgId, new Date()), {
    subject: transition.record_id,
    record: transition,
  });

/** Starts it on a free port. */
export const startStandInWorkflow = async (meshSecret: string): Promise<StandInWorkflow> => {
  const transitions: TransitionSnapshot[] = [];
  const ofRecord = (id: string) => transitions.filter(({ record_id }) => record_id === id);
  const countApplied = (id: string) => ofRecord(id).filter(({ record_move }) => record_move !== null).length;

  const transition: StandInWorkflow['transition'] = (record_id, to_state, more = {}) => {
    const before = ofRecord(record_id);
    const made: TransitionSnapshot = {
      id: newId('move'),
      instance_id: newId('workflowInstance'),
      workflow_id: newId('workflow'),
      workflow_version: 1,
      record_id,
      record_type: 'deviation',
      number: before.length + 1,
      record_move: countApplied(record_id) + 1,
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
    transitions.push(made);
    return made;
  };

  const standIn: StandInWorkflow = {
    ...{ port: 0, transitions, transition, beforeTransition: async () => {}, afterTransition: async () => {} },
    listStates: (id) => ofRecord(id).map(({ to_state }) => to_state),
    overtake(first) {
      standIn.beforeTransition = async () => {
        standIn.beforeTransition = async () => {};
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
          await standIn.beforeTransition();
          if (record?.record_moves !== countApplied(record?.id ?? ''))
            throw new AppError('conflict', 'Another transition came first.', { details: { reason: 'moved' } });
          if (refusal)
            throw new AppError(refusal.code as ErrorCode, refusal.message, {
              details: JSON.parse(refusal.details_json),
            });
          const made = transition(record?.id ?? '', to_state, { data: JSON.parse(data_json) });
          await standIn.afterTransition();
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
