import { readDate } from '../../value/date.ts';
import { convert } from '../../value/unit.ts';
import { type CellKind, toKind } from '../cell/cell-kind.ts';
import type { HeadCell } from '../head/head.ts';
import { cellText, type Row } from '../row/body-line.ts';
import { columnsWith, type Table } from '../table.ts';

/** A result as printed, with its column. */
export type Value = { text: string; column: number };

/** True for a date alone: when a batch was made or analysed is no result. */
export const isDate = (text: string): boolean => readDate(text, 'dmy')?.length === text.trim().length;

const isFilled = (text: string): boolean => text !== '' && toKind(text) !== 'nothing';

const isSameUnit = (one: string | undefined, other: string): boolean =>
  one !== undefined && convert(1, one, other) === 1;

/** The columns of one sample, and the unit of its limits. */
type Wanted = { columns: readonly number[]; unit: string | undefined };

/** The value of one sample: in the column whose unit is that of the limits, else in the leftmost that is filled. */
export const valueFor = (table: Table, row: Row, { columns, unit }: Wanted): Value | undefined => {
  const values = columns.map((column) => ({ column, text: cellText(row, column) }));
  const filled = values.filter(({ text }) => isFilled(text));
  const unitAt = (column: number): string | undefined => table.layout.columns[column]?.head?.unit;
  const alike = unit && filled.find(({ column }) => isSameUnit(unitAt(column), unit));
  return alike || (filled[0] ?? values.find(({ text }) => text !== ''));
};

/** "per 100 g", "Value per serving": the same sample in another amount. */
const AMOUNT_OF = /^(?:\S+ )?(?:(?:per|pro|je|pour|por|par)\b|\/ ?\d+ ?(?:g|ml)\b|%.*\bclaim)/i;

/** The words of a head without its unit, figures of an amount and brackets. */
const wordsIn = ({ text, unit = '' }: HeadCell): string =>
  text
    .replace(unit, '')
    .replace(/[([{][^)\]}]*\/[^)\]}]*[)\]}]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** True for the heads of one sample's results in two units or for two amounts. */
const isSameSample = (one: HeadCell | undefined, other: HeadCell | undefined): boolean => {
  if (!one || !other) return one === other;
  if (AMOUNT_OF.test(one.text) || AMOUNT_OF.test(other.text)) return true;
  if (one.unit === undefined && other.unit === undefined) return false;
  if (isSameUnit(one.unit, other.unit ?? '')) return false;
  const isBoth = one.unit !== undefined && other.unit !== undefined;
  return isBoth || wordsIn(one) === wordsIn(other) || [one, other].some((head) => head.unit && wordsIn(head) === '');
};

/** A code in capitals and figures, or a batch named as such. */
const SAMPLE_GROUP = /^(?=.*\d)[\p{Lu}\p{N}][\p{Lu}\p{N}._/#-]*$|^(?:batch|lot|sample|heat)\b.*\d/iu;

type Headed = { at: number; head: HeadCell | undefined };

/** The columns of one sample; no name where the table holds one sample alone. */
type SampleColumns = { name: string | undefined; columns: number[] };

const sampleName = (text: string): string =>
  text
    .replace(/^(?:results?|batch|lot|sample|no\.?|number|[:#\s])+(?=\S*\d)/i, '')
    .replace(/^results?\s*\((.+)\)$/i, '$1')
    .replace(/\s+results?$/i, '')
    .trim();

/** Columns of results below wider heads that name their samples. */
const groupedColumns = (named: readonly Headed[]): SampleColumns[] => {
  const groups = new Map<string, number[]>();
  for (const { at, head } of named) {
    const group = head?.group ?? '';
    if (!SAMPLE_GROUP.test(group)) return [];
    groups.set(group, [...(groups.get(group) ?? []), at]);
  }
  return [...groups].map(([group, columns]) => ({ name: sampleName(group), columns }));
};

/** A name for each sample; where heads say the same, or nothing but that it is a result, they are counted. */
const nameSamples = (texts: readonly string[]): string[] => {
  const names = texts.map(sampleName);
  return names.map((name, at) => {
    const isAlone = names.filter((other) => other === name).length === 1;
    const count = names.slice(0, at + 1).filter((other) => other === name).length;
    return isAlone ? name : `${name} ${count}`.trim();
  });
};

const NO_RESULT: readonly CellKind[] = ['nothing', 'untested'];

/** The columns of each sample: those whose heads differ in the unit alone together, every other by itself. */
export const sampleColumns = (table: Table): SampleColumns[] => {
  const results = columnsWith(table, 'result');
  const named = results.map((at) => ({ at, head: table.layout.columns[at]?.head }));
  const grouped = groupedColumns(named);
  if (grouped.length >= 2) return grouped;
  const samples: (Headed & { columns: number[] })[] = [];
  const isOpen = (at: number): boolean =>
    table.rows.every((row) => NO_RESULT.includes(toKind(cellText(row, at) || '-')));
  for (const { at, head } of named) {
    const home = samples.find((sample) => isSameSample(sample.head, head)) ?? (isOpen(at) ? samples[0] : undefined);
    if (home) home.columns.push(at);
    else samples.push({ at, head, columns: [at] });
  }
  if (samples.length < 2) return [{ name: undefined, columns: results }];
  const names = nameSamples(samples.map(({ head }) => head?.text ?? ''));
  return samples.map(({ columns }, index) => ({ name: names[index], columns }));
};
