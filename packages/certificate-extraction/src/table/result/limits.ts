import { parseSpecification } from '../../value/specification.ts';
import { toKind } from '../cell/cell-kind.ts';
import { cellText, type Row } from '../row/body-line.ts';
import { repairLimits } from '../segment/ocr-word.ts';
import { columnsWith, type Table } from '../table.ts';

/** The limits of a row as printed; `bare`: what a number without a sign means there; `unit` by their text or their head. */
export type Limits = { text: string | null; bare: 'min' | 'max' | undefined; unit: string | undefined };

const textAt = (row: Row, column: number | undefined): string => (column === undefined ? '' : cellText(row, column));

const UPPER = /limit|level|max|threshold|mcl|\bmrl\b|guideline|tolerance|grenzwert|benchmark/i;
// Where detection limits are stated, traces are sought, and a number without a sign is what they may reach.
const AIMED = /claim|target|nominal|label|declared|theor|aim|soll|min/i;
const BARE = /^[\d.,]+$/;

const isDemand = (text: string): boolean =>
  text !== '' && parseSpecification(text) !== null && toKind(text) !== 'untested';

/** A limit with the sign that its head says, where none is printed. */
export const withSign = (text: string, sign: string): string => (/^[\d.,+-]/.test(text) ? `${sign} ${text}` : text);

/** Limits without the brackets around the whole. */
const bare = (text: string): string => /^[([]([^()[\]]+)[)\]]$/.exec(text)?.[1]?.trim() ?? text;

const toUnit = (text: string): string | undefined => {
  const demand = parseSpecification(text, { bare: 'max' });
  return demand?.kind === 'range' && demand.unit ? demand.unit : undefined;
};

const limitText = (table: Table, row: Row, at: number): string => {
  const text = table.repair(cellText(row, at));
  return table.origin === 'text' ? text : repairLimits(text, () => table.rows.map((each) => cellText(each, at)));
};

const unitAt = (table: Table, at: number | undefined): string | undefined =>
  at === undefined ? undefined : table.layout.columns[at]?.head?.unit;

const limitsIn = (table: Table, row: Row, at: number): Limits => {
  const head = table.layout.columns[at]?.head;
  const words = `${head?.group ?? ''} ${head?.text ?? ''}`;
  const isUpper = UPPER.test(words) || (columnsWith(table, 'detection').length > 0 && !AIMED.test(words));
  const text = bare(limitText(table, row, at));
  return { text, bare: isUpper ? 'max' : undefined, unit: toUnit(text) ?? unitAt(table, at) };
};

/** The limits that stand in a column for each end. */
const limitsBetween = (table: Table, row: Row): Limits[] => {
  const [low] = columnsWith(table, 'minimum');
  const [high] = columnsWith(table, 'maximum');
  const [min, max] = [textAt(row, low), textAt(row, high)].map((text) => (isDemand(text) ? table.repair(text) : ''));
  if (!min && !max) return [];
  const isWorded = [min, max].some((text) => text && !/^[<>≤≥=]?\s?[\d.,+-]/.test(text));
  if (isWorded && low !== undefined && high !== undefined)
    return [{ text: cellText(row, low, high), bare: undefined, unit: undefined }];
  const text = min && max ? `${min} – ${max}` : min ? withSign(min, '≥') : withSign(max ?? '', '≤');
  return [{ text, bare: undefined, unit: unitAt(table, low ?? high) }];
};

/** All limits of a row, those first that its specification states: as printed in one column, or from a column for each end. */
export const findLimits = (table: Table, row: Row): Limits[] => {
  const ends = limitsBetween(table, row);
  // A bare number beside limits is what is aimed at.
  const whole = columnsWith(table, 'specification').filter(
    (at) => isDemand(cellText(row, at)) && !(ends.length > 0 && BARE.test(cellText(row, at))),
  );
  return [...whole.map((at) => limitsIn(table, row, at)), ...ends];
};
