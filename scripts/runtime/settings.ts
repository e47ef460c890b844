import { join, resolve } from 'node:path';
import { Advice } from './command-line.ts';
import { REPOSITORY } from './paths.ts';
import { HIGHEST_OFFSET } from './ports.ts';

const DEFAULT_PORT_BASE = 7400;

/** What the person who runs the scripts may choose. */
export type Settings = {
  dataDir: string;
  portBase: number;
  /** An external MongoDB; none is started when it is given. */
  mongodbUri: string | null;
  /** An external RabbitMQ; none is started when it is given. */
  amqpUrl: string | null;
  /** What else is set; a service gets of it what its row asks for. */
  variables: NodeJS.ProcessEnv;
};

const parsePortBase = (text: string): number => {
  const base = Number(text);
  if (Number.isInteger(base) && base >= 1024 && base + HIGHEST_OFFSET <= 65_535) return base;
  throw new Advice(`QSC_PORT_BASE is "${text}"; give a whole number from 1024 to ${65_535 - HIGHEST_OFFSET}.`);
};

/** Reads the settings of the scripts from the environment; throws `Advice` on a port base that cannot be used. */
export const loadSettings = (environment: NodeJS.ProcessEnv): Settings => ({
  dataDir: resolve(environment.QSC_DATA_DIR || join(REPOSITORY, '.data')),
  portBase: parsePortBase(environment.QSC_PORT_BASE || String(DEFAULT_PORT_BASE)),
  mongodbUri: environment.MONGODB_URI || null,
  amqpUrl: environment.AMQP_URL || null,
  variables: environment,
});
