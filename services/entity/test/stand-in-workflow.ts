import type { TransitionSnapshot } from '@qsc/contracts/events';
import { loadService, makeLog, startGrpcServer, unary } from '@qsc/service-kit';

export type StandInWorkflow = {
  /** The committed transitions, of any record. */
  committed: TransitionSnapshot[];
  /** The ids that were settled as aborted. */
  aborted: Set<string>;
  /** The ids of signed records. */
  signed: Set<string>;
  address: string;
  stop(): Promise<void>;
};

/** Stands in for the workflow service, which settles transitions for entities, and says whether a record was signed. */
export const startStandInWorkflow = async (meshSecret: string): Promise<StandInWorkflow> => {
  const committed: TransitionSnapshot[] = [];
  const aborted = new Set<string>();
  const signed = new Set<string>();
  const log = makeLog('test', 'error');
  const definition = loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService');
  const implementation = {
    SettleTransition: unary(log, async ({ transition_id }: { transition_id: string }) => {
      const found = committed.find(({ id }) => id === transition_id);
      if (found) return { transition_json: JSON.stringify(found) };
      aborted.add(transition_id);
      return {};
    }),
    IsSigned: unary(log, async ({ record_id }: { record_id: string }) => ({ signed: signed.has(record_id) })),
  };
  const server = await startGrpcServer('127.0.0.1:0', { name: 'workflow', secret: meshSecret }, [
    { definition, implementation },
  ]);
  return { committed, aborted, signed, address: `127.0.0.1:${server.port}`, stop: server.stop };
};
