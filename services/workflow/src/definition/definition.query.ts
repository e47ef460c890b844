import { anyOf, type PageOf, pageMeta, skipOf, sortOf } from '@qsc/service-kit';
import type { WorkflowListQuery } from './definition.schemas.ts';
import { toWorkflow, type WorkflowCollection } from './definition.store.ts';
import type { Workflow } from './definition.ts';

const filterOf = (org_id: string, { entity_type, is_active }: WorkflowListQuery) => ({
  org_id,
  ...(entity_type === undefined ? {} : { entity_types: anyOf(entity_type) }),
  ...(is_active === undefined ? {} : { is_active }),
});

/** Lists definitions by their filters. */
export const makeWorkflowList =
  (workflows: WorkflowCollection) =>
  async (orgId: string, query: WorkflowListQuery): Promise<PageOf<Workflow>> => {
    const filter = filterOf(orgId, query);
    const page = { sort: sortOf(query.sort), skip: skipOf(query), limit: query.per_page };
    const [found, total] = await Promise.all([workflows.find(filter, page), workflows.count(filter)]);
    return { data: found.map(toWorkflow), meta: pageMeta(total, query) };
  };
