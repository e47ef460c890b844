import type { Word } from '../../page.ts';
import { isLimit, isUnit, toKind } from '../cell/cell-kind.ts';
import { type Column, partWords } from '../column/column.ts';
import type { Role } from '../head/word.ts';
import { joinWords, type Line, type Segment } from '../segment/segment.ts';

/** A line of a table's body, its words parted by columns. `crossing`: a segment lies over a gap between two columns. */
export type BodyLine = {
  y0: number;
  y1: number;
  size: number;
  cells: ReadonlyMap<number, readonly Word[]>;
  crossing: boolean;
  bold: boolean;
};

/** A row: the lines that belong together. */
export type Row = { lines: readonly BodyLine[] };

/** A table's columns with their roles. */
export type Layout = { columns: readonly Column[]; roles: readonly (Role | undefined)[] };

const isCell = (text: string): boolean => toKind(text) !== 'text' || isLimit(text) || isUnit(text);

/**
 * Where the words of a segment that lies over several columns belong: to each its own where the cells merely stand close,
 * else all to one, since a long cell reaches over its column.
 */
const placeCrossing = (
  segment: Segment,
  parts: ReadonlyMap<number, readonly Word[]>,
  { columns, taken, tight }: Place,
): Map<number, readonly Word[]> => {
  const spans = [...parts.keys()].sort((a, b) => a - b);
  const first = spans[0] ?? 0;
  const last = spans.at(-1) ?? 0;
  const isNumbered = columns[first]?.head?.role === 'index' && /^\d{1,3}[.)]?$/.test(joinWords(parts.get(first) ?? []));
  const isGlued = spans.slice(1).every((at) => isCell(joinWords(parts.get(at) ?? []))) || tight.has(last) || isNumbered;
  if (isGlued && !spans.slice(1).some((at) => taken.has(at))) return new Map(parts);
  const free = spans.filter((at) => !taken.has(at));
  const widest = [...(free.length > 0 ? free : spans)].sort(
    (a, b) => overlap(columns[b], segment) - overlap(columns[a], segment),
  )[0];
  return new Map([[columns[first]?.head?.role === 'parameter' ? first : (widest ?? first), segment.words]]);
};

const overlap = (column: Column | undefined, { x0, x1 }: Segment): number =>
  column ? Math.min(column.x1, x1) - Math.max(column.x0, x0) : Number.NEGATIVE_INFINITY;

type Place = { columns: readonly Column[]; taken: ReadonlySet<number>; tight: ReadonlySet<number> };

/** The columns whose left edge most lines of a body cross with one segment: their cells stand close to those before them. */
export const tightColumns = (lines: readonly Line[], columns: readonly Column[]): Set<number> => {
  const crossed = lines.flatMap(({ segments }) =>
    segments.flatMap((segment) => [...partWords(segment, columns).keys()].sort((a, b) => a - b).slice(1)),
  );
  return new Set([...columns.keys()].filter((at) => crossed.filter((other) => other === at).length * 3 > lines.length));
};

/** The line's words by columns; `tight` names the columns whose cells stand close to those before them. */
export const readBodyLine = (line: Line, columns: readonly Column[], tight: ReadonlySet<number>): BodyLine => {
  const parted = line.segments.map((segment) => ({ segment, parts: partWords(segment, columns) }));
  const cells = new Map<number, Word[]>();
  for (const { segment, parts } of parted) {
    const others = parted.filter((other) => other.segment !== segment && other.parts.size === 1);
    const taken = new Set(others.flatMap((other) => [...other.parts.keys()]));
    const placed = parts.size > 1 ? placeCrossing(segment, parts, { columns, taken, tight }) : parts;
    for (const [at, words] of placed)
      cells.set(
        at,
        [...(cells.get(at) ?? []), ...words].sort((a, b) => a.x0 - b.x0),
      );
  }
  const crossing = parted.some(({ parts }) => parts.size > 1);
  return { y0: line.y0, y1: line.y1, size: line.size, cells, crossing, bold: line.segments.every(({ bold }) => bold) };
};

/**
 * The text of a row's cell, or of several beside each other, its lines joined; words parted by a hyphen at the end of a
 * line are put together.
 */
export const cellText = (row: Row, ...columns: number[]): string =>
  row.lines
    .map((line) => joinWords(columns.flatMap((column) => line.cells.get(column) ?? []).sort((a, b) => a.x0 - b.x0)))
    .filter(Boolean)
    .join(' ')
    .replace(/(?<=\p{Ll}{3})- (?=\p{Ll})/gu, '-');

/** The words of a row's cell. */
export const cellWords = (row: Row, column: number): Word[] =>
  row.lines.flatMap((line) => line.cells.get(column) ?? []);
