import { CLASSIFICATIONS, type MetricPeriod, periodStart, QUALITY_EVENT_TYPES, toDay } from '@qsc/contracts';
import type { Collection, ReadLocalTime } from '@qsc/service-kit';
import type { PipelineStage } from 'mongoose';
import {
  CATEGORY_LIMIT,
  type Grouping,
  METRIC_KEYS,
  type Metrics,
  mondaysBetween,
  toDays,
  toWeekLabel,
  weekLabel,
} from './metric.ts';

type Sums = { total: number; open: number; overdue: number; closure_ms: number };

type Row<Id, Sum extends keyof Sums> = { _id: Id } & Pick<Sums, Sum>;

type Grouped = {
  summary: Row<null, keyof Sums>[];
  types: Row<string, 'total' | 'open'>[];
  classifications: Row<string | null, 'total'>[];
  weeks: Row<{ year: number; week: number }, 'total'>[];
};

export type MetricQuery = { period: MetricPeriod; group_by?: Grouping | undefined };

/** The metrics of an organisation's events that were created in the period until now. */
export type ReadMetrics = (orgId: string, query: MetricQuery) => Promise<Metrics>;

const isOpen = { $eq: ['$ended_at', null] };

const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });

const createdBetween = (org_id: string, from: Date, to: Date): PipelineStage.Match => ({
  $match: { org_id, created_at: { $gte: from, $lte: to } },
});

const summed = (sums: readonly (keyof Sums)[]) => Object.fromEntries(sums.map((sum) => [sum, { $sum: `$${sum}` }]));

/** One pass over the events makes a row for each week, type and classification; all other figures come from these few rows. */
const groupStages = (today: string): PipelineStage[] => [
  {
    $group: {
      _id: {
        week: { year: { $isoWeekYear: '$created_at' }, week: { $isoWeek: '$created_at' } },
        type: '$type',
        classification: '$classification',
      },
      total: { $sum: 1 },
      open: countIf(isOpen),
      overdue: countIf({ $and: [isOpen, { $ne: ['$due_date', null] }, { $lt: ['$due_date', today] }] }),
      closure_ms: { $sum: { $cond: [isOpen, 0, { $subtract: ['$ended_at', '$created_at'] }] } },
    },
  },
  {
    $facet: {
      summary: [{ $group: { _id: null, ...summed(['total', 'open', 'overdue', 'closure_ms']) } }],
      types: [{ $group: { _id: '$_id.type', ...summed(['total', 'open']) } }],
      classifications: [{ $group: { _id: '$_id.classification', ...summed(['total']) } }],
      weeks: [{ $group: { _id: '$_id.week', ...summed(['total']) } }],
    },
  },
];

const categoryStages: PipelineStage[] = [
  { $group: { _id: '$category', total: { $sum: 1 }, open: countIf(isOpen) } },
  { $match: { _id: { $ne: null } } },
  { $sort: { total: -1, _id: 1 } },
  { $limit: CATEGORY_LIMIT },
];

const toSummary = ({ total, open, overdue, closure_ms }: Sums): Metrics['summary'] => ({
  total_events: total,
  open_events: open,
  closed_events: total - open,
  overdue_events: overdue,
  average_closure_days: toDays(total === open ? null : closure_ms / (total - open)),
});

const NOTHING: Sums = { total: 0, open: 0, overdue: 0, closure_ms: 0 };

/** A member for each name, also for those without a row. */
const toRecord = <Name extends string, Found extends { _id: string | null }, Value>(
  names: readonly Name[],
  rows: readonly Found[],
  toValue: (row: Found | undefined) => Value,
): Record<Name, Value> => {
  const found = new Map(rows.map((row) => [row._id, row]));
  return Object.fromEntries(names.map((name) => [name, toValue(found.get(name))])) as Record<Name, Value>;
};

const toTrend = (weeks: Grouped['weeks'], from: Date, to: Date): Metrics['trends'] => {
  const counts = new Map(weeks.map(({ _id, total }) => [weekLabel(_id), total]));
  const labels = mondaysBetween(from, to).map(toWeekLabel);
  return { events_by_week: labels.map((week) => ({ week, count: counts.get(week) ?? 0 })) };
};

/** Reads the metrics, which the database computes from the keys of one index. */
export const makeReadMetrics =
  <Stored extends { _id: string }>({
    events,
    localTime,
  }: {
    events: Pick<Collection<Stored, string>, 'model'>;
    localTime: ReadLocalTime;
  }): ReadMetrics =>
  async (orgId, { period, group_by }) => {
    const at = await localTime(orgId);
    const { now } = at;
    const from = periodStart(period, now);
    const inPeriod = createdBetween(orgId, from, now);
    const compute = <Result>(stages: readonly PipelineStage[]): Promise<Result[]> =>
      events.model
        .aggregate<Result>([inPeriod, ...stages])
        .hint(METRIC_KEYS)
        .exec();
    const [[grouped], categories] = await Promise.all([
      compute<Grouped>(groupStages(toDay(at))),
      group_by === 'category' ? compute<Row<string, 'total' | 'open'>>(categoryStages) : null,
    ]);
    const { summary = [], types = [], classifications = [], weeks = [] } = grouped ?? {};
    return {
      period,
      summary: toSummary(summary[0] ?? NOTHING),
      by_type: toRecord(QUALITY_EVENT_TYPES, types, (row) => ({ total: row?.total ?? 0, open: row?.open ?? 0 })),
      by_classification: toRecord(CLASSIFICATIONS, classifications, (row) => row?.total ?? 0),
      ...(categories
        ? { by_category: Object.fromEntries(categories.map(({ _id, total, open }) => [_id, { total, open }])) }
        : {}),
      trends: toTrend(weeks, from, now),
    };
  };
