import type { Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { QUALIFICATIONS, RISK_LEVELS } from '../suppliers/supplier-filters.ts';
import type { Period } from './period.ts';

/** Quality events that were created in the period, counted. */
export const eventMetricsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['quality-events', 'metrics', period],
    queryFn: () => client.qualityEvents.getMetrics({ period }),
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
export type WorkflowFigures = { id: string; name: string; metrics: Schemas['WorkflowMetrics'] };

/** The active workflows with their figures. */
export const workflowFiguresQuery = (period: Period) =>
  queryOptions({
    queryKey: ['workflows', 'figures', period],
    queryFn: async (): Promise<WorkflowFigures[]> => {
      const { data } = await client.workflows.list({ per_page: 100 }).page(1);
      const active = data.filter(({ is_active }) => is_active);
      return Promise.all(
        active.map(async ({ id, name }) => ({ id, name, metrics: await client.workflows.getMetrics(id, { period }) })),
      );
    },
  });
