import type { Findings } from './inspection.ts';
import { RULES, type Rule } from './rules.ts';

const SHOWN = 3;

/** The findings as lines: the counts, then each rule with what breaks it. */
export const reportOf = ({ counts, breaches }: Findings): string[] => [
  `acknowledged writes ${counts.acknowledged}, records ${counts.records}, versions ${counts.versions}, audit entries ${counts.entries}`,
  `among them suppliers ${counts.suppliers} with ${counts.qualifications} qualifications; certificates ${counts.certificates}; quality events ${counts.events} with ${counts.moves} moves and ${counts.signatures} signatures`,
  `records of the external system ${counts.synchronised}`,
  `deliveries to webhooks ${counts.deliveries}, made again ${counts.repeated}, of them without an explanation ${counts.unexplained}`,
  `empty after ${(counts.settledMs / 1000).toFixed(1)} s: outboxes ${counts.outboxes}, queues ${counts.queues}, parking queues ${counts.parked}`,
  ...(Object.keys(RULES) as Rule[]).map((rule) => ruleLine(rule, breaches[rule] ?? [])),
];

const ruleLine = (rule: Rule, broken: readonly string[]): string => {
  if (broken.length === 0) return `ok      ${RULES[rule]}`;
  const rest = broken.length > SHOWN ? ', …' : '';
  return `BROKEN  ${RULES[rule]}: ${broken.length} (${broken.slice(0, SHOWN).join(', ')}${rest})`;
};
