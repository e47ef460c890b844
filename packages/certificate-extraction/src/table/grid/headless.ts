import { measureOverlap } from '../../measure.ts';
import { isFinding, isLimit, isMethod, toKind } from '../cell/cell-kind.ts';
import type { Head, HeadCell } from '../head/head.ts';
import type { Role } from '../head/word.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';
import type { Sheet, Table } from '../table.ts';
import { isForeign } from './body.ts';
import { splitHalves } from './half.ts';
import { readTable } from './read-grid.ts';

const FEWEST_ROWS = 3;
const SAME_EDGE = 4;
const FARTHEST_ROW = 5;

const isName = ({ text }: Segment): boolean =>
  /\p{Ll}{2}|^\p{Lu}[\p{L} ]*$/u.test(text) && !text.endsWith(':') && toKind(text) === 'text' && !isLimit(text);

/** A second name on the line of a row: its values are not those of the first. */
const isOtherName = (segment: Segment): boolean => isName(segment) && !isMethod(segment.text) && !isDemand(segment);

/** Limits beyond doubt: with a sign, a word or two ends. What may as well be a result ("ND", "complies", "10") is none. */
const isDemand = ({ text }: Segment): boolean =>
  isLimit(text) &&
  (toKind(text) === 'text' || /^(?:[≤≥]|<=|>=|nmt|nlt|max|min)|\d\s*(?:-|–|to)\s*\d| in \d/i.test(text));
const isFound = ({ text }: Segment): boolean => isFinding(toKind(text));

/** A line that shows by itself that it is a row: a name, what is demanded of it, what was found. */
const isRow = ([name, ...rest]: readonly Segment[]): boolean => {
  if (!name || rest.length < 2 || rest.length > 5 || !isName(name)) return false;
  return rest.some(
    (demand) =>
      isDemand(demand) && !/^[\d.,]+$/.test(demand.text) && rest.some((found) => found !== demand && isFound(found)),
  );
};

const isInformative = (line: Line): boolean => isRow(line.segments) && !isForeign(line);

const isAligned = (one: Segment | undefined, other: Segment | undefined): boolean => {
  if (!one || !other) return false;
  const edges = [one.x0 - other.x0, one.x1 - other.x1, (one.x0 + one.x1 - other.x0 - other.x1) / 2];
  return edges.some((distance) => Math.abs(distance) < SAME_EDGE);
};

const isSameShape = (one: Line, other: Line): boolean =>
  one.segments.length === other.segments.length &&
  one.segments.every((segment, at) => isAligned(segment, other.segments[at]));

/** Telling lines of one shape that follow each other. */
const splitBlocks = (lines: readonly Line[]): Line[][] => {
  const blocks: Line[][] = [];
  for (const line of lines.filter(isInformative)) {
    const block = blocks.find((members) => {
      const last = members.at(-1);
      return last && isSameShape(last, line) && line.y0 - last.y1 < FARTHEST_ROW * line.size;
    });
    if (block) block.push(line);
    else blocks.push([line]);
  }
  return blocks.filter(({ length }) => length >= FEWEST_ROWS);
};

const computeShare = (segments: readonly Segment[], test: (segment: Segment) => boolean): number =>
  segments.filter(test).length / Math.max(1, segments.length);

const best = (scores: readonly number[], least: number): number => {
  const top = Math.max(...scores);
  return top >= least ? scores.indexOf(top) : -1;
};

/** True where several columns could be results, or where names of other rows stand among the values. */
const isUnclear = (values: readonly (readonly Segment[])[], limits: number, found: number): boolean => {
  const numbers = values.filter(
    (cells, at) => at !== limits && at !== found && computeShare(cells, ({ text }) => toKind(text) === 'number') > 0.5,
  );
  const isNamed = values.some((cells, at) => at > Math.min(limits, found) && computeShare(cells, isOtherName) >= 0.6);
  return numbers.length > 1 || isNamed;
};

