import type { Collection } from '@qsc/service-kit';
import type { PipelineStage } from 'mongoose';
import { METRIC_INDEX, type StoredInstance, type StoredTransition } from '../instance/instance.store.ts';
import { HOUR_MS, type MetricSums, type StateSum, type StaySum, type WaitingSum } from './metric.ts';

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

/** Stays are counted by their length, to a tenth of an hour, so that few rows are ordered for the percentiles. */
const TENTH_MS = HOUR_MS / 10;

const sumUntil = (documents: ['unbounded', 'current' | 'unbounded']) => ({ $sum: '$stays', window: { documents } });

/** The shortest length that so great a part of the stays does not exceed. */
const percentile = (part: number) => ({
  $min: { $cond: [{ $gte: ['$until', { $multiply: [part, '$all'] }] }, '$_id.tenths', null] },
});

/** The start of an instance leaves no state and is excluded. */
const leftStages = ({ orgId, workflowId, from, now }: Measured): PipelineStage[] => [
  { $match: { org_id: orgId, workflow_id: workflowId, at: { $gte: from, $lte: now } } },
  {
    $group: {
      _id: {
        state: '$from_state',
        tenths: { $round: [{ $divide: [{ $subtract: ['$at', '$left.entered_at'] }, TENTH_MS] }, 0] },
      },
      stays: { $sum: 1 },
      stay_ms: { $sum: { $subtract: ['$at', '$left.entered_at'] } },
      on_time: countIf({ $and: [isThere('$left.due_at'), { $lte: ['$at', '$left.due_at'] }] }),
      late: countIf({ $and: [isThere('$left.due_at'), { $gt: ['$at', '$left.due_at'] }] }),
    },
  },
  { $match: { '_id.state': { $ne: null } } },
  {
    $setWindowFields: {
      partitionBy: '$_id.state',
      sortBy: { '_id.tenths': 1 },
      output: { until: sumUntil(['unbounded', 'current']), all: sumUntil(['unbounded', 'unbounded']) },
    },
  },
  {
    $group: {
      _id: '$_id.state',
      stays: { $sum: '$stays' },
      stay_ms: { $sum: '$stay_ms' },
      on_time: { $sum: '$on_time' },
      late: { $sum: '$late' },
      median_tenths: percentile(0.5),
      p90_tenths: percentile(0.9),
    },
  },
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

/** The running instances of an organisation, or of some of its workflows. */
export type CountRunning = (orgId: string, workflowIds: readonly string[] | undefined) => Promise<Running[]>;

/** Instances that are under way now in a state of a version. */
export type Running = { workflow_id: string; workflow_version: number; state: string; instances: number };

/** Counts running instances from the keys of an index alone. */
export const makeCountRunning =
  (instances: Collection<StoredInstance>): CountRunning =>
  async (orgId, workflowIds) => {
    const rows = await instances.model
      .aggregate<{ _id: Omit<Running, 'instances'>; instances: number }>([
        {
          $match: {
            org_id: orgId,
            ...(workflowIds ? { workflow_id: { $in: [...workflowIds] } } : {}),
            current: true,
            'state.type': { $in: UNDER_WAY },
          },
        },
        {
          $group: {
            _id: { workflow_id: '$workflow_id', workflow_version: '$workflow_version', state: '$state.id' },
            instances: { $sum: 1 },
          },
        },
        { $sort: { '_id.workflow_id': 1, '_id.workflow_version': 1, '_id.state': 1 } },
      ])
      .hint(METRIC_INDEX.waiting)
      .exec();
    return rows.map(({ _id, instances: count }) => ({ ..._id, instances: count }));
  };

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
