import type { Box } from '../../page.ts';
import type { Component } from '../pixel/component.ts';

/** Letters that stand together: a cell, a phrase. `size` is the height of its tall letters in pixels; `dash` a dash alone. */
export type TextRun = Box & { size: number; dash?: boolean };

/** In shares of the letter height: how far apart letters of one run stand, and how far off a dot or dash may be. */
const GAP = 0.8;
const REACH = 0.6;
/** A raised or lowered sign ("°") is lower than this; it does not tell where the letters behind it stand. */
const WHOLE = 0.6;
const LARGEST = 0.9;
const SMALLEST = 0.025;

/** Groups patches of ink to runs of text. Drawings, specks and what is left of lines stay out. */
export function findTextRuns(components: readonly Component[], dpi: number): TextRun[] {
  const usual = usualHeight(components, dpi);
  const letters = components.filter((box) => isLetter(box, { usual, dpi }));
  const small = components.filter((box) => isSmall(box, usual));
  const bodies = linkLetters(letters, small).filter((run) => !isStroke(run, usual));
  const runs = bodies.map((body) => ({ ...body }));
  const rest = small.filter((mark) => !attach(mark, bodies, runs)).filter((mark) => isDash(mark, usual));
  const dashes = rest.filter((mark) => !isDashed(mark, rest) && bodies.some((body) => isLevel(mark, body)));
  return [...runs, ...dashes.map((mark) => ({ ...mark, size: usual, dash: true }))];
}

/** The usual height of letters in pixels: the median over patches of plausible size. */
export function usualHeight(components: readonly Component[], dpi: number): number {
  const heights = components
    .filter((box) => measureHeight(box) > 0.04 * dpi && measureHeight(box) < 0.3 * dpi && measureWidth(box) < 0.5 * dpi)
    .map(measureHeight)
    .sort((one, other) => one - other);
  return heights[heights.length >> 1] ?? 0.1 * dpi;
}

function isLetter(box: Component, { usual, dpi }: { usual: number; dpi: number }): boolean {
  const height = measureHeight(box);
  const density = box.area / (height * measureWidth(box));
  const isSized =
    height > 0.55 * usual && height > SMALLEST * dpi && height < LARGEST * dpi && measureWidth(box) < 20 * height;
  return isSized && density > (height > 2 * usual ? 0.22 : 0.06);
}

function isSmall(box: Component, usual: number): boolean {
  return measureHeight(box) <= 0.55 * usual && box.area >= 0.012 * usual * usual && measureWidth(box) < 4 * usual;
}

/** A dash alone in a cell says something; a speck does not. */
function isDash(box: Component, usual: number): boolean {
  return (
    measureWidth(box) >= 0.25 * usual &&
    measureWidth(box) >= 1.5 * measureHeight(box) &&
    box.area > 0.6 * measureHeight(box) * measureWidth(box)
  );
}

/** A dash says something where words stand on its line; between lines it is the rest of a rule. */
function isLevel(mark: Component, { y0, y1 }: TextRun): boolean {
  const inset = 0.15 * (y1 - y0);
  return mark.y0 >= y0 + inset && mark.y1 <= y1 - inset;
}

/** An upright stroke alone that is no letter: the rest of a frame or of a rule. */
function isStroke(run: TextRun, usual: number): boolean {
  const height = measureHeight(run);
  return height > 4.5 * measureWidth(run) && (height > 1.35 * usual || height < 0.7 * usual);
}

/** Whether a dash is one of many along a line: a dashed rule, the remains of a pale one. */
function isDashed(mark: Component, marks: readonly Component[]): boolean {
  const reach = 6 * measureWidth(mark);
  const row = marks.filter(
    (other) => other !== mark && Math.abs(other.y0 + other.y1 - mark.y0 - mark.y1) <= measureHeight(mark) + 2,
  );
  return row.filter((other) => other.x0 < mark.x1 + reach && other.x1 > mark.x0 - reach).length >= 2;
}

