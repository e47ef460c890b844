import { say } from '../runtime/command-line.ts';
import { buildAccess, DATABASE_PREFIX } from '../runtime/database-access.ts';
import { planBackends } from '../runtime/mesh-plan.ts';
import { type DataPaths, REPOSITORY } from '../runtime/paths.ts';
import { requireFreePorts } from '../runtime/ports.ts';
import { SERVICES } from '../runtime/processes.ts';
import { waitUntilReady } from '../runtime/readiness.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Backends } from '../runtime/service-process.ts';
import type { Settings } from '../runtime/settings.ts';
import { Supervisor } from '../runtime/supervisor.ts';

/** No broker is started for a restore: what only a broker has is not in an archive. */
const NO_BROKER = 'amqp://127.0.0.1:9';

/** The prefix of the databases of a deployment. */
export const getPrefix = ({ variables }: Pick<Settings, 'variables'>): string =>
  variables.MONGODB_DATABASE_PREFIX || DATABASE_PREFIX;

/**
 * Runs the work on the MongoDB of the settings: one that runs elsewhere, or the data directory's own, started for it with the users
 * of the programs, and ended.
 */
export const withMongodb = async <Result>(
  settings: Settings,
  { paths, secrets }: { paths: DataPaths; secrets: Secrets },
  work: (backends: Backends) => Promise<Result>,
): Promise<Result> => {
  const programs = SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name);
  const access = buildAccess(programs, { secrets, prefix: getPrefix(settings) });
  const { backends, processes } = await planBackends(
    { ...settings, amqpUrl: NO_BROKER },
    { paths, secrets, access },
    say,
  );
  await requireFreePorts(processes.flatMap(({ ports }) => ports));
  const plan = { workingDirectory: REPOSITORY, logs: paths.logs, state: paths.state, processes };
  const supervisor = new Supervisor(plan, () => {});
  void supervisor.start();
  try {
    await waitUntilReady(plan, paths);
    return await work(backends);
  } finally {
    await supervisor.stop();
  }
};
