import type { TransitionSnapshot } from '@qsc/contracts/events';
import { AppError, loadService, makeLog, startGrpcServer, unary } from '@qsc/service-kit';

export type StandInWorkflow = {
  /** All moves there are, of any record. */
  moves: TransitionSnapshot[];
  /** After which move a record's moves were asked for. */
  requested: number[];
  /** The ids of signed records. */
  signed: Set<string>;
  address: string;
  stop(): Promise<void>;
};

/** Stands in for the workflow service, of which entities ask the moves that they have missed, and whether they were signed. */
export const startStandInWorkflow = async (meshSecret: string): Promise<StandInWorkflow> => {
  const moves: TransitionSnapshot[] = [];
  const requested: number[] = [];
  const signed = new Set<string>();
  const list = async (request: { record_id: string; after_record_move: number }) => {
    requested.push(request.after_record_move);
    return {
      moves_json: moves
        .filter((move) => move.record_id === request.record_id && (move.record_move ?? 0) > request.after_record_move)
        .map((move) => JSON.stringify(move)),
    };
  };
  const definition = loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService');
  const refuse = unary(makeLog('test', 'error'), async () => {
    throw new AppError('internal_error', 'This is not asked here.');
  });
  const log = makeLog('test', 'error');
  const implementation = {
    ListRecordMoves: unary(log, list),
    IsSigned: unary(log, async ({ record_id }: { record_id: string }) => ({ signed: signed.has(record_id) })),
    MoveInstance: refuse,
  };
  const server = await startGrpcServer('127.0.0.1:0', { name: 'workflow', secret: meshSecret }, [
    { definition, implementation },
  ]);
  return { moves, requested, signed, address: `127.0.0.1:${server.port}`, stop: server.stop };
};
