import { ENTITY_TYPES, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { AppError, type Call, conflict, DuplicateKey, invalidField, type UnitOfWork } from '@qsc/service-kit';
import type { ApprovalService } from '../approval/approval.service.ts';
import type { Workflow } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { RecordClient } from '../record/record.client.ts';
import type { WorkflowRecord } from '../record/record.ts';
import type { ReadSubject, RecordRead } from '../record/record-read.ts';
import type { SignatureInput } from '../signature/signature.schemas.ts';
import { type InstanceStore, instanceDefinition } from './instance.store.ts';
import { type Instance, isQualityEvent } from './instance.ts';
import { type ShownInstance, shownInstance } from './instance.view.ts';
import { planStart } from './plan-start.ts';
import type { Starter } from './starter.ts';
import { nestedData } from './transition-data.ts';
import type { DecidedTransition, TransitionCommand, TransitionExecutor } from './transition-executor.ts';

/** A requested transition: by a client, or by another service, which gives no signature. */
export type TransitionRequest = {
  to_state: string;
  comment?: string | undefined;
  data?: Record<string, unknown> | undefined;
  signature?: SignatureInput | undefined;
} & Pick<TransitionCommand, 'byOwner' | 'actedAt'>;

export type InstanceService = {
  /** Throws `not_found` for an unknown or deleted record and for one without a workflow. */
  read(recordId: string, call: Call): Promise<ShownInstance>;
  /** Throws what `TransitionExecutor.execute` throws, and `validation_failed` for data that is no merge patch. */
  transition<Answer>(
    recordId: string,
    input: TransitionRequest,
    by: { call: Call; toAnswer: (decided: DecidedTransition) => Answer },
  ): Promise<Answer>;
  /**
   * Starts a workflow that the caller names; audited as `transition` from no state. Throws `validation_failed` for an unknown
   * record or definition and for one of another record type, `conflict` for an inactive definition and for a record that has a
   * running workflow.
   */
  start(input: { entity_id: string; workflow_id: string }, call: Call): Promise<ShownInstance>;
};

type Parts = {
  store: Pick<InstanceStore, 'current' | 'changes' | 'write' | 'history'>;
  definitions: Pick<Definitions, 'find' | 'version'>;
  records: Pick<RecordClient, 'get'>;
  approvals: Pick<ApprovalService, 'show'>;
  recordRead: RecordRead;
  starter: Pick<Starter, 'ensure'>;
  executor: Pick<TransitionExecutor, 'execute'>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

const isRunning = (current: Instance | null): boolean =>
  current !== null && (current.completed_at === null || isQualityEvent(current.record_id));

const alreadyThere = (recordId: string, current: Instance | null = null): AppError =>
  conflict(
    `The record ${recordId} has a workflow instance already.`,
    current ? { workflow_id: current.workflow_id, current_state: current.state.id } : undefined,
  );

/** The subject of a read, from the record, or from the instance where the record's service is not reachable. */
const toReadSubject = (instance: Instance, record: WorkflowRecord | null): ReadSubject => ({
  type: instance.record_type,
  id: instance.record_id,
  name: record?.name ?? instance.record_name,
  version: record?.version ?? instance.record_version,
  state: instance.state.id,
});

const KNOWN_TYPES: ReadonlySet<string> = new Set([...QUALITY_EVENT_TYPES, ...ENTITY_TYPES]);

/** A definition with an unknown record type may be started for any record, since nothing starts it automatically. */
const requireFor = ({ name, entity_types }: Workflow, { id, type }: WorkflowRecord): void => {
  if (entity_types.includes(type) || entity_types.some((named) => !KNOWN_TYPES.has(named))) return;
  throw invalidField(
    'workflow_id',
    'wrong_type',
    `The workflow "${name}" is for ${entity_types.join(', ')}, and ${id} is a ${type}.`,
  );
};

const unknownRecord = (id: string) => (error: unknown) => {
  const isUnknown = error instanceof AppError && error.code === 'not_found';
  throw isUnknown ? invalidField('entity_id', 'unknown', `There is no record with the id "${id}".`) : error;
};

/** The use cases of workflow instances (specification, "Workflows"). */
export const makeInstanceService = (parts: Parts): InstanceService => {
  const { store, definitions, records, approvals, recordRead, starter, executor, unitOfWork } = parts;

  const requireStartable = async (org_id: string, id: string, record: WorkflowRecord): Promise<Workflow> => {
    const workflow = await definitions.find(org_id, id);
    if (!workflow) throw invalidField('workflow_id', 'unknown', `There is no workflow with the id "${id}".`);
    requireFor(workflow, record);
    if (!workflow.is_active) throw conflict(`The workflow "${workflow.name}" is not active.`, { workflow_id: id });
    return workflow;
  };

  /** The record. A deleted one is not found, though its instance exists; null while its service is not reachable. */
  const readRecord = ({ org_id, record_id, last_transition_id }: Instance): Promise<WorkflowRecord | null> =>
    records.get(org_id, record_id, { lastTransitionId: last_transition_id }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'service_unavailable') return null;
      throw error;
    });

  const decideStart = (workflow: Workflow, record: WorkflowRecord, call: Call): Promise<ShownInstance> =>
    unitOfWork.decide(call, { records: [record.id] }, async () => {
      const current = await store.current(call.actor.org_id, record.id);
      if (isRunning(current)) throw alreadyThere(record.id, current);
      const former = current && { ...current, current: false, version: current.version + 1 };
      const planned = planStart(call, { workflow, record, former: current, isRequested: true });
      return {
        changes: [...(former ? [store.write(former)] : []), ...store.changes(planned)],
        events: [planned.event],
        answer: shownInstance(planned.instance, workflow, { transitions: [], approval: null }),
      };
    });

  return {
    async read(recordId, call) {
      const instance = await starter.ensure(call, recordId);
      const { org_id, id, workflow_id, workflow_version, approval_id } = instance;
      const [workflow, transitions, approval, record] = await Promise.all([
        definitions.version(org_id, workflow_id, workflow_version),
        store.history(org_id, id),
        approval_id === null ? null : approvals.show(approval_id, call),
        readRecord(instance),
      ]);
      await recordRead(toReadSubject(instance, record), call);
      return shownInstance(instance, workflow, { transitions, approval });
    },

    async transition(recordId, { to_state, comment, data = {}, signature, ...more }, { call, toAnswer }) {
      await starter.ensure(call, recordId);
      const command = {
        recordId,
        entryPoint: 'transition' as const,
        action: 'transition' as const,
        toState: to_state,
        comment: comment ?? null,
        data: nestedData(data),
        details: null,
        signature: signature ?? null,
        ...more,
      };
      return executor.execute(call, command, { toAnswer });
    },

    async start({ entity_id, workflow_id }, call) {
      const { org_id } = call.actor;
      const lastTransitionId = (await store.current(org_id, entity_id))?.last_transition_id ?? null;
      const record = await records.get(org_id, entity_id, { lastTransitionId }).catch(unknownRecord(entity_id));
      const workflow = await requireStartable(org_id, workflow_id, record);
      return decideStart(workflow, record, call).catch((error: unknown) => {
        const isRace = error instanceof DuplicateKey && error.collection === instanceDefinition.name;
        throw isRace ? alreadyThere(entity_id) : error;
      });
    },
  };
};
