import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bringUp } from '../../scripts/runtime/bring-up.ts';
import { buildAccess, DATABASE_PREFIX } from '../../scripts/runtime/database-access.ts';
import { planBackends } from '../../scripts/runtime/mesh-plan.ts';
import { dataPaths, prepareDataDirectory, REPOSITORY } from '../../scripts/runtime/paths.ts';
import { findFreePortBase } from '../../scripts/runtime/ports.ts';
import { addresses } from '../../scripts/runtime/process-address.ts';
import { SERVICES } from '../../scripts/runtime/processes.ts';
import { loadSecrets } from '../../scripts/runtime/secrets.ts';
import { serviceProcesses } from '../../scripts/runtime/service-process.ts';
import { loadSettings } from '../../scripts/runtime/settings.ts';
import { readState } from '../../scripts/runtime/state.ts';
import { takeDown } from '../../scripts/runtime/take-down.ts';
import { readOutput } from '../../scripts/runtime/tool.ts';

/** The programs that records, files and their log need. */
const PROGRAMS = ['identity', 'entity', 'certificate', 'audit', 'gateway'];

const quiet = (): void => {};

export type CommandEnd = { code: number | null; out: string; err: string };

/** A small mesh with a data directory of its own, as `scripts/up` would start it. Nothing runs before `start`. */
export type RestoreMesh = {
  baseUrl: string;
  /** Starts the programs; with it, the environment of identity and the address of MongoDB for who may do anything. */
  start(): Promise<{ identity: Record<string, string>; mongodbUri: string }>;
  stop(): Promise<void>;
  /** Runs a command of the scripts on this data directory and these ports. */
  command(script: string, parameters: readonly string[], environment: Record<string, string>): Promise<CommandEnd>;
  /** Halts a program where it is, or lets it go on. */
  signal(program: string, signal: 'SIGSTOP' | 'SIGCONT'): void;
};

export const makeRestoreMesh = async (directory: string): Promise<RestoreMesh> => {
  const settings = { ...loadSettings({}), dataDir: directory, portBase: await findFreePortBase() };
  const paths = dataPaths(directory);
  return {
    baseUrl: addresses(settings.portBase).baseUrl,
    async start() {
      prepareDataDirectory(directory);
      const secrets = loadSecrets(paths.secrets);
      const rows = SERVICES.filter(({ name }) => PROGRAMS.includes(name));
      const access = buildAccess(PROGRAMS.slice(0, -1), { secrets, prefix: DATABASE_PREFIX });
      const { backends, processes } = await planBackends(settings, { paths, secrets, access }, quiet);
      const services = serviceProcesses(rows, { settings, secrets, backends });
      const plan = { workingDirectory: REPOSITORY, logs: paths.logs, state: paths.state };
      await bringUp({ ...plan, processes: [...processes, ...services] }, paths, quiet);
      const identity = services.find(({ name }) => name === 'identity')?.environment ?? {};
      return { identity, mongodbUri: backends.mongodbUri };
    },
    async stop() {
      await takeDown(paths, quiet);
    },
    command(script, parameters, environment) {
      const { PATH = '', HOME = '' } = process.env;
      const own = { QSC_DATA_DIR: directory, QSC_PORT_BASE: String(settings.portBase) };
      const child = spawn(join(REPOSITORY, 'scripts', script), parameters, {
        env: { PATH, HOME, ...own, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      return readOutput(child);
    },
    signal(program, signal) {
      const pid = readState(paths.state)?.processes.find(({ name }) => name === program)?.pid;
      if (!pid) throw new Error(`${program} does not run.`);
      process.kill(pid, signal);
    },
  };
};
