import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../file/table.ts';
import type { Mapping } from '../mapping/mapping.schema.ts';
import type { ReportLine } from '../report.ts';
import type { Scalar } from './cell.ts';
import { findClashes, overruled } from './clash.ts';
import { type Draft, readRow } from './draft.ts';
import { makeEventGathering, type WantedEvent } from './event-gathering.ts';
import type { Growing, Wanted } from './wanted.ts';

/** The entities and events of a file by the id of their rule, in the order of their first rows; and what the report says of the rows. */
export type Gathered = {
  entities: Map<string, Wanted[]>;
  events: Map<string, WantedEvent[]>;
  report: ReportLine[];
};

/** Reads the rows and brings together what several of them say of the same entity. A rejected row adds nothing. */
export const gather = (mapping: Mapping, rows: readonly Row[]): Gathered => {
  const known = new Map<string, Growing>();
  const events = makeEventGathering(mapping);
  const report: ReportLine[] = [];
  for (const row of rows) {
    const { drafts, faults: ofEntities } = readRow(mapping, row);
    const faults = ofEntities.length > 0 ? ofEntities : events.findFaults(row);
    const wrong = faults.length > 0 ? faults : drafts.flatMap((draft) => findClashes(draft, known.get(draft.key)));
    for (const fault of wrong) report.push({ line: row.line, outcome: 'rejected', ...fault });
    if (wrong.length > 0) continue;
    report.push(...addRow(known, drafts, row.line));
    events.add(row, drafts);
  }
  const all = [...known.values()].map(finish);
  const ofRule = (id: string) => all.filter(({ rule }) => rule.id === id);
  return {
    entities: new Map(mapping.entities.map(({ id }) => [id, ofRule(id)])),
    events: events.gathered(),
    report,
  };
};

const addRow = (known: Map<string, Growing>, drafts: readonly Draft[], line: number): ReportLine[] => {
  const main = drafts.at(-1);
  if (!main) return [{ line, outcome: 'rejected', field: '', message: 'The row tells of no record.' }];
  const added = drafts.map((draft) => addDraft(known, draft, line));
  const first = known.get(main.key)?.lines[0];
  if (added.some(({ isNews }) => isNews)) return added.flatMap(({ notes }) => notes);
  return [{ line, outcome: 'duplicate', field: '', message: `The row repeats what the one on line ${first} says.` }];
};

const addDraft = (
  known: Map<string, Growing>,
  draft: Draft,
  line: number,
): { isNews: boolean; notes: ReportLine[] } => {
  const { rule, key, name } = draft;
  const earlier = known.get(key);
  const entity: Growing = earlier ?? { rule, key, name, values: new Map(), links: [], lines: [], lists: new Map() };
  known.set(key, entity);
  entity.lines.push(line);
  const news = [addValues(entity, draft), addToLists(entity, draft), addLinks(entity, draft)];
  return { isNews: !earlier || news.includes(true), notes: overruled(draft, entity, line) };
};

const addValues = (entity: Growing, { values }: Draft): boolean => {
  const fresh = [...values].filter(([path]) => !entity.values.has(path));
  for (const [path, value] of fresh) entity.values.set(path, value);
  return fresh.length > 0;
};

const addToLists = (entity: Growing, { additions }: Draft): boolean => {
  let isNews = false;
  for (const [path, value] of additions) {
    const list = entity.lists.get(path) ?? new Set();
    for (const item of Array.isArray(value) ? value : [value]) {
      isNews ||= !list.has(item);
      list.add(item);
    }
    entity.lists.set(path, list);
  }
  return isNews;
};

const addLinks = (entity: Growing, { links }: Draft): boolean => {
  const fresh = links.filter((link) => !entity.links.some((known) => isDeepStrictEqual(known, link)));
  entity.links.push(...fresh);
  return fresh.length > 0;
};

const finish = ({ lists, ...wanted }: Growing): Wanted => {
  for (const [path, items] of lists) wanted.values.set(path, [...items].sort(byText));
  return wanted;
};

const byText = (one: Scalar, other: Scalar): number => {
  const [left, right] = [String(one), String(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};
