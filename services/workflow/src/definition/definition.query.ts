import { anyOf, listPage, type PageOf } from '@qsc/service-kit';
import type { WorkflowListQuery } from './definition.schemas.ts';
import { toWorkflow, type WorkflowCollection } from './definition.store.ts';
import type { Workflow } from './definition.ts';

const buildFilter = (org_id: string, { entity_type, is_active }: WorkflowListQuery) => ({
  org_id,
  ...(entity_type === undefined ? {} : { entity_types: anyOf(entity_type) }),
  ...(is_active === undefined ? {} : { is_active }),
});

/** Lists definitions by their filters. */
export const makeWorkflowList =
  (workflows: WorkflowCollection) =>
  (orgId: string, query: WorkflowListQuery): Promise<PageOf<Workflow>> =>
    listPage(workflows, { filter: buildFilter(orgId, query), query, show: toWorkflow });
