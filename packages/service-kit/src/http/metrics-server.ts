import express from 'express';
import type { Metrics } from '../metrics.ts';
import { mountMetrics } from './health.ts';
import { type HttpServer, startHttpServer } from './server.ts';

/** Answers `/metrics` on a port of its own, for the operator alone. It speaks plainly; network policies close it. */
export const startMetricsServer = (
  metrics: Pick<Metrics, 'registry'>,
  place: { port: number; host: string },
): Promise<HttpServer> => {
  const app = express().disable('x-powered-by');
  mountMetrics(app, metrics);
  return startHttpServer(app, place);
};
