import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from './command-line.ts';
import { REPOSITORY } from './paths.ts';
import { addOutcome, emptyOutcome, type Outcome, singleOutcome } from './test-outcome.ts';
import { shortened } from './test-reporter.ts';

const FIRST = ['check:types', 'check:lint', 'check:layers'];

/** Runs every script of the root package.json whose name begins with `check:`; each counts as one passed or failed. */
export const runChecks = async (stopped: AbortSignal, say: Say): Promise<Outcome> => {
  let outcome = emptyOutcome();
  for (const [name, command] of checks()) {
    if (stopped.aborted) break;
    outcome = addOutcome(outcome, await runCheck(name, command, say));
  }
  return outcome;
};

const checks = (): [string, string][] => {
  const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const known = Object.entries(scripts).filter(([name]) => name.startsWith('check:'));
  return known.sort(([one], [other]) => rank(one) - rank(other));
};

const runCheck = async (name: string, command: string, say: Say): Promise<Outcome> => {
  const beganAt = Date.now();
  const { passed, output } = await runQuietly(command);
  say(`${passed ? 'ok    ' : 'FAILED'}  ${name}  (${((Date.now() - beganAt) / 1000).toFixed(1)} s)`);
  if (!passed) say(output);
  return singleOutcome(name, passed, shortened(output));
};

const runQuietly = async (command: string): Promise<{ passed: boolean; output: string }> => {
  const child = spawn('sh', ['-c', command], {
    cwd: REPOSITORY,
    env: { ...process.env, PATH: `${join(REPOSITORY, 'node_modules/.bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const [code] = await once(child, 'close');
  return { passed: code === 0, output: Buffer.concat(parts).toString('utf8') };
};
