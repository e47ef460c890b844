import { RECORD_STATES } from '@qsc/contracts';
import type { ChangedEntity__Output } from '@qsc/contracts/grpc/entity/v1/ChangedEntity';
import type { RecordState__Output } from '@qsc/contracts/grpc/workflow/v1/RecordState';
import type { RecordTransition__Output } from '@qsc/contracts/grpc/workflow/v1/RecordTransition';
import { AppError, type Call, COMMAND_MS, type GrpcClient, getRecordState, toCommand } from '@qsc/service-kit';
import { toRecord } from './entity.client.ts';
import type { LocalRecord, LocalRecords, LocalWriteResult } from './local-record.ts';
import { QUALITY_EVENT } from './quality-event.ts';
import { writeResult } from './refused-write.ts';

/**
 * The states of records: the status of a quality event, the state of a supplier or certificate, and of other entities where
 * their workflow has them.
 */
export type LocalStates = {
  /** Null for a record that has no states. */
  read(orgId: string, record: LocalRecord): Promise<string | null>;
  /** Makes a transition by the guards of its table or workflow, once for the command. It bypasses no signature or approval. */
  transition(call: Call, record: LocalRecord, request: { to: string; commandId: string }): Promise<LocalWriteResult>;
};

type Clients = {
  records: Pick<LocalRecords, 'read' | 'write'>;
  entity: Pick<GrpcClient, 'call'>;
  workflow: Pick<GrpcClient, 'call'>;
};

const noWorkflow = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
};

/** The states of records, by the clients of their owners. */
export const makeLocalStates = ({ records, entity, workflow }: Clients): LocalStates => {
  const transitionByTable: LocalStates['transition'] = async (call, { id, entityType, version }, { to, commandId }) => {
    const command = toCommand({ ...call, ifMatch: [version] }, commandId);
    const request = { command, id, type: entityType, attributes_json: '{}', transition_to: to };
    const answer = await entity.call<object, ChangedEntity__Output>('ChangeEntity', request, COMMAND_MS);
    if (!answer.entity) throw new Error('The entity service answered a transition without the entity.');
    return { ok: true, record: toRecord(answer.entity) };
  };

  const transitionByWorkflow: LocalStates['transition'] = async (call, record, { to, commandId }) => {
    const request = { command: toCommand(call, commandId), record_id: record.id, to_state: to };
    await workflow.call<object, RecordTransition__Output>('TransitionRecord', request, COMMAND_MS);
    const [after] = await records.read(call.actor.org_id, record.entityType, [record.id]);
    return { ok: true, record: after ?? record };
  };

  return {
    async read(org_id, { id, entityType, attributes }) {
      if (entityType === QUALITY_EVENT) return String(attributes.status);
      const table = RECORD_STATES[entityType];
      if (table) return getRecordState(table, attributes);
      const request = workflow.call<object, RecordState__Output>('GetRecordState', { org_id, record_id: id });
      return (await request.catch(noWorkflow))?.state ?? null;
    },
    async transition(call, record, request) {
      if (record.entityType !== QUALITY_EVENT)
        return writeResult(() =>
          (RECORD_STATES[record.entityType] ? transitionByTable : transitionByWorkflow)(call, record, request),
        );
      const { id, entityType, version } = record;
      const write = { kind: 'change' as const, commandId: request.commandId, id, entityType, version };
      const [result] = await records.write(call, [{ ...write, attributes: { status: request.to } }]);
      if (!result) throw new Error('The quality service answered a transition without a result.');
      return result;
    },
  };
};
