import type { MetricPeriod } from '@qsc/contracts';

/** The metrics of one workflow (specification, "Workflow metrics"); null where there is no data. */
export type WorkflowMetrics = {
  workflow_id: string;
  period: MetricPeriod;
  total_instances: number;
  completed_instances: number;
  average_completion_time_hours: number | null;
  by_state: Record<string, number>;
  bottlenecks: Bottleneck[];
  sla_compliance: { on_time: number; overdue: number; compliance_rate: number | null };
  states: StateMetrics[];
};

/** How long records stay in a state, and whether they leave it in time. */
export type StateMetrics = {
  state: string;
  stays: number;
  average_time_hours: number | null;
  median_time_hours: number | null;
  p90_time_hours: number | null;
  instances_waiting: number;
  on_time: number;
  overdue: number;
};

export type Bottleneck = { state: string; average_time_hours: number | null; instances_waiting: number };

/** Instances that started in the period, by their current state. */
export type StateSum = { state: string; instances: number; completed: number; completion_ms: number };

/** Stays that ended in the period, by the state that was left. */
export type StaySum = {
  state: string;
  stays: number;
  stay_ms: number;
  on_time: number;
  late: number;
  median_tenths: number;
  p90_tenths: number;
};

/** Instances that are under way now, by the state that they wait in. */
export type WaitingSum = { state: string; waiting: number; overdue: number };

export type MetricSums = { started: readonly StateSum[]; left: readonly StaySum[]; waiting: readonly WaitingSum[] };

export const HOUR_MS = 3_600_000;
const TENTHS = 10;

/** The number of bottlenecks reported. */
const BOTTLENECKS = 5;

const toTenth = (value: number): number => Math.round(value * TENTHS) / TENTHS;

const meanHours = (milliseconds: number, count: number): number | null =>
  count === 0 ? null : toTenth(milliseconds / count / HOUR_MS);

const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : toTenth((100 * part) / whole));

/** The states of the definition that are left some time, in their order, then those that former versions had. */
const toStateMetrics = (states: readonly MeasuredState[], { left, waiting }: MetricSums): StateMetrics[] => {
  const defined = states.filter(({ type }) => type !== 'final').map(({ id }) => id);
  return [...new Set([...defined, ...[...left, ...waiting].map(({ state }) => state)])].map((state) => {
    const stays = left.find((row) => row.state === state);
    const now = waiting.find((row) => row.state === state);
    return {
      state,
      stays: stays?.stays ?? 0,
      average_time_hours: stays ? meanHours(stays.stay_ms, stays.stays) : null,
      median_time_hours: stays ? stays.median_tenths / TENTHS : null,
      p90_time_hours: stays ? stays.p90_tenths / TENTHS : null,
      instances_waiting: now?.waiting ?? 0,
      on_time: stays?.on_time ?? 0,
      overdue: (stays?.late ?? 0) + (now?.overdue ?? 0),
    };
  });
};

/** The states in which records stay longest, with those that wait there now. */
const findBottlenecks = (states: readonly StateMetrics[]): Bottleneck[] => {
  const longest = ({ average_time_hours: hours }: Bottleneck): number => hours ?? 0;
  return states
    .filter(({ stays, instances_waiting }) => stays > 0 || instances_waiting > 0)
    .map(({ state, average_time_hours, instances_waiting }) => ({ state, average_time_hours, instances_waiting }))
    .sort((one, other) => longest(other) - longest(one) || other.instances_waiting - one.instances_waiting)
    .slice(0, BOTTLENECKS);
};

/** A stay is on time when its state was left within its hours, overdue when it was left later or is late and lasts. */
const toCompliance = (states: readonly StateMetrics[]): WorkflowMetrics['sla_compliance'] => {
  const on_time = total(states, (row) => row.on_time);
  const overdue = total(states, (row) => row.overdue);
  return { on_time, overdue, compliance_rate: percent(on_time, on_time + overdue) };
};

type MeasuredState = { id: string; type: string };

/** The metrics from the sums of the database. `states` are in their order, including those without an instance. */
export const toMetrics = (
  { id, states }: { id: string; states: readonly MeasuredState[] },
  period: MetricPeriod,
  sums: MetricSums,
): WorkflowMetrics => {
  const { started } = sums;
  const byState = toStateMetrics(states, sums);
  const completed = total(started, (row) => row.completed);
  return {
    workflow_id: id,
    period,
    total_instances: total(started, (row) => row.instances),
    completed_instances: completed,
    average_completion_time_hours: meanHours(
      total(started, (row) => row.completion_ms),
      completed,
    ),
    by_state: Object.fromEntries([
      ...states.map((state) => [state.id, 0] as const),
      ...started.map(({ state, instances }) => [state, instances] as const),
    ]),
    bottlenecks: findBottlenecks(byState),
    sla_compliance: toCompliance(byState),
    states: byState,
  };
};
