import type { DrillResult } from '../../services/audit/src/restore-drill/restore-drill.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { migrateBy } from '../runtime/migration.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { SERVICES } from '../runtime/processes.ts';
import type { Secrets } from '../runtime/secrets.ts';
import { type Backends, serviceProcesses } from '../runtime/service-process.ts';
import type { Settings } from '../runtime/settings.ts';
import { runAuditProgram } from './audit-program.ts';

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
  // The archive may be of a release with other indexes.
  if (audit?.migration) await migrateBy(audit, REPOSITORY);
  const { code, out, err } = await runAuditProgram('verify-chains.ts', audit?.environment ?? {}, '');
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
  const brokenNames = broken.map(
    ({ org_id, first_broken }) => `${org_id} (entry ${first_broken?.sequence}: ${first_broken?.reason})`,
  );
  throw new Advice(
    `What was restored is as the backup has it, and these audit logs are broken in it: ${brokenNames.join(', ')}.`,
  );
};
