import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Backup } from '../../services/audit/src/backup/backup.ts';
import type { DrillResult } from '../../services/audit/src/restore-drill/restore-drill.ts';
import { Advice } from '../runtime/command-line.ts';
import { type ProcessSpec, readPlan } from '../runtime/plan.ts';
import { auditCommand, runAuditProgram } from './audit-program.ts';
import type { MadeBackup } from './back-up.ts';

const DRILL = 'record-restore-drill.ts';
const BACKUP = 'record-backup.ts';

/**
 * Has the running mesh of the settings record a restore drill, with an audit entry in each organisation's log. Gives how many
 * organisations that were. Throws `Advice` where it could not be recorded, or no mesh of `scripts/up` is there: then the drill is
 * in a file beside the plan, which the advice says how to record.
 */
export const recordDrill = async (result: DrillResult, planFile: string): Promise<number> => {
  const audit = requireAuditFacts(planFile);
  if (!audit)
    throw new Advice(
      'There is no mesh of ./scripts/up here to record the drill in. Give this to its audit service:\n' +
        `  ${auditCommand(DRILL, writeDrillRecord(result, dirname(planFile)))}`,
    );
  const { code, out, err } = await runAuditProgram(DRILL, audit.environment, JSON.stringify(result));
  if (code !== 0) throw new Advice(`The drill could not be recorded:\n${err.trim()}`);
  return JSON.parse(out).organizations;
};

/** Where a backup was taken from: null for the MongoDB of `scripts/up`. */
type Taken = { planFile: string; mongodbUri: string | null };

/**
 * Has the mesh of `scripts/up` note a backup of its databases. Gives null; where no such mesh is here, or the databases are of another
 * one, the command that notes it, and the file beside the archive that the command reads. Throws `Advice` where it failed.
 */
export const recordBackup = async (
  { file, manifest, archiveBytes }: MadeBackup,
  { planFile, mongodbUri }: Taken,
): Promise<string | null> => {
  const backup: Backup = { moment: manifest.moment, made_by: 'scripts/backup', bytes: archiveBytes };
  const audit = requireAuditFacts(planFile);
  if (!audit || (mongodbUri !== null && audit.environment.MONGODB_URI !== mongodbUri))
    return auditCommand(BACKUP, writePrivate(backup, `${file}.json`));
  const { code, err } = await runAuditProgram(BACKUP, audit.environment, JSON.stringify(backup));
  if (code !== 0) throw new Advice(`The backup is kept, and its date could not be noted:\n${err.trim()}`);
  return null;
};

const requireAuditFacts = (planFile: string): ProcessSpec | undefined =>
  readPlan(planFile)?.processes.find(({ name }) => name === 'audit');

const writeDrillRecord = (result: DrillResult, folder: string): string => {
  mkdirSync(folder, { recursive: true });
  return writePrivate(result, join(folder, `restore-drill-${result.at.replace(/\D/g, '')}.json`));
};

/** Writes it to a file that only its owner may read. Gives its path. */
const writePrivate = (content: DrillResult | Backup, file: string): string => {
  writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
  return file;
};
