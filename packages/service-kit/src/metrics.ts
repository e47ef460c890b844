import type { Request, Response } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type HttpMetrics = { observe(request: Request, response: Response): void };

export type Metrics = HttpMetrics & {
  registry: Registry;
  /** A number that is read when it is scraped. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** How often a value was at most each of these. */
  histogram(name: string, help: string, buckets: readonly number[]): Histogram;
};

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** The Prometheus metrics of a process: Node's own, HTTP durations by route, and what the service adds. */
export const makeMetrics = (service: string): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by route',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    registry,
    observe(request, response) {
      const began = performance.now();
      response.on('close', () =>
        duration.observe(
          { method: request.method, route: request.route?.path ?? 'unknown', status: response.statusCode },
          (performance.now() - began) / 1000,
        ),
      );
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    histogram: (name, help, buckets) => new Histogram({ name, help, buckets: [...buckets], registers: [registry] }),
  };
};
