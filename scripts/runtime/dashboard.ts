import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice, type Say } from './command-line.ts';
import { REPOSITORY } from './paths.ts';
import { readOutput } from './tool.ts';

/** What the built files are made of. */
const SOURCES = [
  'dashboard/{src,build,public}/**/*',
  'dashboard/*.{ts,json,html}',
  'packages/client/src/**/*.ts',
  'pnpm-lock.yaml',
];
const STAMP = 'dashboard/dist/.built-from';

const hashOfSources = (): string => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: REPOSITORY, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort())
    hash.update(`${file.slice(REPOSITORY.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
};

const stampOfBuilt = (): string | null => {
  try {
    return readFileSync(join(REPOSITORY, STAMP), 'utf8');
  } catch {
    return null;
  }
};

/**
 * Builds the dashboard unless what is built comes from the sources of today. Throws `Advice` with what the build said.
 */
export const buildDashboard = async (say: Say): Promise<void> => {
  const hash = hashOfSources();
  if (stampOfBuilt() === hash) return;
  const beganAt = Date.now();
  say('dashboard     building');
  const child = spawn(process.execPath, ['build/build.ts'], {
    cwd: join(REPOSITORY, 'dashboard'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, out, err } = await readOutput(child);
  if (code !== 0) throw new Advice(`The dashboard could not be built:\n${`${out}${err}`.trim()}`);
  writeFileSync(join(REPOSITORY, STAMP), hash);
  say(`${out.trim()}  ${((Date.now() - beganAt) / 1000).toFixed(1)} s`);
};
