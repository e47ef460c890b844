import { z } from 'zod';

/** What a section, and the whole, comes to: nothing found, something to look at, or something that does not comply. */
export const ComplianceStatus = z
  .enum(['compliant', 'compliant_with_observations', 'non_compliant'])
  .meta({ id: 'ComplianceStatus' });

export type ComplianceStatus = z.infer<typeof ComplianceStatus>;

/** At most so many ids show a finding; `total` tells how many there are. */
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

/** A finding without what shows it, which is collected into it. */
export const finding = (code: string, message: string): Finding => ({
  code,
  message,
  total: 0,
  entry_ids: [],
  record_ids: [],
});

/** One more that shows the finding; beyond the bound it is only counted. */
export const addTo = (into: Finding, shown: { entry?: string | null; record?: string | null }): void => {
  into.total += 1;
  if (shown.entry && into.entry_ids.length < SHOWN_IDS) into.entry_ids.push(shown.entry);
  if (shown.record && into.record_ids.length < SHOWN_IDS) into.record_ids.push(shown.record);
};

/** What so many findings and observations come to. */
export const worstOf = (findings: number, observations: number): ComplianceStatus => {
  if (findings > 0) return 'non_compliant';
  return observations > 0 ? 'compliant_with_observations' : 'compliant';
};

/** What findings and observations come to; those that nothing shows are left out. */
export const outcomeOf = (findings: readonly Finding[], observations: readonly Finding[]) => {
  const shown = { findings: findings.filter(isShown), observations: observations.filter(isShown) };
  return { status: worstOf(shown.findings.length, shown.observations.length), ...shown };
};

const isShown = ({ total }: Finding): boolean => total > 0;
