import { type MetricPeriod, periodStart } from '@qsc/contracts';
import { type Call, type Clock, notFound } from '@qsc/service-kit';
import type { Definitions } from '../definition/definitions.ts';
import type { ReadSums } from './metric.query.ts';
import { toMetrics, type WorkflowMetrics } from './metric.ts';

/** Reads the metrics of a workflow, as they are at this moment. Throws `not_found`. */
export type ReadWorkflowMetrics = (id: string, period: MetricPeriod, call: Call) => Promise<WorkflowMetrics>;

type Parts = { definitions: Pick<Definitions, 'find'>; readSums: ReadSums; clock: Clock };

export const makeReadWorkflowMetrics =
  ({ definitions, readSums, clock }: Parts): ReadWorkflowMetrics =>
  async (id, period, call) => {
    const { org_id: orgId } = call.actor;
    const workflow = await definitions.find(orgId, id);
    if (!workflow) throw notFound('workflow', id);
    const now = clock();
    const sums = await readSums({ orgId, workflowId: id, from: periodStart(period, now), now });
    return toMetrics(workflow, period, sums);
  };
