import type { Collection } from '@qsc/service-kit';
import type { PipelineStage } from 'mongoose';
import { METRIC_INDEX, type StoredInstance, type StoredTransition } from '../instance/instance.store.ts';
import type { MetricSums, StateSum, StaySum, WaitingSum } from './metric.ts';

/** The scope of metrics: a workflow at any version, and the time until now. */
export type Measured = { orgId: string; workflowId: string; from: Date; now: Date };

/** Computes the sums of the metrics in the database, from the keys of indexes alone. */
export type ReadSums = (measured: Measured) => Promise<MetricSums>;

const UNDER_WAY = ['initial', 'intermediate', 'approval'];

const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });

const isThere = (path: string) => ({ $gt: [path, null] });

const startedStages = ({ orgId, workflowId, from, now }: Measured): PipelineStage[] => [
  { $match: { org_id: orgId, workflow_id: workflowId, started_at: { $gte: from, $lte: now } } },
  {
    $group: {
      _id: '$state.id',
      instances: { $sum: 1 },
      completed: countIf(isThere('$completed_at')),
      completion_ms: {
        $sum: { $cond: [isThere('$completed_at'), { $subtract: ['$completed_at', '$started_at'] }, 0] },
      },
    },
  },
];

/** The start of an instance leaves no state and is excluded. */
const leftStages = ({ orgId, workflowId, from, now }: Measured): PipelineStage[] => [
  { $match: { org_id: orgId, workflow_id: workflowId, at: { $gte: from, $lte: now } } },
  {
    $group: {
      _id: '$from_state',
      stays: { $sum: 1 },
      stay_ms: { $sum: { $subtract: ['$at', '$left.entered_at'] } },
      on_time: countIf({ $and: [isThere('$left.due_at'), { $lte: ['$at', '$left.due_at'] }] }),
      late: countIf({ $and: [isThere('$left.due_at'), { $gt: ['$at', '$left.due_at'] }] }),
    },
  },
  { $match: { _id: { $ne: null } } },
];

const waitingStages = ({ orgId, workflowId, now }: Measured): PipelineStage[] => [
  { $match: { org_id: orgId, workflow_id: workflowId, current: true, 'state.type': { $in: UNDER_WAY } } },
  {
    $group: {
      _id: '$state.id',
      waiting: { $sum: 1 },
      overdue: countIf({ $and: [isThere('$state_due_at'), { $lt: ['$state_due_at', now] }] }),
    },
  },
];

const named = <Sum>(rows: readonly (Omit<Sum, 'state'> & { _id: string })[]): Sum[] =>
  rows.map(({ _id, ...sums }) => ({ state: _id, ...sums }) as unknown as Sum);

type Collections = { instances: Collection<StoredInstance>; transitions: Collection<StoredTransition> };

export const makeReadSums =
  ({ instances, transitions }: Collections): ReadSums =>
  async (measured) => {
    const [started, left, waiting] = await Promise.all([
      instances.model.aggregate(startedStages(measured)).hint(METRIC_INDEX.started).exec(),
      transitions.model.aggregate(leftStages(measured)).hint(METRIC_INDEX.left).exec(),
      instances.model.aggregate(waitingStages(measured)).hint(METRIC_INDEX.waiting).exec(),
    ]);
    return { started: named<StateSum>(started), left: named<StaySum>(left), waiting: named<WaitingSum>(waiting) };
  };
