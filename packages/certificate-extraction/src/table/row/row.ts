import { median, middleX, middleY } from '../../measure.ts';
import type { Ruling } from '../../page.ts';
import type { Column } from '../column/column.ts';
import type { BodyLine, Layout, Row } from './body-line.ts';
import { type Context, findIndexes, type Holding, isBlank, isComplete, joins, readHolding } from './join.ts';

/** The bands between the horizontal rulings that cross a column; undefined for a body that is not ruled row by row. */
const findBands = (
  lines: readonly BodyLine[],
  column: Column | undefined,
  horizontals: readonly Ruling[],
): ((line: BodyLine) => number | undefined) => {
  const [top, bottom] = [lines[0]?.y0 ?? 0, lines.at(-1)?.y1 ?? 0];
  if (!column) return () => undefined;
  const x = middleX(column);
  const levels = horizontals
    .filter((ruling) => ruling.x0 <= x && x <= ruling.x1 && ruling.y0 > top && ruling.y0 < bottom)
    .map(({ y0 }) => y0);
  const separate = levels.sort((a, b) => a - b).filter((y, at) => y - (levels[at - 1] ?? -9) > 2);
  const findBand = (line: BodyLine): number => separate.filter((y) => y < middleY(line)).length;
  const filled = new Set(lines.map(findBand)).size;
  return filled >= 2 && lines.length / filled < 4 ? findBand : () => undefined;
};

const LEADING = 1.75;
const PADDING = 2.5;

const computeBalance = (group: readonly Holding[]): number => {
  const anchor = group.findIndex((holding) => !isBlank(holding));
  return anchor < 0 ? group.length : 2 * anchor + 1 - group.length;
};

/** Where names break: shortly before the next column, but not before the end of the longest name. */
const breakingEdge = (holdings: readonly Holding[], { columns, roles }: Layout): number => {
  const longest = Math.max(...holdings.map(({ nameBox }) => nameBox?.x1 ?? 0));
  const next = columns[roles.indexOf('parameter') + 1];
  const size = holdings[0]?.line.size ?? 0;
  return next ? Math.max(longest, next.x0 - PADDING * size) : longest;
};

type Ruled = { lines: readonly BodyLine[]; layout: Layout; horizontals: readonly Ruling[] };

const toContext = (holdings: readonly Holding[], { lines, layout, horizontals }: Ruled): Context => {
  const value = layout.columns[findIndexes(layout.roles, ['result', 'status'])[0] ?? -1];
  const complete = holdings.filter(isComplete);
  return {
    right: breakingEdge(holdings, layout),
    areLower: complete.filter(({ name }) => /^\p{Ll}/u.test(name)).length * 4 > complete.length,
    pitch: median(complete.slice(1).map(({ line }, at) => middleY(line) - middleY(complete[at]?.line ?? line))),
    topAligned: holdings[0] === undefined || holdings[0].name !== '',
    balance: 0,
    leading: LEADING,
    findBand: findBands(lines, value, horizontals),
  };
};

/** Gathers the lines of a body into rows. */
export const groupRows = (lines: readonly BodyLine[], layout: Layout, horizontals: readonly Ruling[]): Row[] => {
  const holdings = lines.map((line) => readHolding(line, layout));
  const context = toContext(holdings, { lines, layout, horizontals });
  const groups: Holding[][] = [];
  holdings.forEach((lower, at) => {
    const group = groups.at(-1);
    const upper = group?.at(-1);
    const neighbours = upper && { before: holdings[at - 2], upper, lower, next: holdings[at + 1] };
    // A row has one line that is complete; a second one begins the next row, unless it follows at once.
    const isSecond = isComplete(lower) && upper !== undefined && !isComplete(upper) && group?.some(isComplete);
    if (neighbours && !isSecond && joins(neighbours, { ...context, balance: computeBalance(group ?? []) }))
      group?.push(lower);
    else groups.push([lower]);
  });
  return groups.map((members) => ({ lines: members.map(({ line }) => line) }));
};
