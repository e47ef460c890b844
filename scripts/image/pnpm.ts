import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from '../runtime/command-line.ts';
import { REPOSITORY, TOOLS } from '../runtime/paths.ts';

const ENVIRONMENT = join(REPOSITORY, 'scripts/runtime/environment.sh');

/** What npm and pnpm would keep in the home directory. */
const PRIVATE_FOLDERS = {
  npm_config_cache: join(TOOLS, 'cache/npm'),
  npm_config_update_notifier: 'false',
  XDG_CACHE_HOME: join(TOOLS, 'cache'),
  XDG_DATA_HOME: join(TOOLS, 'share'),
  XDG_STATE_HOME: join(TOOLS, 'state'),
};

/** The version that packages are installed by. */
const installedBy = (): string => {
  const version = /^PNPM_VERSION=(\S+)$/m.exec(readFileSync(ENVIRONMENT, 'utf8'))?.[1];
  if (version === undefined) throw new Error(`${ENVIRONMENT} names no PNPM_VERSION.`);
  return version;
};

/** Runs pnpm in a folder, by default in the version of the scripts. Throws `Advice` with the end of what it said. */
export const pnpm = (parameters: readonly string[], folder: string, version = installedBy()): void => {
  const { status, stdout, stderr, error } = spawnSync('npx', ['-y', `pnpm@${version}`, ...parameters], {
    cwd: folder,
    env: { ...process.env, ...PRIVATE_FOLDERS },
    encoding: 'utf8',
  });
  if (status === 0) return;
  const said = error?.message ?? `${stdout}${stderr}`.trim().split('\n').slice(-12).join('\n');
  throw new Advice(`pnpm ${version} failed: ${parameters.join(' ')}\n${said}`);
};
