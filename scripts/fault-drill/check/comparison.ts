import { isDeepStrictEqual } from 'node:util';
import type { Promised } from '../load/ledger.ts';
import type { Stored, StoredEntry, StoredHistory } from './stores.ts';

/** The rules that a drill checks. */
export const RULES = {
  acknowledged: 'every write was acknowledged in the end',
  present: 'every acknowledged write is there',
  once: 'every record is there once',
  applied: 'every change was applied once',
  internal: 'no request met an internal error',
  counted: 'the running totals are the number of records',
  history: 'versions have no gap',
  audited: 'every version has an audit entry',
  auditedOnce: 'no version has a second audit entry',
  foreign: 'no audit entry tells of what is not there',
  agreeing: 'history and audit entries agree',
  projected: 'a read model of the records is as they are',
  returned: 'no event that no queue took was taken for confirmed',
  sequence: 'sequence numbers have no gap and no duplicate',
  chain: 'the chain is valid',
  outboxes: 'the outboxes are empty',
  queues: 'the queues are empty',
  parked: 'the parking queues are empty',
} as const;

export type Rule = keyof typeof RULES;

/** What breaks a rule, each as a few words. */
export type Breaches = Partial<Record<Rule, string[]>>;

const keyOf = ({ entityId, version }: { entityId: string; version: number | null }): string => `${entityId}/${version}`;

/** Compares what was promised with what is stored of one organisation. */
export const compare = (promised: readonly Promised[], stored: Stored): Required<Pick<Breaches, ComparedRule>> => {
  const records = new Map(stored.records.map((record) => [record.id, record]));
  const entries = Map.groupBy(entriesOfRecords(promised, stored), keyOf);
  const history = new Map(stored.history.map((one) => [keyOf(one), one]));
  return {
    present: promised.filter(({ id }) => !records.has(id)).map(({ id }) => id),
    once: duplicates(stored.records.map(({ name }) => name)),
    applied: promised.flatMap((one) => misapplied(one, records.get(one.id))),
    counted: stored.counted === stored.records.length ? [] : [`${stored.counted} of ${stored.records.length}`],
    history: gapsInHistory(stored),
    audited: [...history.keys()].filter((key) => !entries.has(key)).concat(unwritten(promised, entries)),
    auditedOnce: [...entries].filter(([, same]) => same.length > 1).map(([key, same]) => `${key} has ${same.length}`),
    foreign: [...entries.keys()].filter((key) => !history.has(key)),
    agreeing: [...entries].flatMap(([key, [entry]]) => disagreement(key, { entry, record: history.get(key) })),
    projected: differences(stored),
    sequence: faultsInSequence(stored.entries),
  };
};

type ComparedRule = Exclude<
  Rule,
  'acknowledged' | 'internal' | 'returned' | 'chain' | 'outboxes' | 'queues' | 'parked'
>;

// The organisation's chain holds other things too, such as its users.
const entriesOfRecords = (promised: readonly Promised[], stored: Stored): StoredEntry[] => {
  const ids = new Set([...promised, ...stored.records].map(({ id }) => id));
  const prefixes = new Set([...ids].map((id) => id.slice(0, id.indexOf('_') + 1)));
  return stored.entries.filter(({ entityId }) => prefixes.has(entityId.slice(0, entityId.indexOf('_') + 1)));
};

const unwritten = (promised: readonly Promised[], entries: ReadonlyMap<string, unknown>): string[] =>
  promised.map(({ id, version }) => keyOf({ entityId: id, version })).filter((key) => !entries.has(key));

const duplicates = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)].filter(([, same]) => same.length > 1).map(([name]) => name);

const misapplied = (promised: Promised, found: Stored['records'][number] | undefined): string[] => {
  if (found === undefined) return [];
  const { id, version, counter, marks } = promised;
  const lost = marks.filter((mark) => !found.marks.includes(mark));
  if (found.version === version && found.counter === counter && lost.length === 0) return [];
  const without = lost.length === 0 ? '' : `, without ${lost.join(', ')}`;
  return [`${id}: version ${found.version}, counter ${found.counter} instead of ${version}, ${counter}${without}`];
};

const differences = ({ records, projected }: Stored): string[] => {
  const known = new Map(projected.map((record) => [record.id, record]));
  const ids = new Set(records.map(({ id }) => id));
  return [
    ...records
      .filter((record) => !isDeepStrictEqual(record, known.get(record.id)))
      .map(({ id, version }) => `${id} at ${version} is at ${known.get(id)?.version ?? 'no version'}`),
    ...[...known.keys()].filter((id) => !ids.has(id)).map((id) => `${id} is not there`),
  ];
};

const gapsInHistory = ({ records, history }: Stored): string[] => {
  const versions = Map.groupBy(history, ({ entityId }) => entityId);
  return records.flatMap(({ id, version }) => {
    const known = (versions.get(id) ?? []).map((one) => one.version).sort((one, other) => one - other);
    const whole = known.length === version && known.every((one, index) => one === index + 1);
    return whole ? [] : [`${id} at version ${version} has ${known.join(', ')}`];
  });
};

const disagreement = (
  key: string,
  { entry, record }: { entry: StoredEntry | undefined; record: StoredHistory | undefined },
): string[] => (record === undefined || isDeepStrictEqual(entry?.changes, record.changes) ? [] : [key]);

const faultsInSequence = (entries: readonly StoredEntry[]): string[] => [
  ...entries
    .filter(({ sequence }, index) => sequence !== index + 1)
    .map(({ sequence }) => `at ${sequence}`)
    .slice(0, 1),
  ...duplicates(entries.map(({ eventId }) => eventId)).map((eventId) => `${eventId} twice`),
];
