import type { Ledger } from '../load/ledger.ts';
import type { ExternalRecord } from '../partner/partner.ts';
import type { Webhook } from '../receiver/receiver.ts';
import { compare } from './comparison.ts';
import { compareDeliveries, type DeliveryCounts } from './delivery-comparison.ts';
import { comparePartner } from './partner-comparison.ts';
import { type Breaches, merge, RULES, type Rule } from './rules.ts';
import type { Stored } from './stored.ts';
import type { UnderWay } from './stores.ts';

/** What is known of one organisation when its writes have ended. */
export type OrganizationEvidence = {
  orgId: string;
  /** What was acknowledged, to this organisation and others. */
  ledger: Ledger;
  stored: Stored;
  webhooks: readonly Webhook[];
  /** The records of its external system; empty without a connection. */
  external: readonly ExternalRecord[];
  /** What the API answers about its audit chain and its signatures, where they do not verify. */
  brokenChain: readonly string[];
  invalidSignatures: readonly string[];
};

/** All that a drill is checked by. */
export type Evidence = {
  organizations: readonly OrganizationEvidence[];
  /** When a process that sends deliveries, MongoDB, or the connection between them was interrupted. */
  interruptions: readonly number[];
  underWay: Pick<UnderWay, 'outboxes' | 'queues' | 'parked'>;
  /** Rules that a fault found broken while it ran. */
  seen: Breaches;
};

/** What an inspection counted, and what breaks which rule. */
export type Findings = { counts: Counts; breaches: Breaches };

type Counts = Record<
  | (
      | 'acknowledged'
      | 'records'
      | 'suppliers'
      | 'qualifications'
      | 'certificates'
      | 'events'
      | 'transitions'
      | 'signatures'
    )
  | ('synchronised' | 'versions' | 'entries'),
  number
> &
  Evidence['underWay'] &
  DeliveryCounts;

/** Checks the evidence by every rule. Rules that hold are not among the breaches. */
export const toFindings = ({ organizations, interruptions, underWay, seen }: Evidence): Findings => {
  const ledgers = [...new Set(organizations.map(({ ledger }) => ledger))];
  const delivered = compareDeliveries(organizations.flatMap(toAddressed), interruptions);
  const breaches = merge([
    ...organizations.map(({ orgId, ledger, stored }) => compare(promisedTo(orgId, ledger), stored)),
    ...organizations.map(({ external, stored }) => comparePartner(external, stored.sync)),
    ...organizations.map(({ brokenChain, invalidSignatures }) => ({
      chain: [...brokenChain],
      signed: [...invalidSignatures],
    })),
    delivered.breaches,
    ...ledgers.map(({ internal, unfinished }) => ({ internal, acknowledged: unfinished })),
    { outboxes: left(underWay.outboxes), queues: left(underWay.queues), parked: left(underWay.parked) },
    seen,
  ]);
  const count = (of: (stored: Stored) => readonly unknown[]): number =>
    sum(organizations, ({ stored }) => of(stored).length);
  return {
    counts: {
      acknowledged: sum(ledgers, ({ acknowledged }) => acknowledged),
      records: count(({ records }) => records),
      suppliers: count(({ suppliers }) => suppliers),
      qualifications: count(({ qualifications }) => qualifications),
      certificates: count(({ certificates }) => certificates),
      events: count(({ events }) => events),
      transitions: count(({ transitions }) => transitions),
      signatures: count(({ signatures }) => signatures),
      synchronised: sum(organizations, ({ external }) => external.length),
      versions: count(({ history }) => history),
      entries: count(({ entries }) => entries),
      ...underWay,
      ...delivered.counts,
    },
    breaches: Object.fromEntries(Object.entries(breaches).filter(([, broken]) => broken.length > 0)),
  };
};

const toAddressed = ({ webhooks, stored }: OrganizationEvidence) =>
  webhooks.map((webhook) => ({ webhook, entries: stored.entries }));

const promisedTo = (orgId: string, { records, suppliers, certificates, events }: Ledger) => ({
  records: [...records.values()].filter((one) => one.orgId === orgId),
  suppliers: [...suppliers.values()].filter(({ record }) => record.orgId === orgId),
  certificates: [...certificates.values()].filter((one) => one.orgId === orgId),
  events: [...events.values()].filter((one) => one.orgId === orgId),
});

const left = (count: number): string[] => (count === 0 ? [] : [`${count} left`]);

const sum = <T>(all: readonly T[], count: (one: T) => number): number =>
  all.reduce((total, one) => total + count(one), 0);

const SHOWN = 3;

/** The findings as lines: the counts, then each rule with what breaks it. */
export const toReport = ({ counts, breaches }: Findings): string[] => [
  `acknowledged writes ${counts.acknowledged}, records ${counts.records}, versions ${counts.versions}, audit entries ${counts.entries}`,
  `among them suppliers ${counts.suppliers} with ${counts.qualifications} qualifications; certificates ${counts.certificates}; quality events ${counts.events} with ${counts.transitions} transitions and ${counts.signatures} signatures`,
  `records of the external system ${counts.synchronised}`,
  `deliveries to webhooks ${counts.deliveries}, made again ${counts.repeated}, of them without an explanation ${counts.unexplained}`,
  `left in outboxes ${counts.outboxes}, queues ${counts.queues}, parking queues ${counts.parked}`,
  ...(Object.keys(RULES) as Rule[]).map((rule) => ruleLine(rule, breaches[rule] ?? [])),
];

const ruleLine = (rule: Rule, broken: readonly string[]): string => {
  if (broken.length === 0) return `ok      ${RULES[rule]}`;
  const rest = broken.length > SHOWN ? ', …' : '';
  return `BROKEN  ${RULES[rule]}: ${broken.length} (${broken.slice(0, SHOWN).join(', ')}${rest})`;
};
