import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Advice } from './command-line.ts';

/** The root of the repository; every process is started from here. */
export const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Where downloaded programs are kept. */
export const TOOLS = join(REPOSITORY, '.tools');

export type DataPaths = {
  root: string;
  secrets: string;
  demo: string;
  run: string;
  plan: string;
  state: string;
  supervisorPid: string;
  lock: string;
  logs: string;
  mongodb: string;
  mongodbKey: string;
  rabbitmq: string;
};

/** The files and folders under one data directory. Nothing is created. */
export const dataPaths = (root: string): DataPaths => ({
  root,
  secrets: join(root, 'secrets.json'),
  demo: join(root, 'demo.json'),
  run: join(root, 'run'),
  plan: join(root, 'run', 'plan.json'),
  state: join(root, 'run', 'state.json'),
  supervisorPid: join(root, 'run', 'supervisor.pid'),
  lock: join(root, 'run', 'lock'),
  logs: join(root, 'logs'),
  mongodb: join(root, 'mongodb'),
  mongodbKey: join(root, 'mongodb.key'),
  rabbitmq: join(root, 'rabbitmq'),
});

/** Creates the folders of a data directory, readable by their owner alone, and answers their paths. Throws `Advice`. */
export const prepareDataDirectory = (root: string): DataPaths => {
  const paths = dataPaths(root);
  try {
    for (const folder of [paths.root, paths.run, paths.logs, paths.mongodb, paths.rabbitmq])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { message } = error as Error;
    throw new Advice(
      `The data directory ${root} cannot be used (${message}). Mend it, or name another by QSC_DATA_DIR.`,
    );
  }
  return paths;
};

/** The log file of one process. */
export const logFile = (logs: string, name: string): string => join(logs, `${name}.log`);
