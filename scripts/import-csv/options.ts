import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { dataPaths } from '../runtime/paths.ts';
import { readJson } from '../runtime/private-file.ts';
import { loadSettings } from '../runtime/settings.ts';
import { UsageError } from './import-error.ts';

/** What the command was asked to do. */
export type Options = {
  file: string;
  /** A built-in mapping or a file; null to find the built-in one that fits. */
  mapping: string | null;
  report: string;
  retryMs: number;
  /** Where to and with what credential; null for a dry run. */
  target: { baseUrl: string; apiKey: string } | null;
};

export const USAGE = `Usage: ./scripts/import FILE.csv [options]

Loads a CSV file through the API. What is there already is left alone, so the same command
continues an import that was interrupted.

  --mapping NAME|FILE.json   what the columns mean (default: the built-in mapping that fits)
  --base-url URL             of the API (default: QSC_BASE_URL, else the running mesh)
  --api-key KEY              with entities:read, entities:write, suppliers:write, and quality-events:read,
                             quality-events:write where the mapping tells of events (default: QSC_API_KEY, else the demo key)
  --report FILE              rows that were not imported, as CSV or .jsonl (default: .data/import/FILE.report.csv)
  --retry-seconds SECONDS    how long a failing API is asked again (default: 120)
  --dry-run                  only read the file and write the report
  --help

Exit code: 0 done (rejected rows are in the report), 1 not finished (run it again), 2 wrong use or configuration.`;

const ARGUMENTS = {
  mapping: { type: 'string' },
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  report: { type: 'string' },
  'retry-seconds': { type: 'string', default: '120' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const Demo = z.object({ base_url: z.string(), api_key: z.string() });

/** Reads the command line and the environment; null when only help is wanted. Throws `UsageError`. */
export const readOptions = (parameters: readonly string[], environment: NodeJS.ProcessEnv): Options | null => {
  const { values, positionals } = parse(parameters);
  if (values.help) return null;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError(`Give one file.\n\n${USAGE}`);
  const dataDir = findDataDir(environment);
  return {
    file,
    mapping: values.mapping ?? null,
    report: values.report ?? join(dataDir, 'import', `${basename(file)}.report.csv`),
    retryMs: seconds(values['retry-seconds']) * 1000,
    target: values['dry-run'] ? null : getTarget(values, environment, dataDir),
  };
};

const parse = (parameters: readonly string[]) => {
  try {
    return parseArgs({ args: [...parameters], options: ARGUMENTS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
};

const findDataDir = (environment: NodeJS.ProcessEnv): string => {
  try {
    return loadSettings(environment).dataDir;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const seconds = (text: string): number => {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new UsageError(`--retry-seconds is "${text}"; give whole seconds.`);
};

type Given = { 'base-url'?: string; 'api-key'?: string };

const getTarget = (given: Given, environment: NodeJS.ProcessEnv, dataDir: string) => {
  const baseUrl = given['base-url'] || environment.QSC_BASE_URL;
  const apiKey = given['api-key'] || environment.QSC_API_KEY;
  if (baseUrl && apiKey) return { baseUrl: checkedUrl(baseUrl), apiKey };
  const demo = readDemo(dataDir);
  // A key of the demo organisation is sent to no other address.
  if (baseUrl && checkedUrl(baseUrl) !== checkedUrl(demo.base_url))
    throw new UsageError('Give the key that belongs to this base URL: --api-key, or QSC_API_KEY.');
  return { baseUrl: checkedUrl(demo.base_url), apiKey: apiKey ?? demo.api_key };
};

const checkedUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname}`.replace(/\/(v1\/?)?$/, '');
  throw new UsageError(`"${text}" is no http or https address.`);
};

const readDemo = (dataDir: string): z.infer<typeof Demo> => {
  const path = dataPaths(dataDir).demo;
  const demo = Demo.safeParse(readJson(path));
  if (demo.success) return demo.data;
  throw new UsageError(
    `No mesh was started here (${path} tells of none). Run ./scripts/up, or give --base-url and --api-key.`,
  );
};
