import { measureOverlap } from '../../measure.ts';
import type { Page, Word } from '../../page.ts';
import { isFinding, toKind } from '../cell/cell-kind.ts';
import type { Column } from '../column/column.ts';
import type { Head, HeadCell } from '../head/head.ts';
import { type BodyLine, cellText, type Row } from '../row/body-line.ts';
import { makeRepair } from '../segment/ocr-word.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';
import type { Sheet, Table } from '../table.ts';
import { type Band, findBands, findStacks, type Label, right } from './label.ts';

/** The columns of values: one for each that the lines of the labels leave apart. */
const findColumns = (segments: readonly Segment[]): Column[] => {
  const columns: Column[] = [];
  for (const { x0, x1 } of [...segments].sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && x0 < last.x1) last.x1 = Math.max(last.x1, x1);
    else columns.push({ x0, x1, head: undefined });
  }
  return columns;
};

const nearest = (columns: readonly Column[], segment: Segment): number => {
  const rated = columns.map((column, at) => ({
    at,
    overlap: measureOverlap(column, segment),
    distance: Math.abs(column.x0 + column.x1 - segment.x0 - segment.x1),
  }));
  return rated.sort((a, b) => Math.max(0, b.overlap) - Math.max(0, a.overlap) || a.distance - b.distance)[0]?.at ?? 0;
};

/** The words of one column as lines whose cells are the labels' bands: the table as if it had been printed upright. */
const toRow = (bands: readonly Band[], columns: readonly Column[], at: number, edge: number): Row => {
  const lines: BodyLine[] = [];
  bands.forEach((band, index) => {
    band.lines.forEach((line, depth) => {
      const words: Word[] = line.segments
        .filter((segment) => segment.x0 > edge - 1 && nearest(columns, segment) === at)
        .flatMap((segment) => segment.words);
      if (words.length === 0) return;
      const cells = new Map(lines[depth]?.cells ?? []).set(index, words);
      lines[depth] = { y0: line.y0, y1: line.y1, size: line.size, cells, crossing: false, bold: false };
    });
  });
  return { lines: lines.filter(Boolean) };
};

const findHead = (labels: readonly Label[], bands: readonly Band[]): Head => {
  const cells = bands.map(({ role, unit }, at): HeadCell => {
    const label = labels.find((each) => bands[at]?.lines[0] === each.line);
    const box = label?.segment ?? { x0: 0, x1: 0, y0: 0, y1: 0 };
    return {
      x0: box.x0,
      x1: box.x1,
      y0: box.y0,
      y1: box.y1,
      text: label?.segment.text ?? '',
      role,
      strict: true,
      ...(unit === undefined ? {} : { unit }),
    };
  });
  const [first] = labels;
  return {
    x0: first?.segment.x0 ?? 0,
    x1: right(labels),
    y0: first?.segment.y0 ?? 0,
    y1: labels.at(-1)?.segment.y1 ?? 0,
    cells,
    size: first?.segment.size ?? 1,
  };
};

const turn = (labels: readonly Label[], lines: readonly Line[], page: Page): Table => {
  const bands = findBands(labels, lines);
  const edge = right(labels);
  const values = labels
    .filter(({ role }) => role !== 'parameter')
    .flatMap(({ line }) => line.segments.filter(({ x0 }) => x0 > edge - 1));
  const columns = findColumns(values);
  const head = findHead(labels, bands);
  const rows = columns.map((_, at) => toRow(bands, columns, at, edge));
  const layout = {
    columns: head.cells.map((cell) => ({ x0: cell.x0, x1: cell.x1, head: cell })),
    roles: bands.map(({ role }) => role),
  };
  return { head, layout, rows, title: undefined, source: 'transposed', origin: page.origin, repair: makeRepair(page) };
};

const hasFindings = ({ layout, rows }: Table): boolean => {
  const results = layout.roles
    .flatMap((role, at) => (role === 'result' ? rows.map((row) => cellText(row, at)) : []))
    .filter(Boolean);
  return results.filter((text) => isFinding(toKind(text))).length * 2 > results.length;
};

/** Tables whose rows are named "Test", "Limit", "Result" and whose columns are the tests. */
export const findTransposed = ({ page, segments }: Sheet): Table[] => {
  const lines = readLines(segments);
  return findStacks(lines)
    .map((labels) => turn(labels, lines, page))
    .filter(hasFindings);
};
