import { measureOverlap, median, middleX, type Span } from '../../measure.ts';
import type { Ruling, Word } from '../../page.ts';
import { widestGap } from '../grid/frame.ts';
import type { Head, HeadCell } from '../head/head.ts';
import { isRaised, type Line, type Segment } from '../segment/segment.ts';

/** A column of a table's body; `head` is missing where nothing is printed above it. */
export type Column = { x0: number; x1: number; head: HeadCell | undefined };

/** The stretches that the boxes cover, when as many as `tolerance` boxes may reach into a gap. */
const coveredRuns = (boxes: readonly Span[], tolerance: number): Span[] => {
  const events = boxes.flatMap(({ x0, x1 }) => [
    { x: x0, step: 1 },
    { x: x1, step: -1 },
  ]);
  events.sort((a, b) => a.x - b.x || b.step - a.step);
  const runs: Span[] = [];
  let depth = 0;
  let start: number | undefined;
  for (const { x, step } of events) {
    depth += step;
    if (start === undefined && depth > tolerance) start = x;
    if (start !== undefined && depth <= tolerance) {
      runs.push({ x0: start, x1: x });
      start = undefined;
    }
  }
  return runs.filter(({ x0, x1 }) => x1 - x0 > 0.5);
};

const centresIn = (box: Span, cells: readonly HeadCell[]): number =>
  cells.filter((cell) => box.x0 < middleX(cell) && middleX(cell) < box.x1).length;

// A segment under two heads holds the words of two cells, so that its words count and not the whole.
const splitPieces = (line: Line, cells: readonly HeadCell[]): Span[] =>
  line.segments.flatMap((segment): readonly Span[] => (centresIn(segment, cells) >= 2 ? segment.words : [segment]));

const cutAt = (run: Span, cuts: readonly number[]): Span[] => {
  const edges = [run.x0, ...cuts, run.x1];
  return edges.slice(1).map((x1, index) => ({ x0: edges[index] ?? run.x0, x1 }));
};

/**
 * Parts a run over which several heads stand: between two heads where the fewest segments are cut; where most would be,
 * because the cells stand too close to be separated, in the widest gap between their words.
 */
const splitRun = (run: Span, cells: readonly HeadCell[], lines: readonly Line[]): Span[] => {
  const segments = lines.flatMap((line) => line.segments).filter((segment) => measureOverlap(segment, run) > 0);
  const words = segments.flatMap((segment) => segment.words);
  const cuts = cells.slice(1).map((cell, index) => {
    const left = cells[index] ?? cell;
    const [from, to] = [Math.max(run.x0, middleX(left)), Math.min(run.x1, middleX(cell))];
    const cut = widestGap(segments, from, to);
    const across = segments.filter(({ x0, x1 }) => x0 < cut && cut < x1).length;
    return across * 2 > lines.length || left.role === 'index' ? widestGap(words, from, to) : cut;
  });
  return cutAt(
    run,
    cuts.filter((cut) => cut > run.x0 && cut < run.x1),
  );
};

const findHome = (cell: HeadCell, runs: readonly Span[]): number => {
  const rated = runs.map((run, at) => ({
    at,
    overlap: measureOverlap(run, cell),
    distance: Math.abs(middleX(run) - middleX(cell)),
  }));
  const best = rated.sort((a, b) => Math.max(b.overlap, 0) - Math.max(a.overlap, 0) || a.distance - b.distance)[0];
  return best?.at ?? -1;
};

/** The run of each head; -1 for the head of an empty column, beside which only runs with heads of their own stand. */
const findHomes = (cells: readonly HeadCell[], runs: readonly Span[]): number[] => {
  const homes = cells.map((cell) => findHome(cell, runs));
  const isOver = (at: number): boolean => {
    const [cell, run] = [cells[at], runs[homes[at] ?? -1]];
    return cell !== undefined && run !== undefined && measureOverlap(cell, run) > 0;
  };
  return homes.map((home, at) =>
    !isOver(at) && homes.some((other, otherAt) => other === home && isOver(otherAt)) ? -1 : home,
  );
};

const NARROWEST_GAP = 0.45;

// Pieces of one column that happen to leave a gap in every line, such as a number and its unit, stay together.
const joinHeadless = (columns: readonly Column[], size: number, isRuled: (x: number) => boolean): Column[] => {
  const joined: Column[] = [];
  for (const column of columns) {
    const last = joined.at(-1);
    const gap = last ? column.x0 - last.x1 : 0;
    const between = last ? (last.x1 + column.x0) / 2 : 0;
    const isPart = last && (!last.head || !column.head) && gap < NARROWEST_GAP * size && !isRuled(between);
    if (last && isPart) joined[joined.length - 1] = { x0: last.x0, x1: column.x1, head: last.head ?? column.head };
    else joined.push(column);
  }
  return joined;
};

// A title with a verdict beside it, or the rest of a wrapped cell, stands in no column that it would make by itself.
const selectInformative = (lines: readonly Line[]): readonly Line[] => {
  const usual = median(lines.map(({ segments }) => segments.length));
  const informative = lines.filter(({ segments }) => segments.length >= Math.max(2, usual / 2));
  return informative.length > 0 ? informative : lines;
};

/** The columns of a body: where all its lines leave a gap, and where two heads stand over one run of words. */
export const findColumns = (head: Head, lines: readonly Line[], verticals: readonly Ruling[]): Column[] => {
  const used = selectInformative(lines);
  const runs = coveredRuns(
    used.flatMap((line) => splitPieces(line, head.cells)),
    Math.floor(used.length * 0.06),
  );
  const homes = findHomes(head.cells, runs);
  const columns = runs.flatMap((run, at): Column[] => {
    const cells = head.cells.filter((_, index) => homes[index] === at);
    if (cells.length <= 1) return [{ ...run, head: cells[0] }];
    const parts = splitRun(run, cells, used);
    return parts.map((part, index) => ({ ...part, head: parts.length === cells.length ? cells[index] : undefined }));
  });
  const isRuled = (x: number): boolean =>
    verticals.some((ruling) => Math.abs(middleX(ruling) - x) < head.size && ruling.y1 > head.y0);
  return joinHeadless(columns, head.size, isRuled);
};

/** The column that a box stands in: the one it overlaps most, else the nearest. */
export const columnAt = (columns: readonly Column[], box: Span): number => {
  const rated = columns.map((column, at) => ({ at, overlap: measureOverlap(column, box) }));
  return rated.sort((a, b) => b.overlap - a.overlap)[0]?.at ?? 0;
};

/** The columns that a segment lies over, with its words parted among them; a raised mark stays with the word before it. */
export const partWords = (segment: Segment, columns: readonly Column[]): Map<number, Word[]> => {
  const parts = new Map<number, Word[]>();
  let last: { word: Word; at: number } | undefined;
  for (const word of segment.words) {
    const at = last && isRaised(word, last.word) ? last.at : columnAt(columns, word);
    parts.set(at, [...(parts.get(at) ?? []), word]);
    last = { word, at };
  }
  return parts;
};
