import type { Component } from '../pixel/component.ts';
import { detectLineAxis } from './line-axis.ts';

/** How text runs over a picture: quarters to turn it clockwise until it stands upright, then the slope of its lines. */
export type Direction = {
  quarters: 0 | 1 | 2 | 3;
  slope: number;
  /** How much better the chosen way fits than standing on its head; near 1 is a guess. */
  margin: number;
};

const STEEPEST = 0.16;
const COARSE = 0.005;
const FINE = 0.0005;
const ENOUGH = 12;

/** Another way than those before it must fit better by this factor: capitals look alike on their heads. */
const SURER = 1.02;

type Mark = { along: number; across: number };

/** For each way of standing: where a letter lies along its line, and where its foot is across it. */
const WAYS: readonly (readonly [Direction['quarters'], (box: Component) => Mark])[] = [
  [0, (box) => ({ along: middleX(box), across: box.y1 })],
  [2, (box) => ({ along: middleX(box), across: box.y0 })],
  [3, (box) => ({ along: -middleY(box), across: box.x0 })],
  [1, (box) => ({ along: -middleY(box), across: box.x1 })],
];

/**
 * Finds the direction of text from its letters: the feet of upright letters stand on common lines, their heads less so
 * (ascenders); seen from the side neither do. Letters of a word stand closer together than lines.
 */
export function toDirection(letters: readonly Component[]): Direction {
  if (letters.length < ENOUGH) return { quarters: 0, slope: 0, margin: 1 };
  const bin = Math.max(1, 0.1 * medianSize(letters));
  const axis = detectLineAxis(letters);
  const ways = WAYS.filter(([quarters]) => axis === null || (quarters % 2 === 0) === (axis === 'level')).map(
    ([quarters, findMark]) => ({ quarters, ...bestSlope(letters.map(findMark), bin) }),
  );
  const best = ways.reduce((one, other) => (other.score > SURER * one.score ? other : one));
  const opposite = ways.find((way) => way.quarters === (best.quarters + 2) % 4);
  return { quarters: best.quarters, slope: best.slope, margin: best.score / Math.max(1, opposite?.score ?? 1) };
}

/** The slope at which the marks gather on the fewest lines; slopes up to 9 degrees either way. */
function bestSlope(places: readonly Mark[], bin: number): { slope: number; score: number } {
  const try_ = (from: number, to: number, step: number): { slope: number; score: number } => {
    let best = { slope: 0, score: -1 };
    for (let slope = from; slope <= to + step / 2; slope += step) {
      const score = gathering(places, slope, bin);
      if (score > best.score) best = { slope, score };
    }
    return best;
  };
  const coarse = try_(-STEEPEST, STEEPEST, COARSE);
  return try_(coarse.slope - COARSE, coarse.slope + COARSE, FINE);
}

function gathering(places: readonly Mark[], slope: number, bin: number): number {
  const counts = new Map<number, number>();
  for (const { along, across } of places) {
    const at = (across - slope * along) / bin;
    const low = Math.floor(at);
    counts.set(low, (counts.get(low) ?? 0) + 1 - (at - low));
    counts.set(low + 1, (counts.get(low + 1) ?? 0) + at - low);
  }
  let score = 0;
  for (const count of counts.values()) score += count * count;
  return score;
}

function medianSize(letters: readonly Component[]): number {
  const sizes = letters.map((box) => Math.max(box.x1 - box.x0, box.y1 - box.y0)).sort((one, other) => one - other);
  return sizes[sizes.length >> 1] ?? 1;
}

function middleX(box: Component): number {
  return (box.x0 + box.x1) / 2;
}

function middleY(box: Component): number {
  return (box.y0 + box.y1) / 2;
}
