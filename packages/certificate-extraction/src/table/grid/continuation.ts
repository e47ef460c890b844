import { median } from '../../measure.ts';
import { type BodyLine, readBodyLine, tightColumns } from '../row/body-line.ts';
import { isInside, isRow, SLACK } from '../row/fit.ts';
import { groupRows } from '../row/row.ts';
import { type Line, readLines } from '../segment/segment.ts';
import { findHorizontals, type Sheet, type Table } from '../table.ts';
import { isForeign } from './body.ts';

const WIDEST_GAP = 3;

/** The lines from the first that fits the columns to the first that stands far below or is no part of a table. */
const findRun = (lines: readonly Line[], table: Table): { lines: Line[]; body: BodyLine[] } => {
  const tight = tightColumns([], table.layout.columns);
  const getBody = (line: Line): BodyLine => readBodyLine(line, table.layout.columns, tight);
  const first = lines.findIndex((line) => isInside(line, table.layout) && isRow(getBody(line), table.layout));
  if (first < 0) return { lines: [], body: [] };
  const run: Line[] = [];
  for (const line of lines.slice(first)) {
    const last = run.at(-1);
    if (isForeign(line) || (last && line.y0 - last.y1 > WIDEST_GAP * line.size)) break;
    run.push(line);
  }
  return { lines: run, body: run.map(getBody) };
};

const FEWEST_CELLS = 3;
const FEWEST_ROWS = 3;

const filled = (line: BodyLine): number => line.cells.size;

/** True for rows as full as those of the table; rows of two cells alone are too common to be recognised by one or two. */
const isUsual = (rows: readonly BodyLine[], table: Table): boolean => {
  const usual = median(table.rows.map(({ lines }) => Math.max(...lines.map(filled))));
  const found = median(rows.map(filled));
  return found >= usual - 1 && (found >= FEWEST_CELLS || rows.length >= FEWEST_ROWS);
};

/** What goes on of a table on the next page without a head of its own, down to `bottom`; undefined where nothing fits. */
export const continueTable = (table: Table, { page, segments }: Sheet, bottom: number): Table | undefined => {
  const { columns } = table.layout;
  const [left, right] = [(columns[0]?.x0 ?? 0) - SLACK, (columns.at(-1)?.x1 ?? 0) + SLACK];
  const inside = segments.filter(({ x0, x1, y1 }) => x1 > left && x0 < right && y1 < bottom);
  const run = findRun(readLines(inside), table);
  const fitting = run.body.filter((line) => isRow(line, table.layout));
  if (!isUsual(fitting, table)) return undefined;
  if (fitting.length === 0 || fitting.length * 4 < run.body.length) return undefined;
  const rows = groupRows(run.body, table.layout, findHorizontals(page));
  return { ...table, rows, source: 'continuation' };
};