/** What the columns hold, by their cells alone; undefined where limits and results cannot be distinguished. */
const findRoles = (columns: readonly (readonly Segment[])[]): Role[] | undefined => {
  const values = columns.slice(1);
  const limits = best(
    values.map(
      (cells) => computeShare(cells, isDemand) - computeShare(cells, (cell) => isFound(cell) && !isDemand(cell)),
    ),
    0.3,
  );
  const found = best(
    values.map((cells, at) =>
      at === limits
        ? -1
        : computeShare(cells, isFound) - computeShare(cells, ({ text }) => toKind(text) === 'verdict') / 2,
    ),
    0.2,
  );
  if (limits < 0 || found < 0) return undefined;
  if (isUnclear(values, limits, found)) return undefined;
  const roles = values.map((cells, at): Role => {
    if (at === limits) return 'specification';
    if (at === found) return 'result';
    if (computeShare(cells, ({ text }) => toKind(text) === 'verdict') > 0.6) return 'status';
    return computeShare(cells, ({ text }) => isMethod(text)) > 0.5 ? 'method' : 'other';
  });
  return ['parameter', ...roles];
};

/** True for a line that keeps to the columns; one alone may go on with limits or a result, but names nothing. */
const fits = (line: Line, cells: readonly HeadCell[]): boolean => {
  const homes = line.segments.map((segment) =>
    cells.flatMap((cell, at) => (measureOverlap(cell, segment) > 0 ? [at] : [])),
  );
  if (homes.some(({ length }) => length !== 1)) return false;
  return homes.length > 1 || homes[0]?.[0] !== 0;
};

/** Where the table begins: above its first telling line stand others that keep to its columns. */
const findTop = (lines: readonly Line[], first: Line, cells: readonly HeadCell[]): number => {
  let top = first;
  for (const line of lines.slice(0, lines.indexOf(first)).reverse()) {
    const isLabelled = line.segments[0]?.text.endsWith(':');
    if (top.y0 - line.y1 > 1.6 * line.size || !fits(line, cells) || isLabelled || isForeign(line)) break;
    top = line;
  }
  return top.y0;
};

const findHead = (block: readonly Line[], lines: readonly Line[]): Head | undefined => {
  const columns = (block[0]?.segments ?? []).map((_, at) => block.flatMap(({ segments }) => segments[at] ?? []));
  const roles = findRoles(columns);
  if (!roles || !block[0]) return undefined;
  const cells = columns.map(
    (segments, at): HeadCell => ({
      x0: Math.min(...segments.map(({ x0 }) => x0)),
      x1: Math.max(...segments.map(({ x1 }) => x1)),
      y0: 0,
      y1: 0,
      text: '',
      role: roles[at],
      strict: true,
    }),
  );
  const y = findTop(lines, block[0], cells) - 0.5;
  return {
    x0: cells[0]?.x0 ?? 0,
    x1: cells.at(-1)?.x1 ?? 0,
    y0: y,
    y1: y,
    cells: cells.map((cell) => ({ ...cell, y0: y, y1: y })),
    size: block[0].size,
  };
};

const findIn = ({ page, segments }: Sheet): Table[] => {
  const lines = readLines(segments);
  const tables: Table[] = [];
  for (const block of splitBlocks(lines)) {
    const head = findHead(block, lines);
    const isRead = tables.some(({ rows }) =>
      rows.some((row) => row.lines.some(({ y0 }) => Math.abs(y0 - (block[0]?.y0 ?? 0)) < 1)),
    );
    if (!head || isRead) continue;
    const frame = { x0: 0, x1: page.width, y0: head.y1, y1: page.height };
    tables.push(readTable({ page, segments, head, frame, source: 'headless' }));
  }
  return tables;
};

/** Tables without a head: at least three lines of one shape that each show a name, limits and a result. */
export const findHeadless = ({ page, segments }: Sheet): Table[] =>
  splitHalves(segments, readLines(segments), isRow).flatMap((half) => findIn({ page, segments: half }));
