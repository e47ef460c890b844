import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from './command-line.ts';
import { REPOSITORY } from './paths.ts';
import { readJson } from './private-file.ts';
import type { TestGroup } from './test-files.ts';
import { addOutcome, type Outcome, singleOutcome } from './test-outcome.ts';
import { shortened, type TestCounts } from './test-reporter.ts';

const MOCHA = join(REPOSITORY, 'node_modules/mocha/bin/mocha.js');
/** Each test has a timeout of its own; these are for a process that is stuck, on a machine however slow. */
const GROUP_TIMEOUT_MS = 2 * 60 * 60_000;
const LINGER_MS = 60_000;
const TAKE_DOWN_MS = 5 * 60_000;
const LOOK_EVERY_MS = 500;

/** What a group of tests is run with. `live` shows what it prints at once, else when it is done. */
export type TestRun = {
  directory: string;
  environment: Record<string, string>;
  stopped: AbortSignal;
  live: boolean;
};

/**
 * Runs one group in a mocha of its own. A mocha that dies or hangs counts as one failure, and so does one that is done
 * but does not end: something in its tests was left open.
 */
export const runGroup = async (group: TestGroup, run: TestRun, say: Say): Promise<Outcome> => {
  const base = join(run.directory, group.name.replaceAll('/', '-'));
  const files = { counts: `${base}.json`, printed: `${base}.log` };
  const ended = AbortSignal.any([run.stopped, AbortSignal.timeout(GROUP_TIMEOUT_MS)]);
  const startedAt = Date.now();
  const how = await awaitEnd(startMocha(group, files, run), files.counts, ended);
  const printed = run.live ? '' : readFileSync(files.printed, 'utf8');
  const outcome =
    readJson<TestCounts>(files.counts) ??
    singleOutcome(`${group.name}: mocha ended with ${how}`, false, shortened(printed));
  if (!run.live) say(`\n${group.name}  (${((Date.now() - startedAt) / 1000).toFixed(0)} s)\n${printed}`);
  if (how !== 'left open') return outcome;
  return addOutcome(outcome, singleOutcome(`${group.name}: a test left something open, so mocha did not end`, false));
};

const startMocha = (group: TestGroup, files: { counts: string; printed: string }, run: TestRun): ChildProcess => {
  const reporter = join(import.meta.dirname, 'test-reporter.ts');
  const options = `counts=${files.counts},group=${group.name}`;
  const parameters = ['--reporter', reporter, '--reporter-option', options, ...group.files];
  const output = run.live ? 'inherit' : openSync(files.printed, 'w');
  const mocha = spawn(process.execPath, [MOCHA, ...parameters], {
    cwd: REPOSITORY,
    env: { LOG_LEVEL: 'error', ...process.env, ...run.environment },
    stdio: ['ignore', output, output],
  });
  if (typeof output === 'number') closeSync(output);
  return mocha;
};

/** A test that has started a mesh of its own ends it at the signal, and mocha at the next one. */
const awaitEnd = (mocha: ChildProcess, counts: string, ended: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    const watch = setInterval(() => {
      if (ended.aborted) mocha.kill('SIGTERM');
      if (!existsSync(counts)) return;
      clearInterval(watch);
      linger = setTimeout(() => finish('left open'), LINGER_MS);
    }, LOOK_EVERY_MS);
    let linger: NodeJS.Timeout | undefined;
    ended.addEventListener('abort', () => (linger ??= setTimeout(() => finish('a signal'), TAKE_DOWN_MS)), {
      once: true,
    });
    const finish = (how: string) => {
      clearInterval(watch);
      clearTimeout(linger);
      mocha.kill('SIGKILL');
      resolve(how);
    };
    mocha.once('error', (error) => finish(error.message));
    mocha.once('exit', (code, signal) => finish(signal ?? `exit code ${code}`));
  });
