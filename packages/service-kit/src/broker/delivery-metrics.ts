import type { Metrics } from '../metrics.ts';

/** How a delivery ended; `lost`: the connection went before it could be acknowledged, so it is delivered again. */
export type DeliveryOutcome = 'acknowledged' | 'parked' | 'returned' | 'lost';

/** Observes each delivery that has ended; `lag` is the time since it was published, null where nobody wrote that down. */
export type ObserveDelivery = (
  queue: string,
  outcome: DeliveryOutcome,
  times: { seconds: number; lag: number | null; traceId: string | undefined },
) => void;

const LAG_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800, 7_200];
const TAKING_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300];

/** Rate, errors and duration of what the consumers of a process take, by queue. */
export const makeDeliveryMetrics = (metrics: Pick<Metrics, 'histogram'>): ObserveDelivery => {
  const duration = metrics.histogram('broker_delivery_duration_seconds', 'From a delivery to its end, by queue', {
    labels: ['queue', 'outcome'],
    buckets: TAKING_SECONDS,
  });
  const lag = metrics.histogram(
    'broker_delivery_lag_seconds',
    'From the publishing of a message to its end, by queue',
    {
      labels: ['queue'],
      buckets: LAG_SECONDS,
    },
  );
  return (queue, outcome, times) => {
    duration({ queue, outcome }, times.seconds, times.traceId);
    if (times.lag !== null && outcome === 'acknowledged') lag({ queue }, times.lag, times.traceId);
  };
};
