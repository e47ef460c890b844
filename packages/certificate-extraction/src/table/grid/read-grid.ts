import { measureOverlap } from '../../measure.ts';
import { toKind } from '../cell/cell-kind.ts';
import { type Column, findColumns } from '../column/column.ts';
import type { FilledColumn } from '../column/filled.ts';
import { readRoles } from '../column/role.ts';
import { findHeads, type Head, isResultHead } from '../head/head.ts';
import { type BodyLine, cellText, type Layout, readBodyLine, tightColumns } from '../row/body-line.ts';
import { isInside, isRow } from '../row/fit.ts';
import { groupRows } from '../row/row.ts';
import { makeRepair } from '../segment/ocr-word.ts';
import { findVerticals, type Line } from '../segment/segment.ts';
import { findHorizontals, type Sheet, type Source, type Table } from '../table.ts';
import { closedLines, isOtherHead, linesBelow } from './body.ts';
import { type Frame, makeFrames } from './frame.ts';
import { titleAbove } from './title.ts';

const fill = (columns: readonly Column[], lines: readonly BodyLine[]): FilledColumn[] =>
  columns.map((column, at) => {
    const cells = lines.map((line) => cellText({ lines: [line] }, at));
    return { ...column, cells, texts: cells.filter((text) => text !== '') };
  });

type Part = Sheet & { head: Head; frame: Frame; source: Source };

/** True for a column that holds verdicts: what is judged may stand without a head at the end of a table. */
const holdsVerdicts = (column: Column | undefined, lines: readonly Line[]): boolean => {
  const segments = lines.flatMap((line) => line.segments.filter((each) => column && measureOverlap(column, each) > 0));
  const verdicts = segments.filter(({ text }) => toKind(text) === 'verdict');
  return verdicts.length > 0 && verdicts.length * 4 >= segments.length * 3;
};

const ASIDE = 2;

/** What stands clearly left of all names: another thing on the same height. */
const findAside = (names: Column | undefined, lines: readonly Line[]): { x1: number } | undefined => {
  const aside = lines.flatMap(({ segments }) =>
    segments.filter(({ x1, size }) => names !== undefined && x1 < names.x0 - ASIDE * size),
  );
  return aside.length > 0 ? { x1: Math.max(...aside.map(({ x1 }) => x1)) } : undefined;
};

/** The frame without what stands beside the headed columns. */
const narrow = (frame: Frame, columns: readonly Column[], lines: readonly Line[]): Frame => {
  const headed = columns.findIndex(({ head }) => head !== undefined);
  const isNamed = columns.some(({ head }) => head?.role === 'parameter');
  const first = isNamed ? headed : Math.max(0, headed - 1);
  const lastHeaded = columns.findLastIndex(({ head }) => head !== undefined);
  const last = holdsVerdicts(columns[lastHeaded + 1], lines) ? lastHeaded + 1 : lastHeaded;
  if (headed < 0) return frame;
  const [before, behind] = [
    columns[first - 1] ?? (isNamed ? findAside(columns[first], lines) : undefined),
    columns[last + 1],
  ];
  return {
    ...frame,
    x0: before ? (before.x1 + (columns[first]?.x0 ?? before.x1)) / 2 : frame.x0,
    x1: behind ? (behind.x0 + (columns[last]?.x1 ?? behind.x0)) / 2 : frame.x1,
  };
};

const MOST_SKIPPED = 3;
const FARTHEST_RESUMED = 8;

/** The lines of the body, and those beyond a line that is none of it, where the rows clearly go on. */
const resume = (lines: readonly Line[], closed: number, layout: Layout): Line[] => {
  const taken = lines.slice(0, closed);
  let at = closed;
  for (;;) {
    const last = taken.at(-1);
    const next = lines.findIndex(
      (line, index) =>
        index >= at && isInside(line, layout) && isRow(readBodyLine(line, layout.columns, new Set()), layout),
    );
    const line = lines[next];
    const isEnded = lines.slice(at, next).some(isOtherHead);
    if (!last || !line || isEnded || next - at >= MOST_SKIPPED || line.y0 - last.y1 > FARTHEST_RESUMED * line.size)
      return taken;
    const count = Math.max(
      1,
      closedLines(lines.slice(next), { top: line.y0, size: line.size, edge: line.segments[0]?.x1 ?? 0 }),
    );
    taken.push(...lines.slice(next, next + count));
    at = next + count;
  }
};

/** Reads the body below a head. */
export const readTable = ({ page, segments, head, frame, source }: Part): Table => {
  const verticals = findVerticals(page);
  const start = { top: head.y1, size: head.size, edge: head.cells[0]?.x1 ?? head.x1 };
  const around = linesBelow(head, frame, segments);
  const near = around.slice(0, closedLines(around, start));
  const inner = narrow(frame, findColumns(head, near, verticals), near);
  const lines = linesBelow(head, inner, segments);
  const closed = closedLines(lines, start);
  const body = lines.slice(0, closed);
  const columns = findColumns(head, body, verticals);
  const tight = tightColumns(body, columns);
  const read = (line: Line): BodyLine => readBodyLine(line, columns, tight);
  const layout = { columns, roles: readRoles(fill(columns, body.map(read))) };
  const rows = groupRows(resume(lines, closed, layout).map(read), layout, findHorizontals(page));
  return {
    head,
    layout,
    rows,
    title: titleAbove(head, segments),
    source,
    origin: page.origin,
    repair: makeRepair(page),
  };
};

/** The tables of results on a page that stand under a head, from the top down. */
export const findTables = ({ page, segments }: Sheet): { tables: Table[]; heads: Head[] } => {
  const heads = findHeads(segments);
  const frames = makeFrames(heads, segments, page);
  const tables = heads.flatMap((head, at) => {
    const frame = frames[at];
    return frame && isResultHead(head) ? [readTable({ page, segments, head, frame, source: 'table' })] : [];
  });
  return { tables, heads };
};
