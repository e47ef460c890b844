import type { AuditEntry } from '../entry/entry.ts';

/** Why an entry of a trail deserves a closer look, the most serious reason first. */
export const RISKS = [
  'deleted',
  'changed_after_approval',
  'result_corrected',
  'critical_field',
  'by_administrator',
  'odd_hours',
] as const;

export type Risk = (typeof RISKS)[number];

/** An entry fits a rule where it fits all that the rule names. */
type Rule = {
  weight: number;
  actions?: readonly AuditEntry['action'][];
  roles?: readonly string[];
  /** It replaces a value of one of these fields. */
  replaces?: RegExp;
  /** It changes content that was approved or signed before. */
  afterApproval?: true;
  /** It is from before the first hour, from after the last one, or of a Saturday or Sunday, in the organisation's zone. */
  outsideHours?: readonly [first: number, last: number];
};

const RULES: Readonly<Record<Risk, Rule>> = {
  deleted: { weight: 32, actions: ['delete'] },
  changed_after_approval: { weight: 16, afterApproval: true },
  result_corrected: { weight: 8, replaces: /^(extracted_data|results|test_results)\b|\boutcome$/ },
  critical_field: {
    weight: 8,
    replaces:
      /(^|\.)(classification|priority|root_cause|patient_impact|batches_affected|products_affected|regulatory_reportable|qualification_status|risk_level|risk_score|expiry_date|issue_date|batch_number|specification|related_entities)(\.|$)/,
  },
  by_administrator: { weight: 4, roles: ['system_admin'] },
  odd_hours: { weight: 2, outsideHours: [6, 20] },
};

/** Fields that transitions and the bookkeeping of a record change, and that no signature covers. */
const NOT_CONTENT = /^(status|version|updated_at|workflow_state)$/;

type Act = Pick<AuditEntry, 'action' | 'changes' | 'signature' | 'timestamp' | 'user'>;

/** Whether a field is what a record says, and not its state or bookkeeping. */
export const isContentField = (path: string): boolean => !NOT_CONTENT.test(path);

/** Whether an entry changes what a record says, and not its state alone. */
export const changesContent = ({ action, changes }: Pick<Act, 'action' | 'changes'>): boolean =>
  ['create', 'delete', 'restore'].includes(action) || Object.keys(changes).some(isContentField);

const isApproval = ({ action, signature }: Act): boolean =>
  action === 'approve' || (signature.signed && action !== 'reject');

/** Whether a value is none. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const replacesField = ({ changes }: Act, field: RegExp): boolean =>
  Object.entries(changes).some(([path, { from }]) => field.test(path.replace(/^attributes\./, '')) && !isBlank(from));

const isOutside = (timestamp: string, [first, last]: readonly [number, number], zone: string): boolean => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' });
  const { hour, weekday = '' } = Object.fromEntries(
    parts.formatToParts(new Date(timestamp)).map(({ type, value }) => [type, value]),
  );
  return Number(hour) < first || Number(hour) >= last || ['Sat', 'Sun'].includes(weekday);
};

type Circumstances = { isAfterApproval: boolean; zone: string };

const fits = (rule: Rule, act: Act, { isAfterApproval, zone }: Circumstances): boolean =>
  (!rule.actions || rule.actions.includes(act.action)) &&
  (!rule.roles || rule.roles.includes(act.user.role ?? '')) &&
  (!rule.replaces || replacesField(act, rule.replaces)) &&
  (!rule.afterApproval || (isAfterApproval && changesContent(act))) &&
  (!rule.outsideHours || isOutside(act.timestamp, rule.outsideHours, zone));

/** The risks of an entry. `isAfterApproval`: its record was approved or signed before. */
export const findRisks = (act: Act, circumstances: Circumstances): Risk[] =>
  RISKS.filter((risk) => fits(RULES[risk], act, circumstances));

/** How serious risks are together. */
export const weigh = (risks: readonly Risk[]): number => risks.reduce((sum, risk) => sum + RULES[risk].weight, 0);

export type RiskyEntry = { entry: AuditEntry; risks: Risk[] };

/**
 * Entries of a record's trail with their risks, the most serious first, the newest first among equals.
 * @param entries newest first. `wasApproved`: the record was approved or signed before the oldest of them.
 */
export const sortByRisk = (
  entries: readonly AuditEntry[],
  { wasApproved, zone }: { wasApproved: boolean; zone: string },
): RiskyEntry[] => {
  let isAfterApproval = wasApproved;
  const weighed: RiskyEntry[] = [];
  for (const entry of entries.toReversed()) {
    weighed.unshift({ entry, risks: findRisks(entry, { isAfterApproval, zone }) });
    if (isApproval(entry)) isAfterApproval = true;
  }
  return weighed.sort((one, other) => weigh(other.risks) - weigh(one.risks));
};
