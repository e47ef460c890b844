import { type Metrics, makeMetrics } from '@qsc/service-kit/edge';
import { Counter, Gauge, Histogram } from 'prom-client';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

export type GatewayMetrics = {
  registry: Metrics['registry'];
  /** A request was answered: its path's prefix, method and status, and how long it took in seconds. */
  answered(labels: { route: string; method: string; status: number }, seconds: number): void;
  /** A service answered with a head. */
  proxied(service: string, seconds: number): void;
  rateLimited(budget: 'organization' | 'address'): void;
  /** Shows the state of a circuit whenever it is scraped: 0 closed, 1 open, 2 half open. */
  watchCircuit(service: string, state: () => number): void;
};

/** What Prometheus is told, besides Node's own metrics. */
export const makeGatewayMetrics = (): GatewayMetrics => {
  const { registry } = makeMetrics('gateway');
  const registers = [registry];
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Duration of requests by route prefix, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  });
  const upstream = new Histogram({
    name: 'gateway_upstream_duration_seconds',
    help: 'Time until a service answered with a head',
    labelNames: ['service'],
    buckets: SECONDS,
    registers,
  });
  const limited = new Counter({
    name: 'gateway_rate_limited_total',
    help: 'Requests refused for their rate, by whose budget was spent',
    labelNames: ['budget'],
    registers,
  });
  const circuits = new Map<string, () => number>();
  new Gauge({
    name: 'gateway_circuit_state',
    help: 'Circuit of a service: 0 closed, 1 open, 2 half open',
    labelNames: ['service'],
    registers,
    collect() {
      for (const [service, state] of circuits) this.set({ service }, state());
    },
  });
  return {
    registry,
    answered: (labels, seconds) => duration.observe(labels, seconds),
    proxied: (service, seconds) => upstream.observe({ service }, seconds),
    rateLimited: (budget) => limited.inc({ budget }),
    watchCircuit: (service, state) => void circuits.set(service, state),
  };
};
