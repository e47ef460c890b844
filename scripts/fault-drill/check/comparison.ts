import { isDeepStrictEqual } from 'node:util';
import type { Promised, PromisedCertificate, PromisedEvent, PromisedSupplier } from '../load/ledger.ts';
import { compareCertificates } from './certificate-comparison.ts';
import { compareQuality } from './quality-comparison.ts';
import { type Breaches, duplicates, merge } from './rules.ts';
import type { Stored, StoredEntry, StoredHistory } from './stored.ts';
import { compareSuppliers } from './supplier-comparison.ts';

/** What was promised to one organisation. */
export type PromisedTo = {
  records: readonly Promised[];
  suppliers: readonly PromisedSupplier[];
  certificates: readonly PromisedCertificate[];
  events: readonly PromisedEvent[];
};

const toKey = ({ entityId, version }: { entityId: string; version: number | null }): string => `${entityId}/${version}`;

/** Compares what was promised with what is stored of one organisation. */
export const compare = (promised: PromisedTo, stored: Stored): Breaches =>
  merge([
    compareRecords(promised.records, stored),
    compareVersions(promised, stored),
    compareSuppliers(promised.suppliers, stored),
    compareCertificates(promised.certificates, stored),
    compareQuality(promised.events, stored),
  ]);

const compareRecords = (promised: readonly Promised[], stored: Stored): Breaches => {
  const records = new Map(stored.records.map((record) => [record.id, record]));
  return {
    present: promised.filter(({ id }) => !records.has(id)).map(({ id }) => id),
    once: duplicates(stored.records.map(({ name }) => name)),
    applied: promised.flatMap((one) => misapplied(one, records.get(one.id))),
    counted: stored.counted === stored.records.length ? [] : [`${stored.counted} of ${stored.records.length}`],
    projected: differences(stored),
  };
};

type Versioned = { id: string; version: number };

/** What has versions: records and certificates. */
const compareVersions = ({ records, certificates }: PromisedTo, stored: Stored): Breaches => {
  const versioned = [...records, ...certificates, ...stored.records, ...stored.certificates];
  const entries = Map.groupBy(listEntries(versioned, stored), toKey);
  const history = new Map(stored.history.map((one) => [toKey(one), one]));
  return {
    history: gapsInHistory(stored),
    audited: [...history.keys()].filter((key) => !entries.has(key)).concat(unwritten(records, entries)),
    auditedOnce: [...entries].filter(([, same]) => same.length > 1).map(([key, same]) => `${key} has ${same.length}`),
    foreign: [...entries.keys()].filter((key) => !history.has(key)),
    agreeing: [...entries].flatMap(([key, [entry]]) => disagreement(key, { entry, record: history.get(key) })),
    sequence: faultsInSequence(stored.entries),
  };
};

// The organisation's chain holds other things too, such as its users.
const listEntries = (versioned: readonly Versioned[], stored: Stored): StoredEntry[] => {
  const ids = new Set(versioned.map(({ id }) => id));
  const prefixes = new Set([...ids].map((id) => id.slice(0, id.indexOf('_') + 1)));
  return stored.entries.filter(({ entityId }) => prefixes.has(entityId.slice(0, entityId.indexOf('_') + 1)));
};

const unwritten = (promised: readonly Versioned[], entries: ReadonlyMap<string, unknown>): string[] =>
  promised.map(({ id, version }) => toKey({ entityId: id, version })).filter((key) => !entries.has(key));

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
