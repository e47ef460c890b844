import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DrillResult } from '../../services/audit/src/restore-drill/restore-drill.ts';
import { outputOf } from '../runtime/child-output.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { readPlan } from '../runtime/plan.ts';
import { type Backends, SERVICES, serviceProcesses } from '../runtime/processes.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Settings } from '../runtime/settings.ts';

export type Chain = DrillResult['organizations'][number] & {
  first_broken: { sequence: number; reason: string } | null;
};

/**
 * Verifies the audit log of every organisation in databases that were restored, by the audit service's own code and with its user
 * of MongoDB. Throws `Advice` where it could not be done.
 */
export const verifyChains = async (mesh: {
  settings: Settings;
  secrets: Secrets;
  backends: Backends;
}): Promise<Chain[]> => {
  const audit = serviceProcesses(SERVICES, mesh).find(({ name }) => name === 'audit');
  const { code, out, err } = await runProgram('verify-chains.ts', audit?.environment ?? {}, '');
  const chains = out.split('\n').flatMap((line): Chain[] => (line === '' ? [] : [JSON.parse(line)]));
  if (code !== 0 && chains.every(({ valid }) => valid))
    throw new Advice(`The audit logs could not be verified:\n${err.trim()}`);
  return chains;
};

/** Says that the chains are unbroken. Throws `Advice` that names those that are broken. */
export const requireValid = (chains: readonly Chain[], say: Say): void => {
  const broken = chains.filter(({ valid }) => !valid);
  if (broken.length === 0) {
    const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
    say(`verified      the audit logs of ${chains.length} organisations, ${entries} entries: each chain is unbroken`);
    return;
  }
  const told = broken.map(
    ({ org_id, first_broken }) => `${org_id} (entry ${first_broken?.sequence}: ${first_broken?.reason})`,
  );
  throw new Advice(
    `What was restored is as the backup has it, and these audit logs are broken in it: ${told.join(', ')}.`,
  );
};

/**
 * Has the running mesh of the settings record a restore drill, with an audit entry in each organisation's log. Gives how many
 * organisations that were. Throws `Advice` where it could not be recorded, or no mesh of `scripts/up` is there: then the drill is
 * in a file beside the plan, which the advice says how to record.
 */
export const recordDrill = async (result: DrillResult, planFile: string): Promise<number> => {
  const audit = readPlan(planFile)?.processes.find(({ name }) => name === 'audit');
  if (!audit)
    throw new Advice(
      'There is no mesh of ./scripts/up here to record the drill in. Give this to its audit service:\n' +
        `  node services/audit/src/record-restore-drill.ts < ${quoted(keepDrill(result, dirname(planFile)))}`,
    );
  const { code, out, err } = await runProgram('record-restore-drill.ts', audit.environment, JSON.stringify(result));
  if (code !== 0) throw new Advice(`The drill could not be recorded:\n${err.trim()}`);
  return JSON.parse(out).organizations;
};

/** Keeps a drill in a file that only its owner may read. Gives its path. */
const keepDrill = (result: DrillResult, folder: string): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `restore-drill-${result.at.replace(/\D/g, '')}.json`);
  writeFileSync(file, `${JSON.stringify(result)}\n`, { mode: 0o600, flag: 'wx' });
  return file;
};

/** As a word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const runProgram = (program: string, environment: Record<string, string>, input: string) => {
  const child = spawn(process.execPath, [`services/audit/src/${program}`], {
    cwd: REPOSITORY,
    env: { ...environment, LOG_LEVEL: 'error' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that ended before it read its input says why by its exit.
  child.stdin.on('error', () => {}).end(input);
  return outputOf(child);
};
