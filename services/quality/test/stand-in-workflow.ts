import { newId } from '@qsc/contracts';
import { type Envelope, type TransitionSnapshot, workflowEvents } from '@qsc/contracts/events';
import type { SettleTransitionRequest__Output } from '@qsc/contracts/grpc/workflow/v1/SettleTransitionRequest';
import type { TransitionRecordRequest__Output } from '@qsc/contracts/grpc/workflow/v1/TransitionRecordRequest';
import { callOfCommand, loadService, makeLog, makeNotice, startGrpcServer, systemCall, unary } from '@qsc/service-kit';
import type { RecordClient, Reserve } from './record-client.ts';

/**
 * Stands in for the workflow service, so that a test controls which transitions are committed, and which calls and responses are lost.
 * It has no definitions: every transition is allowed.
 */
export type StandInWorkflow = {
  port: number;
  /** The client of the owner of its records, which the test sets. */
  records: RecordClient | null;
  /** All committed transitions, in order. */
  transitions: TransitionSnapshot[];
  /** Reserves a record for a transition and commits it. The owner has not applied it yet. */
  transition(orgId: string, recordId: string, more?: Committed): Promise<TransitionSnapshot>;
  /** Reserves a record for a transition, which is not committed yet; returns it. */
  reserve(orgId: string, recordId: string, more?: Committed): Promise<TransitionSnapshot>;
  /** Commits a transition, unless it was settled as aborted. */
  commit(transition: TransitionSnapshot): boolean;
  /** The target states of a record's transitions, in order. */
  listStates(recordId: string): string[];
  /** Called before a requested transition is committed. */
  beforeCommit: () => Promise<void>;
  /** Called after a requested transition, before the response. */
  afterCommit: () => Promise<void>;
  stop(): Promise<void>;
};

type Committed = Partial<TransitionSnapshot> & { to_state?: string } & Partial<Reserve>;

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
  const aborted = new Set<string>();
  const ofRecord = (id: string) => transitions.filter(({ record_id }) => record_id === id);

  const reserve: StandInWorkflow['reserve'] = async (orgId, record_id, more = {}) => {
    const { to_state = 'submitted', data = {}, id = newId('transition'), required_fields = [] } = more;
    const { by_owner = false, if_match, act = ACT } = more;
    const before = ofRecord(record_id).at(-1);
    const record = await standIn.records?.reserve(orgId, record_id, {
      ...{ transition_id: id, last_transition_id: before?.id ?? '', to_state, data_json: JSON.stringify(data) },
      ...{ required_fields, by_owner, acted_at: act.at, actor_id: act.user.id },
      ...(if_match ? { if_match } : {}),
    });
    return {
      ...{ id, record_id, to_state, data, required_fields, act },
      instance_id: newId('workflowInstance'),
      workflow_id: newId('workflow'),
      workflow_version: 1,
      record_type: 'deviation',
      number: ofRecord(record_id).length + 1,
      changed: record?.changed ?? false,
      from_state: before?.to_state ?? 'draft',
      action: more.action ?? 'transition',
      comment: null,
      signature_required: more.signature_required ?? false,
      signature: more.signature ?? null,
      approval_id: more.approval_id ?? null,
    };
  };

  const standIn: StandInWorkflow = {
    ...{ port: 0, records: null, transitions, reserve },
    ...{ beforeCommit: async () => {}, afterCommit: async () => {}, stop: async () => {} },
    commit(transition) {
      if (!aborted.has(transition.id)) transitions.push(transition);
      return !aborted.has(transition.id);
    },
    async transition(...request) {
      const made = await reserve(...request);
      standIn.commit(made);
      return made;
    },
    listStates: (id) => ofRecord(id).map(({ to_state }) => to_state),
  };
  const log = makeLog('stand-in-workflow', 'error');
  const server = await startGrpcServer('127.0.0.1:0', { name: 'workflow', secret: meshSecret }, [
    {
      definition: loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService'),
      implementation: {
        TransitionRecord: unary(log, async (request: TransitionRecordRequest__Output) => {
          const { record_id, to_state, data_json, by_owner, acted_at = ACT.at } = request;
          const { actor, ifMatch } = callOfCommand('TransitionRecord', request, { now: new Date(), zone: 'UTC' });
          const act = { ...ACT, at: acted_at };
          const made = await reserve(actor.org_id, record_id, {
            ...{ to_state, data: JSON.parse(data_json), by_owner, act },
            ...(Array.isArray(ifMatch) ? { if_match: { any: false, versions: [...ifMatch] } } : {}),
          });
          try {
            await standIn.beforeCommit();
          } catch (error) {
            aborted.add(made.id);
            await standIn.records?.release(actor.org_id, record_id, made.id);
            throw error;
          }
          standIn.commit(made);
          await standIn.afterCommit();
          return { transition_json: JSON.stringify(made) };
        }),
        SettleTransition: unary(log, async ({ transition_id }: SettleTransitionRequest__Output) => {
          const committed = transitions.find(({ id }) => id === transition_id);
          if (committed) return { transition_json: JSON.stringify(committed) };
          aborted.add(transition_id);
          return {};
        }),
      },
    },
  ]);
  return Object.assign(standIn, { port: server.port, stop: server.stop });
};
