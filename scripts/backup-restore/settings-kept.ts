import { loadConfig } from '@qsc/service-kit';
import { z } from 'zod';
import { Advice } from '../runtime/command-line.ts';
import { dataPaths } from '../runtime/paths.ts';
import { readJson } from '../runtime/private-file.ts';
import { SERVICES } from '../runtime/processes.ts';
import { SECRET_NAMES } from '../runtime/secrets.ts';
import type { Settings } from '../runtime/settings.ts';

/** Keys that data was signed or sealed with: without them it cannot be verified or opened. */
const isKeyOfData = (name: string): boolean => /_(ENCRYPTION|SIGNING)_KEY$/.test(name);

/** Those that every deployment has. */
export const KEYS_OF_DATA: readonly string[] = SECRET_NAMES.filter(isKeyOfData);

const FORMER_KEYS = [
  ...new Set(SERVICES.flatMap(({ options }) => options.filter((name) => name.endsWith('_FORMER_KEYS')))),
];

/** All of them as texts that need not be set. */
const STRINGS = Object.fromEntries([...SECRET_NAMES, ...FORMER_KEYS].map((name) => [name, z.string().optional()]));

/** The file of `scripts/up` that names the demo organisations and their keys, as it stands among the settings. */
export const DEMO = 'demo.json';

/** Variables as programs read them, from the environment or from files that it names. Throws `Advice` for those that are wrong. */
export const readVariables: typeof loadConfig = (shape, environment) => {
  try {
    return loadConfig(shape, environment);
  } catch (error) {
    throw new Advice((error as Error).message);
  }
};

/**
 * The secrets by name that a deployment of these settings runs with: those of its data directory, and what the environment says
 * instead; the demo file where there is one.
 */
export const settingsHere = ({ dataDir, variables }: Pick<Settings, 'dataDir' | 'variables'>) => {
  const paths = dataPaths(dataDir);
  const demo = readJson<object>(paths.demo);
  return {
    ...readJson<Record<string, string>>(paths.secrets),
    ...saidSettings(variables),
    ...(demo === null ? {} : { [DEMO]: JSON.stringify(demo, null, 2) }),
  } as Record<string, string>;
};

/**
 * The secrets of the deployment whose databases are read. A MongoDB that the environment names may be of another deployment than the
 * data directory: then only what the environment says is of it for certain.
 */
export const deploymentSettings = (settings: Settings): Record<string, string> =>
  settings.mongodbUri === null ? settingsHere(settings) : saidSettings(settings.variables);

const saidSettings = (variables: NodeJS.ProcessEnv): Record<string, string> => {
  const said: Record<string, unknown> = readVariables(STRINGS, variables);
  return Object.fromEntries(Object.entries(said).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
};

/** The keys of data by which two deployments differ, where both have one. */
export const differingKeys = (one: Record<string, string>, other: Record<string, string>): string[] =>
  KEYS_OF_DATA.filter((name) => one[name] && other[name] && one[name] !== other[name]);
