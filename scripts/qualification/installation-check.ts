import type { Client } from '@qsc/client';
import type { DataPaths } from '../runtime/paths.ts';
import type { Plan } from '../runtime/plan.ts';
import type { Outcome } from './result.ts';

export const DAY_MS = 86_400_000;

/** The versions, restore drill and the like, by one compliance report of the organisation. */
export const readSystemDetails = async (client: Client) => {
  const now = Date.now();
  const period = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() };
  const report = await client.auditLogs.createComplianceReport({ ...period, include_sections: ['system_validations'] });
  return report.sections.system_validations?.details;
};

/** What the installation qualification looks at. `plan` and `paths` are null where it does not run on the host of the mesh. */
export type Installation = {
  baseUrl: string;
  client: Client;
  plan: Plan | null;
  paths: DataPaths | null;
  baseline: string;
  /** The version that is to be qualified; null where none was given and no checkout is at hand. */
  version: string | null;
  sbom: string | null;
  imageDigest: string | null;
  /** What the system says of itself. */
  system: Awaited<ReturnType<typeof readSystemDetails>>;
};

/** What a check found. */
export type Found = { outcome: Outcome; actual: string; reason?: string };

/** A check that holds. */
export const passed = (actual: string): Found => ({ outcome: 'passed', actual });

/** A check that does not hold, and why. */
export const failed = (reason: string, actual = reason): Found => ({ outcome: 'failed', actual, reason });

/** A check that could not be run, and what it needs. */
export const open = (reason: string): Found => ({ outcome: 'open', actual: 'not run', reason });
