import type { Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { OPEN_STATUSES } from '../quality-events/event-filters.ts';
import { client } from '../session/client.ts';
import { QUALIFICATIONS, RISK_LEVELS } from '../suppliers/supplier-filters.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';

const DAY_MS = 86_400_000;

const DAYS = { '30d': 30, '90d': 90, '1y': 365 };

export const PERIODS = ['30d', '90d', '1y'] as const;

/** How far back figures are counted. */
export type Period = (typeof PERIODS)[number];

/** The figures of the quality events that were created in the period, and when it began. */
export const eventMetricsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['quality-events', 'metrics', period],
    queryFn: async () => {
      const from = new Date(Date.now() - DAYS[period] * DAY_MS).toISOString();
      return { from, ...(await client.qualityEvents.getMetrics({ period })) };
    },
  });

const countEvents = async (query: Parameters<typeof client.qualityEvents.list>[0]): Promise<number> =>
  (await client.qualityEvents.list({ ...query, per_page: 1 }).page(1)).meta.total;

/** How many quality events the list with these filters has. */
export const eventCountQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['quality-events', 'count', search],
    queryFn: () => countEvents(toFilters<'listQualityEvents'>(search)),
  });

/** How many quality events are open and overdue now. */
export const eventCountsQuery = queryOptions({
  queryKey: ['quality-events', 'counts'],
  queryFn: async () => ({
    open: await countEvents({ status: [...OPEN_STATUSES] }),
    overdue: await countEvents({ overdue: true }),
  }),
});

type Counts = Record<string, number>;

const countBy = async (values: readonly string[], name: 'qualification_status' | 'risk_level'): Promise<Counts> => {
  const counts = await Promise.all(
    values.map(async (value) => {
      const query = { [name]: [value], per_page: 1 } as Parameters<typeof client.suppliers.list>[0];
      const { meta } = await client.suppliers.list(query).page(1);
      return [value, meta.total] as const;
    }),
  );
  return Object.fromEntries(counts);
};

/** Suppliers by state and by risk. */
export const supplierCountsQuery = queryOptions({
  queryKey: ['suppliers', 'counts'],
  queryFn: async () => ({
    byStatus: await countBy(QUALIFICATIONS, 'qualification_status'),
    byRisk: await countBy(RISK_LEVELS, 'risk_level'),
  }),
});

/** How the active workflow of a kind of record does in a period. */
export type WorkflowFigures = { workflow: Schemas['Workflow']; metrics: Schemas['WorkflowMetrics'] };

/** The active workflows with their figures. */
export const workflowFiguresQuery = (period: Period) =>
  queryOptions({
    queryKey: ['workflows', 'figures', period],
    queryFn: async (): Promise<WorkflowFigures[]> => {
      const { data } = await client.workflows.list({ per_page: 100 }).page(1);
      const active = data.filter(({ is_active }) => is_active);
      return Promise.all(
        active.map(async (workflow) => ({
          workflow,
          metrics: await client.workflows.getMetrics(workflow.id, { period }),
        })),
      );
    },
  });
