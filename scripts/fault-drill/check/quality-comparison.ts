import { isDeepStrictEqual } from 'node:util';
import { QUALITY_EVENT_STATUSES } from '@qsc/contracts';
import type { PromisedEvent } from '../load/ledger.ts';
import { type Breaches, duplicates } from './rules.ts';
import type { Stored, StoredEntry, StoredEvent, StoredTransition } from './stored.ts';

type Compared =
  | ('present' | 'once' | 'applied' | 'counted' | 'suppliers' | 'audited' | 'auditedOnce' | 'foreign')
  | ('numbered' | 'moved' | 'current' | 'signed');

/** Compares the quality events of one organisation: record, number, workflow, signatures and audit entries. */
export const compareQuality = (
  promised: readonly PromisedEvent[],
  stored: Stored,
): Required<Pick<Breaches, Compared>> => {
  const known = new Map(stored.events.map((event) => [event.id, event]));
  const entries = stored.entries.filter(({ entityId }) => entityId.startsWith('qe_'));
  return {
    present: promised.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    once: duplicates(stored.events.map(({ title }) => title)),
    applied: promised.flatMap((one) => misapplied(one, known.get(one.id))),
    counted: miscounted(stored),
    suppliers: mislisted(stored),
    audited: stored.events.flatMap((event) => unaudited(event, entries)),
    auditedOnce: auditedTwice(entries),
    foreign: entries.filter(({ entityId, version }) => isForeign(known.get(entityId), version)).map(toKey),
    numbered: misnumbered(stored.events),
    moved: [
      ...promised.flatMap((one) => mismoved(one, stored)),
      ...stored.events.flatMap((event) => misaligned(event, stored)),
    ],
    current: stored.events.flatMap((event) => misplaced(event, stored)),
    signed: [...promised.flatMap((one) => missigned(one, stored)), ...unmade(stored)],
  };
};

const toKey = ({ entityId, version }: StoredEntry): string => `${entityId}/${version}`;

const misapplied = (one: PromisedEvent, found: StoredEvent | undefined): string[] => {
  if (found === undefined) return [];
  const { id, version, status, number, fields } = one;
  const written = Object.fromEntries(Object.keys(fields).map((field) => [field, found.fields[field]]));
  const due = { version, status, number, fields };
  const is = { version: found.version, status: found.status, number: found.number, fields: written };
  return isDeepStrictEqual(is, due) ? [] : [`${id}: ${JSON.stringify(is)} instead of ${JSON.stringify(due)}`];
};

const miscounted = ({ events, eventTotals }: Stored): string[] => {
  const due: Record<string, number> = {};
  for (const { type, status } of events) due[`${type}/${status}`] = (due[`${type}/${status}`] ?? 0) + 1;
  return isDeepStrictEqual(due, eventTotals) ? [] : [`${JSON.stringify(eventTotals)} of ${JSON.stringify(due)}`];
};

