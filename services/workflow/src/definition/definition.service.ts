import type { FieldError } from '@qsc/contracts';
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
import type {
  CreateWorkflow,
  PatchWorkflow,
  WorkflowDraft,
  WorkflowListQuery,
  WorkflowVersionQuery,
} from './definition.schemas.ts';
import { type VersionOfWorkflow, type WorkflowStore, workflowDefinition } from './definition.store.ts';
import type { Workflow } from './definition.ts';
import { createWorkflow, type Decided, patchWorkflow } from './definition-change.ts';
import { findFaults } from './definition-check.ts';
import type { EnsureShipped } from './shipped.store.ts';

export type WorkflowService = {
  list(orgId: string, query: WorkflowListQuery): Promise<PageOf<Workflow>>;
  /** Throws `not_found`. */
  read(id: string, call: Call): Promise<Workflow>;
  /** Why a definition would be refused; nothing is stored. */
  check(draft: WorkflowDraft, call: Call): Promise<{ faults: FieldError[] }>;
  /** The versions of a definition. Throws `not_found`. */
  listVersions(orgId: string, id: string, query: WorkflowVersionQuery): Promise<PageOf<VersionOfWorkflow>>;
  /** A definition as it was at a version. Throws `not_found`. */
  readVersion(id: string, version: number, call: Call): Promise<Workflow>;
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
  /** Subscribes to the events of further types of records. Throws `service_unavailable`. */
  bindKinds: (entityTypes: readonly string[]) => Promise<void>;
};

const isTakenType = (error: unknown): boolean =>
  error instanceof DuplicateKey && error.collection === workflowDefinition.name;

type Rivalled = Pick<Workflow, 'org_id' | 'is_active' | 'entity_types'> & { id: string | undefined };

const describeRival = ({ name }: Workflow): string =>
  `"${name}" is the active workflow for records of this type. Set its is_active to false first.`;

/** The use cases of definitions (specification, "Workflows"). Each write is one commit: definition, version and event. */
export const makeWorkflowService = (parts: Parts): WorkflowService => {
  const { store, list, ensureShipped, unitOfWork, recordRead, bindKinds } = parts;

  const requireWorkflow = async (orgId: string, id: string): Promise<Workflow> => {
    await ensureShipped(orgId);
    const found = await store.find(orgId, id);
    if (!found) throw notFound('workflow', id);
    return found;
  };

  /** Another definition that is active for one of the types; null where this one can be. */
  const findRival = async ({ org_id, id, is_active, entity_types }: Rivalled): Promise<Workflow | null> => {
    if (!is_active) return null;
    return (await store.activeAmong(org_id, entity_types)).find((active) => active.id !== id) ?? null;
  };

  const requireFree = async (workflow: Workflow): Promise<void> => {
    const other = await findRival(workflow);
    if (!other) return;
    throw conflict(describeRival(other), {
      workflow_id: other.id,
      entity_types: workflow.entity_types.filter((type) => other.entity_types.includes(type)),
    });
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
      const workflow = await requireWorkflow(call.actor.org_id, id);
      await recordRead({ type: 'workflow', ...workflow }, call);
      return workflow;
    },

    async check({ workflow_id, ...draft }, { actor: { org_id } }) {
      await ensureShipped(org_id);
      const rival = await findRival({ ...draft, org_id, id: workflow_id });
      const taken = rival && { field: 'entity_types', code: 'conflict', message: describeRival(rival) };
      return { faults: [...findFaults(draft), ...(taken ? [taken] : [])] };
    },

    async listVersions(orgId, id, query) {
      await requireWorkflow(orgId, id);
      return store.listVersions(orgId, id, query);
    },

    async readVersion(id, version, call) {
      const { org_id } = call.actor;
      await requireWorkflow(org_id, id);
      const workflow = await store.find(org_id, id, version);
      if (!workflow) throw notFound('version', String(version));
      await recordRead({ type: 'workflow', ...workflow }, call);
      return workflow;
    },

    async create(input, call) {
      await ensureShipped(call.actor.org_id);
      await bindKinds(input.entity_types);
      return decide(call, [], async () => [null, createWorkflow(input, call)]);
    },

    async patch(id, patch, call) {
      await bindKinds(patch.entity_types ?? []);
      return decide(call, [id], async () => {
        const before = await requireWorkflow(call.actor.org_id, id);
        requireMatch(call, before.version);
        return [before, patchWorkflow(before, patch, call)];
      });
    },
  };
};
