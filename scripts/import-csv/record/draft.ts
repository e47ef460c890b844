import type { Row } from '../file/table.ts';
import type { ColumnRule, ConstantRule } from '../mapping/column-rule.schema.ts';
import type { EntityRule, Mapping } from '../mapping/mapping.schema.ts';
import type { ReportLine } from '../report.ts';
import { cellText, readCell, type Value } from './cell.ts';
import { sourceKey } from './source-key.ts';

const NAME_LENGTH = 200;

/** A relationship of an entity to another of the same file. */
export type Link = { type: string; to: string; key: string };

/** What one row says of one entity. */
export type Draft = {
  rule: EntityRule;
  key: string;
  name: string;
  /** Values by attribute path. */
  values: Map<string, Value>;
  /** What the row adds to the lists that are collected from all rows, by attribute path. */
  additions: Map<string, Value>;
  links: Link[];
};

type Fault = Pick<ReportLine, 'field' | 'message'>;

/** Reads a row by the mapping: the entities it tells of, or every fault that keeps it from being imported. */
export const readRow = (mapping: Mapping, row: Row): { drafts: Draft[]; faults: Fault[] } => {
  const drafts: Draft[] = [];
  const faults: Fault[] = [];
  for (const rule of mapping.entities) {
    const parts = rule.key.columns.map((column) => cellText(row.cells.get(column), []));
    if (rule.optional && parts.every((part) => part === '')) continue;
    const draft = emptyDraft(rule, sourceKey(mapping.name, rule, parts), row);
    faults.push(...keyFaults(rule, parts), ...nameFaults(draft), ...fillAttributes(draft, row));
    draft.links = listLinks(rule, drafts);
    drafts.push(draft);
  }
  return { drafts, faults: withoutRepeats(faults) };
};

/** A name on one line, shortened at a word. */
export const getName = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= NAME_LENGTH) return line;
  const start = line.slice(0, NAME_LENGTH - 1);
  const atWord = start.slice(0, Math.max(start.lastIndexOf(' '), NAME_LENGTH / 2));
  return `${atWord.toWellFormed().replace(/[\s\ufffd,;.]+$/, '')}…`;
};

const emptyDraft = (rule: EntityRule, key: string, row: Row): Draft => ({
  rule,
  key,
  name: getName(row.cells.get(rule.name) ?? ''),
  values: new Map(),
  additions: new Map(),
  links: [],
});

const keyFaults = ({ key }: EntityRule, parts: readonly string[]): Fault[] =>
  key.columns
    .filter((_column, index) => parts[index] === '')
    .map((field) => ({ field, message: 'The cell is blank, and it identifies the record.' }));

const nameFaults = ({ name, rule }: Draft): Fault[] =>
  name === '' ? [{ field: rule.name, message: 'The cell is blank, and it names the record.' }] : [];

const fillAttributes = (draft: Draft, row: Row): Fault[] =>
  Object.entries(draft.rule.attributes).flatMap(([path, rule]) => {
    if ('constant' in rule) {
      if (applies(rule, row)) draft.values.set(path, rule.constant);
      return [];
    }
    return fillFromColumn(draft, [path, rule], row);
  });

const applies = ({ when }: ConstantRule, { cells }: Row): boolean =>
  when === undefined || cellText(cells.get(when.column), when.blank) !== '';

const fillFromColumn = (draft: Draft, [path, rule]: [string, ColumnRule], { cells }: Row): Fault[] => {
  const reading = readCell(cells.get(rule.column), rule);
  if ('fault' in reading) return [{ field: rule.column, message: reading.fault }];
  const target = rule.collect ? draft.additions : draft.values;
  if (reading.value !== undefined) target.set(path, reading.value);
  return [];
};

const listLinks = (rule: EntityRule, earlier: readonly Draft[]): Link[] =>
  rule.relationships.flatMap(({ type, to }) => {
    const target = earlier.find((draft) => draft.rule.id === to);
    return target ? [{ type, to, key: target.key }] : [];
  });

/** One sentence for each column: the first tells the cause. */
const withoutRepeats = (faults: readonly Fault[]): Fault[] =>
  faults.filter(({ field }, index) => faults.findIndex((other) => other.field === field) === index);
