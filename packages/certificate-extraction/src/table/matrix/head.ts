import { measureOverlap } from '../../measure.ts';
import type { Box } from '../../page.ts';
import { isLimit, toKind } from '../cell/cell-kind.ts';
import { isGroupWord } from '../cell/section-title.ts';
import { readHeadWord } from '../head/word.ts';
import type { Line, Segment } from '../segment/segment.ts';
import { type Band, FEWEST_COLUMNS, findRole, isUnitLine, isValueLine } from './band.ts';
import { isLimited } from './limit.ts';
import { isKnown, PERCENT, SYMBOL, unitAlone, unitOfName, withoutUnit } from './name.ts';

/** A column of a matrix with the pieces of its head. */
export type Cell = Box & { segments: Segment[]; units: string[] };

/** The columns that the lines of values leave apart. */
const findColumns = (lines: readonly Line[]): Cell[] => {
  const columns: Cell[] = [];
  for (const segment of lines.flatMap(({ segments }) => segments).sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && segment.x0 < last.x1) last.x1 = Math.max(last.x1, segment.x1);
    else columns.push({ x0: segment.x0, x1: segment.x1, y0: segment.y0, y1: segment.y1, segments: [], units: [] });
  }
  return columns;
};

/** The column that a segment belongs to. */
export const nearest = (columns: readonly Cell[], segment: Segment): Cell | undefined =>
  [...columns].sort(
    (a, b) =>
      Math.max(0, measureOverlap(b, segment)) - Math.max(0, measureOverlap(a, segment)) ||
      Math.abs(a.x0 + a.x1 - segment.x0 - segment.x1) - Math.abs(b.x0 + b.x1 - segment.x0 - segment.x1),
  )[0];

/** A test that names a column. */
export type Parameter = { column: Cell; name: string; unit: string | undefined };

/** "1", "2", "3": the number of a test piece. */
const isCount = ({ text }: Segment): boolean => /^\d{1,2}$/.test(text);

/** "Lot", "Heat No.": what the lines of a matrix are. */
const isSampleWord = ({ text }: Segment): boolean => {
  const word = readHeadWord(text);
  return word?.strict === true && word.role === 'sample';
};

type Homes = ReadonlyMap<Segment, Cell | undefined>;

/** The columns that a piece of a head stands over: its own, or all of those whose own pieces stand below it. */
const columnsUnder = (segment: Segment, head: readonly Line[], homes: Homes): Cell[] => {
  const lower = head.filter(({ y0 }) => y0 > segment.y0 + 0.5 * segment.size);
  const pieces = lower.flatMap(({ segments }) => {
    const touched = segments.filter((piece) => measureOverlap(piece, segment) > 0);
    return touched.some(isCount) ? segments.filter(isCount) : touched;
  });
  const under = new Set(pieces.flatMap((piece) => homes.get(piece) ?? []));
  const own = homes.get(segment);
  return under.size > 1 ? [...under] : own ? [own] : [];
};

/** Puts the pieces of a head to the columns below them: names apart from units, without what names a group of columns. */
const spread = (head: readonly Line[], columns: readonly Cell[]): void => {
  const all = head.flatMap(({ segments }) => segments);
  const homes: Homes = new Map(all.map((segment) => [segment, nearest(columns, segment)]));
  for (const line of head.filter((each) => findRole(each) !== 'method')) {
    for (const segment of line.segments) {
      for (const column of columnsUnder(segment, head, homes)) {
        if (isUnitLine(line)) column.units.push(segment.text);
        else if (isKnown(segment.text) || !isGroupWord(segment.text)) column.segments.push(segment);
      }
    }
  }
};

/** True for a column of verdicts alone. */
const isEvaluated = (column: Cell, columns: readonly Cell[], lines: readonly Line[]): boolean => {
  const cells = lines.flatMap(({ segments }) => segments.filter((segment) => nearest(columns, segment) === column));
  return cells.length > 0 && cells.every(({ text }) => toKind(text) === 'verdict');
};

const namePieces = (texts: readonly string[]): string[] =>
  texts.filter((text, index) => index === 0 || unitAlone(text) === undefined);

type Judging = { columns: readonly Cell[]; lines: readonly Line[] };

const LETTERS = /^(?!release|decision|disposition)\p{L}[\p{L} ./-]{3,}$/iu;

/** True for the head of a column that names a test by its words, its unit or the verdicts below it. */
const isTest = (name: string, column: Cell, { columns, lines }: Judging): boolean => {
  const texts = column.segments.map(({ text }) => text).join(' ');
  if (isKnown(name) || isKnown(texts) || (SYMBOL.test(name) && unitIn(column) !== undefined)) return true;
  if (readHeadWord(name)?.strict === true) return false;
  return unitOfName(name) !== undefined || (LETTERS.test(name) && isEvaluated(column, columns, lines));
};

const listTexts = (column: Cell): string[] => column.segments.map(({ text }) => text);

const unitIn = (column: Cell): string | undefined => {
  const texts = listTexts(column);
  return (
    [...column.units, ...texts.slice(1)].map(unitAlone).find(Boolean) ??
    [...texts, texts.join(' ')].map(unitOfName).find(Boolean)
  );
};

const toName = (column: Cell): string => {
  const texts = listTexts(column);
  return namePieces(texts.length > 1 ? texts.map(withoutUnit) : texts).join(' ');
};

const toParameter = (column: Cell): Parameter => {
  const name = toName(column);
  const unit = unitIn(column) ?? (PERCENT.test(name) ? '%' : undefined);
  return { column, name: withoutUnit(name), unit };
};

/** The columns with limits in a matrix of lots or heats: tests, whatever they are called. */
const findLimited = ({ head, body }: Band, columns: readonly Cell[]): Cell[] => {
  if (!head.some(({ segments }) => segments.some(isSampleWord))) return [];
  const limits = body.filter(isLimited).flatMap(({ segments }) => segments.filter(({ text }) => isLimit(text)));
  return [...new Set(limits.flatMap((segment) => nearest(columns, segment) ?? []))];
};

/** The columns of a matrix and the tests that they hold: those that are known, or where few are, those with limits. */
export const listParameters = (band: Band): { columns: Cell[]; parameters: Parameter[] } => {
  const lines = band.body.filter(isValueLine);
  const columns = findColumns(lines);
  spread(band.head, columns);
  for (const column of columns) column.segments.sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const known = columns.filter((column) => isTest(toName(column), column, { columns, lines }));
  const tests = known.length >= FEWEST_COLUMNS ? known : findLimited(band, columns);
  return { columns, parameters: tests.map(toParameter) };
};
