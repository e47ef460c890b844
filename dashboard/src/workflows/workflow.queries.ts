import type { Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Period } from '../overview/overview.queries.ts';
import { client } from '../session/client.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';

type Instance = Schemas['WorkflowInstance'];

export type WorkflowMetrics = Schemas['WorkflowMetrics'];
export type WorkflowVersion = Schemas['WorkflowVersion'];
export type Running = Schemas['WorkflowInstanceCounts']['running'][number];

const PER_PAGE = 25;

export const workflowListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['workflows', 'list', search],
    queryFn: () =>
      client.workflows.list({ ...toFilters<'listWorkflows'>(search), per_page: PER_PAGE }).page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

/** The workflows that a new one can be copied from. */
export const allWorkflowsQuery = queryOptions({
  queryKey: ['workflows', 'all'],
  queryFn: async ({ signal }) =>
    (await client.workflows.list({ sort: 'name', per_page: 100 }, { signal }).page(1)).data,
});

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflows', 'record', id],
    queryFn: ({ signal }) => client.workflows.get(id, { signal }),
  });

/** A version of a workflow, which never changes. */
export const workflowVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['workflows', 'version', id, version],
    queryFn: ({ signal }) => client.workflows.getVersion(id, String(version), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The definition that a record follows: the version with which it started, which may not be the newest. */
export const followedQuery = (instance: Pick<Instance, 'workflow_id' | 'workflow_version'> | undefined) => ({
  ...workflowVersionQuery(instance?.workflow_id ?? '', instance?.workflow_version ?? 1),
  enabled: instance !== undefined,
});

export const workflowVersionsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['workflows', 'versions', id, page],
    queryFn: () => client.workflows.listVersions(id, { per_page: PER_PAGE }).page(page),
    placeholderData: keepPreviousData,
  });

/** The records that are under way, by workflow, version and state. */
export const runningQuery = queryOptions({
  queryKey: ['workflows', 'running'],
  queryFn: async ({ signal }) => (await client.workflows.countInstances({}, { signal })).running,
});

export const workflowMetricsQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: ['workflows', 'metrics', id, period],
    queryFn: ({ signal }) => client.workflows.getMetrics(id, { period }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Refetches everything that is shown of workflows. */
export const refreshWorkflows = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['workflows'] });

/** How many records are under way on each version of a workflow, newest version first. */
export const byVersion = (running: readonly Running[], id: string): { version: number; count: number }[] => {
  const counts = new Map<number, number>();
  for (const { workflow_id, workflow_version, instances } of running)
    if (workflow_id === id) counts.set(workflow_version, (counts.get(workflow_version) ?? 0) + instances);
  return [...counts].map(([version, count]) => ({ version, count })).sort((one, other) => other.version - one.version);
};

export const totalRunning = (running: readonly Running[], id: string): number =>
  byVersion(running, id).reduce((sum, { count }) => sum + count, 0);
