import type { TextRun } from '../clean/text-run.ts';
import { crop, type Gray } from '../pixel/gray.ts';

/** A part of the page over its whole width, cut between lines of text. */
export type Band = { picture: Gray; top: number };

const LEAST_RUNS = 12;

/** Cuts a page into bands of about the same amount of text, one for each thread; never through a line of text. */
export function findBands(picture: Gray, runs: readonly TextRun[], count: number): Band[] {
  const cuts = runs.length < LEAST_RUNS ? [] : findCuts(runs, count);
  const edges = [0, ...cuts, picture.height];
  return edges.slice(1).map((bottom, index) => {
    const top = edges[index] as number;
    return { picture: crop(picture, { x0: 0, y0: top, x1: picture.width, y1: bottom }), top };
  });
}

function findCuts(runs: readonly TextRun[], count: number): number[] {
  const sorted = [...runs].sort((one, other) => one.y0 - other.y0);
  const total = sorted.reduce((sum, run) => sum + run.x1 - run.x0, 0);
  const gaps: { at: number; share: number }[] = [];
  let [bottom, done] = [sorted[0]?.y1 ?? 0, 0];
  for (const run of sorted) {
    if (run.y0 > bottom + 2) gaps.push({ at: Math.round((bottom + run.y0) / 2), share: done / total });
    bottom = Math.max(bottom, run.y1);
    done += run.x1 - run.x0;
  }
  const cuts = Array.from({ length: count - 1 }, (_, index) => bestGap(gaps, (index + 1) / count));
  return [...new Set(cuts.filter((cut) => cut !== null))];
}

function bestGap(gaps: readonly { at: number; share: number }[], wanted: number): number | null {
  const off = (gap: { share: number }): number => Math.abs(gap.share - wanted);
  const best = gaps.reduce<(typeof gaps)[number] | null>((one, gap) => (!one || off(gap) < off(one) ? gap : one), null);
  return best && off(best) < 0.2 ? best.at : null;
}
