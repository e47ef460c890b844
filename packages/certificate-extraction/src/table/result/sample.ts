import { readDate } from '../../value/date.ts';
import { readUnit } from '../../value/unit.ts';
import { kindOf } from '../cell/cell-kind.ts';
import type { HeadCell } from '../head/head.ts';
import type { Role } from '../head/word.ts';
import { cellText, type Row } from '../row/body-line.ts';
import { columnsWith, type Table } from '../table.ts';

/** A result as printed, with its column. */
export type Value = { text: string; column: number };

/** True for what says that there is no result; "not tested" says so in words and is a row. */
export const isUntold = (text: string): boolean => kindOf(text) === 'nothing' || isDate(text);

/** True for a date alone: when a batch was made or analysed is no result. */
const isDate = (text: string): boolean => readDate(text, 'dmy')?.length === text.trim().length;

const isFilled = (text: string): boolean => text !== '' && kindOf(text) !== 'nothing';

const isSameUnit = (one: string | undefined, other: string): boolean => {
  if (one === undefined) return false;
  const [left, right] = [readUnit(one), readUnit(other)];
  if (!left || !right) return one.toLowerCase() === other.toLowerCase();
  return left.dimension === right.dimension && left.factor === right.factor;
};

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

const SAMPLE_HEAD = /\b(?:batch|lot|sample|heat|cast|coil|charge)\b/i;
const NO_SAMPLE: readonly (Role | undefined)[] = ['result', 'unit', 'status'];

/** "per 100 g", "Value per serving": the same sample in another amount. */
const AMOUNT_OF = /^(?:\S+ )?(?:(?:per|pro|je|pour|por|par)\b|\/ ?\d+ ?(?:g|ml)\b)/i;

/** True for the head of one sample's column: it names a batch, or says nothing that heads of results say. */
const isOfSample = (head: HeadCell | undefined): boolean =>
  head !== undefined &&
  head.unit === undefined &&
  !AMOUNT_OF.test(head.text) &&
  (!NO_SAMPLE.includes(head.role) || /\d{2}/.test(head.text) || SAMPLE_HEAD.test(head.text));

/** A code in capitals and figures, or a batch named as such. */
const SAMPLE_GROUP = /^(?=.*\d)[\p{Lu}\p{N}][\p{Lu}\p{N}._/#-]*$|^(?:batch|lot|sample|heat)\b.*\d/iu;

type Headed = { at: number; head: HeadCell | undefined };

/** The columns of one sample; no name where the table holds one sample alone. */
type SampleColumns = { name: string | undefined; columns: number[] };

const sampleName = (text: string): string =>
  text
    .replace(/^(?:results?|batch|lot|sample|no\.?|number|[:#\s])+(?=\S*\d)/i, '')
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

/** The columns of each sample: one group where the heads differ in the unit alone, one for each where they name batches. */
export const sampleColumns = (table: Table): SampleColumns[] => {
  const results = columnsWith(table, 'result');
  const named = results.map((at) => ({ at, head: table.layout.columns[at]?.head }));
  const grouped = groupedColumns(named);
  if (grouped.length >= 2) return grouped;
  const codes = named.filter(({ head }) => isOfSample(head));
  if (codes.length < 2) return [{ name: undefined, columns: results }];
  return codes.map(({ at, head }) => ({ name: sampleName(head?.text ?? ''), columns: [at] }));
};
