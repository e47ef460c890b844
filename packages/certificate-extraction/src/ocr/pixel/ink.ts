import type { Gray, Ink } from './gray.ts';

const LIGHTEST_INK = 215;
const DARKEST_INK = 110;
/** How far towards the paper pale print and soft edges still count as ink, and how far noise must stay below it. */
const PALE = 0.35;
const NOISE = 4.5;

/** The threshold between ink and paper: between the two groups of levels, towards the paper as far as its noise allows. */
export function computeThreshold(gray: Gray): number {
  const counts = levelCounts(gray);
  const middle = otsu(counts, gray.data.length);
  const paper = estimatePaper(counts, middle);
  const pale = Math.min(middle + PALE * (paper.level - middle), paper.level - NOISE * paper.noise);
  return Math.min(LIGHTEST_INK, Math.max(DARKEST_INK, Math.min(middle, 190), Math.round(pale)));
}

function levelCounts({ data }: Gray): Uint32Array {
  const counts = new Uint32Array(256);
  for (const level of data) counts[level] = (counts[level] as number) + 1;
  return counts;
}

/** The level that parts the counts into the two groups that differ most (Otsu 1979). */
function otsu(counts: Uint32Array, total: number): number {
  let sum = 0;
  for (const [level, count] of counts.entries()) sum += level * count;
  let [below, sumBelow, best, bestSpread] = [0, 0, 128, -1];
  for (const [level, count] of counts.entries()) {
    below += count;
    sumBelow += level * count;
    if (below === 0 || below === total) continue;
    const apart = sumBelow / below - (sum - sumBelow) / (total - below);
    const spread = below * (total - below) * apart * apart;
    if (spread > bestSpread) [best, bestSpread] = [level, spread];
  }
  return best;
}

/** How light a pale line may be and still stand out of the paper once it is averaged along its length. */
export function computePaleThreshold(gray: Gray): number {
  const counts = levelCounts(gray);
  const paper = estimatePaper(counts, otsu(counts, gray.data.length));
  return paper.level - Math.max(10, 1.3 * paper.noise);
}

/** The most frequent level above the middle, and how far the levels below it stray from it. */
function estimatePaper(counts: Uint32Array, middle: number): { level: number; noise: number } {
  let level = 255;
  for (let at = 255; at > middle; at--) if ((counts[at] as number) > (counts[level] as number)) level = at;
  let [squares, number] = [0, 0];
  for (let at = Math.max(middle, level - 60); at <= level; at++) {
    squares += (counts[at] as number) * (level - at) ** 2;
    number += counts[at] as number;
  }
  return { level, noise: Math.sqrt(squares / Math.max(1, number)) };
}

/** Black and white: 1 where the picture is at most as light as the threshold. */
export function toInk(gray: Gray, threshold = computeThreshold(gray)): Ink {
  const data = new Uint8Array(gray.data.length);
  for (let at = 0; at < data.length; at++) data[at] = (gray.data[at] as number) <= threshold ? 1 : 0;
  return { width: gray.width, height: gray.height, data };
}
