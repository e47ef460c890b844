import { measureOverlap } from '../../measure.ts';
import type { Box } from '../../page.ts';
import { isFinding, isLimit, isMethod, isUnit, toKind } from '../cell/cell-kind.ts';
import type { Line, Segment } from '../segment/segment.ts';

const LINES_READ = 5;
const FARTHEST = 14;
const FEWEST = 2;

/** The segments of the next lines below a cell of a head. */
const nextBelow = (cell: Box, lines: readonly Line[], size: number): Segment[] =>
  lines
    .filter(({ y0 }) => y0 > cell.y1 - 0.3 * size && y0 - cell.y1 < FARTHEST * size)
    .slice(0, LINES_READ)
    .flatMap(({ segments }) => segments);

/** Those that stand under the cell. */
const segmentsBelow = (cell: Box, lines: readonly Line[], size: number): Segment[] =>
  nextBelow(cell, lines, size).filter((segment) => measureOverlap(segment, cell) > 0);

const isValue = ({ text }: Segment): boolean => isFinding(toKind(text)) || toKind(text) === 'untested';

/** "-" stands in columns of any kind. */
const isInformative = ({ text }: Segment): boolean => toKind(text) !== 'nothing' && !isUnit(text);

/** True for a cell with at least two findings below it and hardly anything else. */
export const isOverFindings = (cell: Segment, lines: readonly Line[]): boolean => {
  const below = segmentsBelow(cell, lines, cell.size).filter(isInformative);
  const values = below.filter(isValue);
  return values.length >= FEWEST && values.length * 4 >= below.length * 3;
};

const isName = ({ text }: Segment): boolean =>
  /\p{L}{2}/u.test(text) && toKind(text) === 'text' && !isLimit(text) && !isUnit(text) && !isMethod(text);

const areNames = (below: readonly Segment[]): boolean => {
  const names = below.filter(isName);
  return names.length >= FEWEST && names.length * 5 >= below.length * 3;
};

/** True for a cell with at least two names below it and hardly anything else. */
export const isOverNames = (cell: Box & { size: number }, lines: readonly Line[]): boolean =>
  areNames(segmentsBelow(cell, lines, cell.size));

/** True where at least two names and hardly anything else stand below the gap between two cells of a head. */
export const areNamesBetween = (left: Box, right: Box & { size: number }, lines: readonly Line[]): boolean =>
  areNames(nextBelow(right, lines, right.size).filter(({ x0, x1 }) => x0 >= left.x1 && x1 <= right.x0 + right.size));
