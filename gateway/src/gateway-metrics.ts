import { type Metrics, makeMetrics } from '@qsc/service-kit/edge';
import type { Budget } from './request-context.ts';

/** 2 is where the alert for slow requests draws its line: between two bounds a quantile is a guess. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

export type GatewayMetrics = Pick<Metrics, 'registry' | 'gauges'> & {
  /** A request was answered: its path's prefix, method and status, how long it took in seconds, and its trace. */
  answered(labels: { route: string; method: string; status: number }, seconds: number, traceId?: string): void;
  /** A service answered with a head. */
  proxied(service: string, seconds: number, traceId?: string): void;
  rateLimited(budget: Budget['kind']): void;
  /** Shows the state of a circuit whenever it is scraped: 0 closed, 1 open, 2 half open. */
  watchCircuit(service: string, state: () => number): void;
};

/** What Prometheus reads, besides Node's own metrics. */
export const makeGatewayMetrics = (): GatewayMetrics => {
  const { registry, gauges, histogram, counter } = makeMetrics('gateway');
  const duration = histogram(
    'gateway_request_duration_seconds',
    'Duration of requests by route prefix, method and status',
    { labels: ['route', 'method', 'status'], buckets: SECONDS },
  );
  const upstream = histogram('gateway_upstream_duration_seconds', 'Time until a service answered with a head', {
    labels: ['upstream'],
    buckets: SECONDS,
  });
  const limited = counter('gateway_rate_limited_total', 'Requests refused for their rate, by whose budget was spent', {
    label: 'budget',
    values: ['organization', 'user', 'address'],
  });
  const circuits = new Map<string, () => number>();
  gauges('gateway_circuit_state', 'Circuit of a service: 0 closed, 1 open, 2 half open', {
    labels: ['upstream'],
    read: async () => [...circuits].map(([upstream, state]) => ({ labels: { upstream }, value: state() })),
  });
  return {
    registry,
    gauges,
    answered: duration,
    proxied: (service, seconds, traceId) => upstream({ upstream: service }, seconds, traceId),
    rateLimited: (budget) => limited.inc({ budget }),
    watchCircuit: (service, state) => void circuits.set(service, state),
  };
};
