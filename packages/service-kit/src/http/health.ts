import type { Express } from 'express';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { within } from '../within.ts';

/** What must hold for the service to take requests, by name. */
export type Checks = Record<string, () => boolean | Promise<boolean>>;

/** Tells why a check failed, each reason once until the check holds: `/readyz` shows names alone. */
const makeFaultLog = (log: Log) => {
  const reported = new Map<string, string>();
  return {
    holds: (name: string): void => void reported.delete(name),
    failed(name: string, error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error);
      if (reported.get(name) === reason) return;
      reported.set(name, reason);
      log.warn('a check of readiness failed', { check: name, reason });
    },
  };
};

const run = async (checks: Checks, faultLog: ReturnType<typeof makeFaultLog>): Promise<Record<string, boolean>> => {
  const passed = async (name: string, check: Checks[string]): Promise<boolean> => {
    try {
      const ok = await check();
      faultLog.holds(name);
      return ok;
    } catch (error) {
      faultLog.failed(name, error);
      return false;
    }
  };
  const results = Object.entries(checks).map(async ([name, check]) => [name, await passed(name, check)] as const);
  return Object.fromEntries(await Promise.all(results));
};

/** Mounts `/metrics` for Prometheus. */
export const mountMetrics = (app: Express, metrics: Pick<Metrics, 'registry'>): void => {
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
};

/** What has not answered by then counts as missing for a scrape, which waits for no longer. */
const CHECK_MS = 800;

/** Shows each check of `/readyz` as a metric: 1 where it holds. */
export const watchChecks = (metrics: Pick<Metrics, 'gauges'>, checks: Checks): void =>
  metrics.gauges('service_check_up', 'Whether what the program needs is there, by check of /readyz', {
    labels: ['check'],
    read: () =>
      Promise.all(
        Object.entries(checks).map(async ([name, check]) => ({
          labels: { check: name },
          value: Number(await within(CHECK_MS, false, check)),
        })),
      ),
  });

/** The checks that do not decide, as the address names them: `?without=broker`. */
const withoutIn = (url: string): ReadonlySet<string> =>
  new Set(new URLSearchParams(url.slice(url.indexOf('?') + 1)).getAll('without'));

/**
 * Mounts `/livez` (the process runs) and `/readyz` (every check holds; 503 and their names otherwise). What `?without=` names is
 * shown and does not decide: for who asks whether requests can be sent here, and not whether all is well.
 */
export const mountHealth = (app: Express, checks: Checks, log: Log): void => {
  const faultLog = makeFaultLog(log);
  app.get('/livez', (_request, response) => {
    response.json({ status: 'alive' });
  });
  app.get('/readyz', async (request, response) => {
    const results = await run(checks, faultLog);
    const without = withoutIn(request.url);
    const ready = Object.entries(results).every(([name, holds]) => holds || without.has(name));
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', checks: results });
  });
};
