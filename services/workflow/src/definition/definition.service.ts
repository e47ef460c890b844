import {
  type Call,
  conflict,
  DuplicateKey,
  notFound,
  type PageOf,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { RecordRead } from '../record/record-read.ts';
import type { CreateWorkflow, PatchWorkflow, WorkflowListQuery } from './definition.schemas.ts';
import { type WorkflowStore, workflowDefinition } from './definition.store.ts';
import type { Workflow } from './definition.ts';
import { createWorkflow, type Decided, patchWorkflow } from './definition-change.ts';
import type { EnsureShipped } from './shipped.store.ts';

export type WorkflowService = {
  list(orgId: string, query: WorkflowListQuery): Promise<PageOf<Workflow>>;
  /** Throws `not_found`. */
  read(id: string, call: Call): Promise<Workflow>;
  /** Throws `validation_failed`, or `conflict` where another definition is active for one of the types. */
  create(input: CreateWorkflow, call: Call): Promise<Workflow>;
  /** Throws as `create`, and `not_found`, `precondition_failed`. What changes nothing raises no version. */
  patch(id: string, patch: PatchWorkflow, call: Call): Promise<Workflow>;
};

type Parts = {
  store: WorkflowStore;
  list: (orgId: string, query: WorkflowListQuery) => Promise<PageOf<Workflow>>;
  ensureShipped: EnsureShipped;
  unitOfWork: UnitOfWork;
  recordRead: RecordRead;
};

const isTakenType = (error: unknown): boolean =>
  error instanceof DuplicateKey && error.collection === workflowDefinition.name;

/** The use cases of definitions (specification, "Workflows"). Each write is one commit: definition, version and event. */
export const makeWorkflowService = ({ store, list, ensureShipped, unitOfWork, recordRead }: Parts): WorkflowService => {
  const requireWorkflow = async (id: string, call: Call): Promise<Workflow> => {
    await ensureShipped(call.actor.org_id);
    const found = await store.find(call.actor.org_id, id);
    if (!found) throw notFound('workflow', id);
    return found;
  };

  const requireFree = async ({ org_id, id, is_active, entity_types }: Workflow): Promise<void> => {
    if (!is_active) return;
    const other = (await store.activeAmong(org_id, entity_types)).find((active) => active.id !== id);
    if (!other) return;
    throw conflict(
      `"${other.name}" is the active workflow for records of this type. Set its is_active to false first.`,
      {
        workflow_id: other.id,
        entity_types: entity_types.filter((type) => other.entity_types.includes(type)),
      },
    );
  };

  /** Another definition may become active for the type between the read and the commit; then the index refuses this one. */
  const decide = async (call: Call, records: readonly string[], change: () => Promise<[Workflow | null, Decided]>) => {
    try {
      return await unitOfWork.decide(call, { records }, async () => {
        const [before, { workflow, events }] = await change();
        await requireFree(workflow);
        return { changes: events.length > 0 ? store.changes(before, workflow) : [], events, answer: workflow };
      });
    } catch (error) {
      if (!isTakenType(error)) throw error;
      throw conflict('Another workflow has just become active for records of one of these types.');
    }
  };

  return {
    async list(orgId, query) {
      await ensureShipped(orgId);
      return list(orgId, query);
    },

    async read(id, call) {
      const workflow = await requireWorkflow(id, call);
      await recordRead({ type: 'workflow', ...workflow }, call);
      return workflow;
    },

    async create(input, call) {
      await ensureShipped(call.actor.org_id);
      return decide(call, [], async () => [null, createWorkflow(input, call)]);
    },

    patch: (id, patch, call) =>
      decide(call, [id], async () => {
        const before = await requireWorkflow(id, call);
        requireMatch(call, before.version);
        return [before, patchWorkflow(before, patch, call)];
      }),
  };
};
