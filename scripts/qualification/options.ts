import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Advice } from '../runtime/command-line.ts';
import type { Demo } from '../runtime/demo.ts';
import { dataPaths } from '../runtime/paths.ts';
import { readJson } from '../runtime/private-file.ts';
import { loadSettings } from '../runtime/settings.ts';
import { DEFAULT_BASELINE } from './installation.ts';

export const USAGE = `Usage: ./scripts/qualify [options]

Qualifies an installed system and writes a folder with a signed report. Without --against it qualifies the mesh of
./scripts/up on this machine; the steps of the installation qualification that need the host are open elsewhere.

  --against URL           the base URL of the system
  --key KEY               a live API key of a system administrator; the steps run in the sandbox organisation, by a test
                          key that is made for the run and revoked after it
  --auth-url URL          the address of the token service (default: what the system describes)
  --scenario FILE.yaml    a scenario of the organisation, for the performance qualification; can be given several times
  --out FOLDER            where to write the pack, a folder that is not there yet (default: .data/qualification/RUN)
  --baseline FILE.yaml    the declared settings (default: those of ./scripts/up)
  --version VERSION       the version that is to be qualified (default: that of this checkout)
  --sbom FILE --image-digest sha256:…   of the installed image
  --compare OLD NEW       compares the packs of two versions and runs nothing
  --help

Exit code: 0 passed (open steps are listed), 1 a step failed, or the run could not be made.`;

/** What the command was asked to do. */
export type Options = {
  baseUrl: string;
  authUrl: string | null;
  key: string;
  /** Of a mesh on this machine; null elsewhere. */
  dataDir: string | null;
  scenarios: string[];
  out: string | null;
  baseline: string;
  version: string | null;
  sbom: string | null;
  imageDigest: string | null;
};

const OPTIONS = {
  against: { type: 'string' },
  key: { type: 'string' },
  'auth-url': { type: 'string' },
  scenario: { type: 'string', multiple: true, default: [] as string[] },
  out: { type: 'string' },
  baseline: { type: 'string', default: DEFAULT_BASELINE },
  version: { type: 'string' },
  sbom: { type: 'string' },
  'image-digest': { type: 'string' },
  compare: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const parse = (parameters: readonly string[]) => {
  try {
    return parseArgs({ args: [...parameters], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE}`);
  }
};

/** Reads the command line: a run, two packs to compare, or null where help is wanted. Throws `Advice`. */
export const readOptions = (
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
): Options | { compare: [string, string] } | null => {
  const { values, positionals } = parse(parameters);
  if (values.help) return null;
  const [before, after, ...more] = positionals;
  if (values.compare) {
    if (before === undefined || after === undefined || more.length > 0)
      throw new Advice(`Give two folders.\n\n${USAGE}`);
    return { compare: [before, after] };
  }
  if (before !== undefined) throw new Advice(`${before} is not known.\n\n${USAGE}`);
  const common = {
    scenarios: values.scenario,
    out: values.out ?? null,
    baseline: values.baseline,
    version: values.version ?? null,
    sbom: values.sbom ?? null,
    imageDigest: values['image-digest'] ?? null,
    authUrl: values['auth-url'] ?? null,
  };
  if (values.against !== undefined) {
    if (values.key === undefined) throw new Advice('Give the API key of a system administrator by --key.');
    return { ...common, baseUrl: values.against.replace(/\/+$/, ''), key: values.key, dataDir: null };
  }
  const { dataDir } = loadSettings(environment);
  const demo = readJson<Demo>(dataPaths(dataDir).demo);
  if (!demo)
    throw new Advice('There is no mesh of ./scripts/up here. Start it, or name a system by --against URL --key KEY.');
  const { base_url: baseUrl, auth_url, api_key } = demo;
  return { ...common, baseUrl, authUrl: common.authUrl ?? auth_url, key: values.key ?? api_key, dataDir };
};

/** Where the pack is written. */
export const toFolder = ({ out, dataDir }: Options, run: string): string =>
  out ?? join(dataDir ?? '.data', 'qualification', run);