type OpenRun = TextRun & { last: Component; reach: number };

/** Links letters to runs from left to right; a point or dash beside a run carries it on to the letter behind. */
function linkLetters(letters: readonly Component[], marks: readonly Component[]): TextRun[] {
  const runs: OpenRun[] = [];
  const rows = new Map<number, OpenRun[]>();
  const isMark = new Set(marks);
  for (const patch of [...letters, ...marks].sort((one, other) => one.x0 - other.x0)) {
    const row = toRow(patch);
    const near = [row - 1, row, row + 1, row - 2, row + 2].flatMap((at) => rows.get(at) ?? []);
    if (isMark.has(patch)) {
      for (const run of near) if (isBetween(patch, run)) run.reach = Math.max(run.reach, patch.x1);
      continue;
    }
    let run = nearest(near, patch);
    if (run) extend(run, patch);
    else {
      run = { ...patch, size: measureHeight(patch), last: patch, reach: patch.x1 };
      runs.push(run);
    }
    const own = rows.get(row) ?? [];
    if (!own.includes(run)) rows.set(row, [...own.filter((other) => other.x1 > patch.x0 - 400), run]);
  }
  return runs.map(({ x0, y0, x1, y1, size }) => ({ x0, y0, x1, y1, size }));
}

const ROW = 32;

function toRow(box: Box): number {
  return Math.floor((box.y0 + box.y1) / 2 / ROW);
}

/** A mark that follows a run between the heads and just below the feet of its letters. */
function isBetween(mark: Component, { last, reach, size }: OpenRun): boolean {
  const gap = mark.x0 - reach;
  return gap > -0.2 * size && gap < REACH * size && mark.y0 > last.y0 && mark.y1 < last.y1 + 0.35 * size;
}

function nearest(runs: readonly OpenRun[], letter: Component): OpenRun | undefined {
  let [best, least]: [OpenRun | undefined, number] = [undefined, Infinity];
  for (const run of runs) {
    const height = Math.max(run.size, measureHeight(letter));
    const gap = letter.x0 - run.reach;
    const overlap = Math.min(run.last.y1, letter.y1) - Math.max(run.last.y0, letter.y0);
    const ratio = measureHeight(letter) / run.size;
    const fits = overlap > 0.4 * Math.min(measureHeight(run.last), measureHeight(letter)) && ratio < 2.2 && ratio > 0.4;
    if (fits && gap < GAP * height && gap < least) [best, least] = [run, gap];
  }
  return best;
}

function extend(run: OpenRun, letter: Component): void {
  run.x1 = Math.max(run.x1, letter.x1);
  run.reach = Math.max(run.reach, run.x1);
  run.y0 = Math.min(run.y0, letter.y0);
  run.y1 = Math.max(run.y1, letter.y1);
  run.size = Math.max(run.size, measureHeight(letter));
  if (measureHeight(letter) > WHOLE * run.size) run.last = letter;
}

/** Adds a dot, comma, accent or dash to the run whose letters it stands beside. */
function attach(mark: Component, bodies: readonly TextRun[], runs: readonly TextRun[]): boolean {
  const at = bodies.findIndex(({ x0, y0, x1, y1, size }) => {
    const reach = REACH * size;
    const isBeside = mark.x1 > x0 - reach && mark.x0 < x1 + reach;
    return isBeside && mark.y0 > y0 - 0.4 * size && mark.y1 < y1 + 0.35 * size;
  });
  const run = runs[at];
  if (!run) return false;
  run.x0 = Math.min(run.x0, mark.x0);
  run.x1 = Math.max(run.x1, mark.x1);
  run.y0 = Math.min(run.y0, mark.y0);
  run.y1 = Math.max(run.y1, mark.y1);
  return true;
}

function measureHeight(box: Box): number {
  return box.y1 - box.y0;
}

function measureWidth(box: Box): number {
  return box.x1 - box.x0;
}
