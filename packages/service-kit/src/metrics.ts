import type { Request, Response } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';
import { makeCoalesced } from './coalesce.ts';
import { sampledTraceId } from './telemetry.ts';
import { within } from './within.ts';

export type HttpMetrics = { observe(request: Request, response: Response): void };

type Labels = Record<string, string | number>;

/** Notes how long something took, in seconds; `traceId` makes it the exemplar of its bucket. */
export type Observe = (labels: Labels, seconds: number, traceId?: string | undefined) => void;

/** By which label a counter counts, and all the values that it has. */
export type CountedBy = { label: string; values: readonly string[] };

/** A number as it stands when it is scraped. */
export type Reading = { labels: Labels; value: number };

export type Metrics = HttpMetrics & {
  registry: Registry<OpenMetricsContentType>;
  /** A number that is read when it is scraped; left out while it cannot be read within a second. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** As `gauge`, one for each set of labels. */
  gauges(name: string, help: string, parts: { labels: readonly string[]; read: () => Promise<Reading[]> }): void;
  /** Each of its values begins at 0: an increase cannot be seen of what is there from its first count on alone. */
  counter(name: string, help: string, by?: CountedBy): Counter;
  histogram(name: string, help: string, parts: { labels: readonly string[]; buckets?: readonly number[] }): Observe;
};

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Nothing may hold up a scrape, least of all a database that is away. */
const READ_MS = 1_000;

/** Shares a read that is still under way, so that slow ones do not pile up with each scrape. */
const oneAtATime = (read: () => Promise<Reading[]>): (() => Promise<Reading[]>) => {
  const reads = makeCoalesced<Reading[]>();
  return () => reads.run('', read);
};

type OpenMetrics = Registry<OpenMetricsContentType>;

const counterIn =
  (registry: OpenMetrics): Metrics['counter'] =>
  (name, help, by) => {
    const made = new Counter({ name, help, labelNames: by ? [by.label] : [], registers: [registry] });
    for (const value of by?.values ?? []) made.inc({ [by?.label ?? '']: value }, 0);
    return made;
  };

const histogramIn =
  (registry: OpenMetrics): Metrics['histogram'] =>
  (name, help, { labels, buckets = SECONDS }) => {
    const made = new Histogram({
      name,
      help,
      labelNames: [...labels],
      buckets: [...buckets],
      enableExemplars: true,
      registers: [registry],
    });
    return (values, seconds, traceId) =>
      made.observe({
        labels: values,
        value: seconds,
        ...(traceId === undefined ? {} : { exemplarLabels: { trace_id: traceId } }),
      });
  };

const gaugesIn =
  (registry: OpenMetrics): Metrics['gauges'] =>
  (name, help, { labels, read }) => {
    const shared = oneAtATime(read);
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const readings = await within(READ_MS, [], shared);
        this.reset();
        // Without labels a reset leaves a 0, which nobody has read.
        if (labels.length === 0) this.remove();
        for (const reading of readings) this.set(reading.labels, reading.value);
      },
    });
  };

const requestsIn = (histogram: Metrics['histogram']): HttpMetrics => {
  const duration = histogram('http_request_duration_seconds', 'Duration of HTTP requests by route', {
    labels: ['method', 'route', 'status'],
  });
  return {
    observe(request, response) {
      const began = performance.now();
      const traceId = sampledTraceId();
      response.on('close', () => {
        const labels = { method: request.method, route: request.route?.path ?? 'unknown', status: response.statusCode };
        duration(labels, (performance.now() - began) / 1000, traceId);
      });
    },
  };
};

/**
 * The metrics of a process in the form of OpenMetrics, which can carry exemplars: Node's own, HTTP durations by route, and
 * what the service adds.
 */
export const makeMetrics = (service: string): Metrics => {
  const registry: OpenMetrics = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const histogram = histogramIn(registry);
  const gauges = gaugesIn(registry);
  return {
    ...requestsIn(histogram),
    registry,
    histogram,
    gauges,
    gauge: (name, help, read) =>
      gauges(name, help, { labels: [], read: async () => [{ labels: {}, value: await read() }] }),
    counter: counterIn(registry),
  };
};
