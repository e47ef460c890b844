import { z } from 'zod';

/** The outcome of a section and of the report: nothing found, observations, or findings that do not comply. */
export const ComplianceStatus = z
  .enum(['compliant', 'compliant_with_observations', 'non_compliant'])
  .meta({ id: 'ComplianceStatus' });

export type ComplianceStatus = z.infer<typeof ComplianceStatus>;

/** The largest number of ids in a finding; `total` has the full number. */
export const SHOWN_IDS = 100;

export const Finding = z
  .object({
    code: z.string(),
    message: z.string(),
    total: z.number().int().meta({ description: 'How many entries or records show it.' }),
    entry_ids: z.array(z.string()).meta({ description: `Audit log entries that show it, at most ${SHOWN_IDS}.` }),
    record_ids: z
      .array(z.string())
      .meta({ description: `Records, signatures, users or keys that show it, at most ${SHOWN_IDS}.` }),
  })
  .meta({ id: 'ComplianceFinding' });

export type Finding = z.infer<typeof Finding>;

/** An empty finding, to which entries and records are added. */
export const finding = (code: string, message: string): Finding => ({
  code,
  message,
  total: 0,
  entry_ids: [],
  record_ids: [],
});

/** Adds an entry or record to the finding; beyond the limit it is only counted. */
export const addTo = (into: Finding, shown: { entry?: string | null; record?: string | null }): void => {
  into.total += 1;
  if (shown.entry && into.entry_ids.length < SHOWN_IDS) into.entry_ids.push(shown.entry);
  if (shown.record && into.record_ids.length < SHOWN_IDS) into.record_ids.push(shown.record);
};

/** The outcome of so many findings and observations. */
export const worstStatus = (findings: number, observations: number): ComplianceStatus => {
  if (findings > 0) return 'non_compliant';
  return observations > 0 ? 'compliant_with_observations' : 'compliant';
};

/** The outcome of findings and observations; empty ones are left out. */
export const toOutcome = (findings: readonly Finding[], observations: readonly Finding[]) => {
  const shown = { findings: findings.filter(isShown), observations: observations.filter(isShown) };
  return { status: worstStatus(shown.findings.length, shown.observations.length), ...shown };
};

const isShown = ({ total }: Finding): boolean => total > 0;