const mislisted = ({ listedEvents, listableEvents }: Stored): string[] => {
  const rows = new Map(listedEvents.map((row) => [row.id, row]));
  const ids = new Set(listableEvents.map(({ id }) => id));
  return [
    ...listableEvents
      .filter((event) => !isDeepStrictEqual(event, rows.get(event.id)))
      .map((event) => `${JSON.stringify(event)} is listed as ${JSON.stringify(rows.get(event.id) ?? null)}`),
    ...listedEvents.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} is not there`),
  ];
};

/** Whether the entry is of a transition that left the record as it was, and so of no version of it. */
const isStill = ({ changes }: StoredEntry): boolean => Object.hasOwn(changes, 'workflow_state');

const unaudited = ({ id, version }: StoredEvent, entries: readonly StoredEntry[]): string[] => {
  const audited = new Set(
    entries.filter((entry) => entry.entityId === id && !isStill(entry)).map((one) => one.version),
  );
  const versions = Array.from({ length: version }, (_, index) => index + 1);
  return versions.filter((one) => !audited.has(one)).map((one) => `${id}/${one}`);
};

const auditedTwice = (entries: readonly StoredEntry[]): string[] =>
  duplicates(entries.filter((entry) => !isStill(entry)).map(toKey)).map((key) => `${key} more than once`);

const isForeign = (event: StoredEvent | undefined, version: number | null): boolean =>
  event === undefined || version === null || version > event.version;

const NUMBER = /^(?<series>.+-\d{4})-(?<count>\d{4,})$/;

/** The numbers of each type and year are 1, 2, 3 …, each once. */
const misnumbered = (events: readonly StoredEvent[]): string[] => {
  const parsed = events.map(({ type, number }) => ({ type, number, ...NUMBER.exec(number)?.groups }));
  const strange = parsed.filter((one) => !('series' in one)).map(({ number }) => `${number} is no number`);
  const series = Map.groupBy(parsed, (one) => `${one.type}/${'series' in one ? one.series : ''}`);
  const faults = [...series].flatMap(([name, all]) => {
    const counts = all.map((one) => Number('count' in one ? one.count : 0)).sort((one, other) => one - other);
    return counts.every((count, index) => count === index + 1) ? [] : [`${name}: ${counts.join(', ')}`];
  });
  return [...strange, ...faults];
};

type AuditedAct = readonly [action: string, to: string | null];

const makeRatings = (audited: readonly AuditedAct[]): string =>
  audited.map(([action, to]) => `${action} ${to}`).join(', ');

const unequal = (what: string, found: readonly AuditedAct[], due: readonly AuditedAct[]): string[] =>
  isDeepStrictEqual(found, due) ? [] : [`${what}: ${makeRatings(found)} instead of ${makeRatings(due)}`];

const listTransitions = (id: string, { transitions }: Stored): StoredTransition[] =>
  transitions.filter(({ recordId }) => recordId === id);

/** The transitions that were acknowledged are those that were made. */
const mismoved = ({ id, transitions }: PromisedEvent, stored: Stored): string[] =>
  unequal(
    `${id} moved`,
    listTransitions(id, stored).map(({ action, to }) => [action, to] as const),
    transitions.map(({ action, to }) => [action, to] as const),
  );

/**
 * The transitions of the workflow, in their order, are those of the record, and each is one audit entry. The chain holds entries as
 * they arrived, and an event that is sent again after a loss comes later: the version or the time of the act tells the order.
 */
const misaligned = ({ id, lastTransition }: StoredEvent, stored: Stored): string[] => {
  const transitions = listTransitions(id, stored);
  const changing = transitions.filter(({ changed }) => changed);
  const audited = stored.entries.filter(({ entityId, workflowState }) => entityId === id && workflowState !== null);
  const inVersions = audited
    .filter((entry) => !isStill(entry))
    .sort((one, other) => getVersion(one) - getVersion(other));
  const numbered = transitions.every(({ number }, index) => number === index + 1);
  const last = transitions.at(-1)?.id ?? null;
  return [
    ...(numbered && lastTransition === last ? [] : [`${id} has applied ${lastTransition}, and its workflow ${last}`]),
    ...unequal(`${id} was audited`, inVersions.map(getAct), changing.map(getTransition)),
    ...unequal(
      `${id} was audited, as it stood then`,
      audited
        .filter(isStill)
        .sort((one, other) => one.at - other.at)
        .map(getAct),
      transitions.filter(({ changed }) => !changed).map(getTransition),
    ),
  ];
};

const getVersion = ({ version }: StoredEntry): number => version ?? 0;
const getAct = ({ action, workflowState }: StoredEntry): AuditedAct => [action, workflowState];
const getTransition = ({ action, to }: StoredTransition): AuditedAct => [action, to];

const isStatus = (state: string): boolean => (QUALITY_EVENT_STATUSES as readonly string[]).includes(state);

/** One current instance; its state is that of its last transition, and the status of the record the last state that is one. */
const misplaced = ({ id, status }: StoredEvent, stored: Stored): string[] => {
  const transitions = listTransitions(id, stored);
  const instances = stored.instances.filter(({ recordId, current }) => recordId === id && current);
  const [instance] = instances;
  if (instance === undefined || instances.length > 1) return [`${id} has ${instances.length} current instances`];
  const state = transitions.at(-1)?.to ?? 'draft';
  const last = transitions.at(-1)?.id ?? null;
  const due = transitions.map(({ to }) => to).findLast(isStatus) ?? 'draft';
  const isRight =
    instance.state === state &&
    instance.transitions === transitions.length &&
    instance.lastTransition === last &&
    status === due;
  return isRight ? [] : [`${id} is ${status} in ${instance.state} after ${transitions.length} transitions to ${state}`];
};

/** Each signature that was acknowledged is there, on its transition and in its audit entry. */
const missigned = ({ id, transitions }: PromisedEvent, stored: Stored): string[] => {
  const due = transitions.flatMap(({ signature }) => signature ?? []).sort();
  const found = {
    kept: stored.signatures.filter(({ recordId }) => recordId === id).map((one) => one.id),
    moved: listTransitions(id, stored).flatMap(({ signature }) => signature ?? []),
    audited: stored.entries.filter(({ entityId }) => entityId === id).flatMap(({ signature }) => signature ?? []),
  };
  return Object.entries(found)
    .filter(([, ids]) => !isDeepStrictEqual(ids.sort(), due))
    .map(([what, ids]) => `${id}: ${what} ${ids.join(', ')} instead of ${due.join(', ')}`);
};

/** A signature is of a transition that was made, and an approval has the one decision that ended it. */
const unmade = ({ signatures, transitions, decided }: Stored): string[] => {
  const signed = new Map(transitions.map((transition) => [transition.signature, transition]));
  const loose = signatures.filter(({ id, recordId, action, to }) => {
    const transition = signed.get(id);
    return transition?.recordId !== recordId || transition.action !== action || transition.to !== to;
  });
  const decisions = transitions.filter(({ action }) => action !== 'transition').length;
  const twice = decided.filter((round) => round.decisions !== 1).map(({ recordId }) => `${recordId} was decided twice`);
  return [
    ...loose.map(({ id }) => `${id} is of no transition`),
    ...twice,
    ...(decisions === decided.length ? [] : [`${decided.length} rounds ended by ${decisions} decisions`]),
  ];
};
