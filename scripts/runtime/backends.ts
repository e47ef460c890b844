import type { Say } from './command-line.ts';
import { planBackends } from './mesh-plan.ts';
import { prepareDataDirectory, REPOSITORY } from './paths.ts';
import { findFreePortBase, requireFreePorts } from './ports.ts';
import { waitUntilReady } from './readiness.ts';
import { loadSecrets } from './secrets.ts';
import type { Backends } from './service-process.ts';
import { Supervisor } from './supervisor.ts';

export type RunningBackends = Backends & {
  /** Ends both; the data stays in the directory. */
  stop: () => Promise<void>;
};

/**
 * Starts a private MongoDB and RabbitMQ with their data in the directory, on free ports, kept alive until `stop`.
 * For a run of tests or measurements; they live in this process, and end with `stop` only. RabbitMQ has the virtual hosts
 * beside its default one. Throws `Advice` where a program is missing and cannot be installed.
 */
export const startBackends = async (
  directory: string,
  say: Say,
  virtualHosts: readonly string[] = [],
): Promise<RunningBackends> => {
  const paths = prepareDataDirectory(directory);
  const portBase = await findFreePortBase();
  const own = { paths, secrets: loadSecrets(paths.secrets), virtualHosts };
  const { backends, processes } = await planBackends({ portBase, mongodbUri: null, amqpUrl: null }, own, say);
  await requireFreePorts(processes.flatMap((spec) => spec.ports));
  const plan = { workingDirectory: REPOSITORY, logs: paths.logs, state: paths.state, processes };
  const supervisor = new Supervisor(plan, () => {});
  void supervisor.start();
  try {
    await waitUntilReady(plan, paths);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return { ...backends, stop: () => supervisor.stop() };
};
