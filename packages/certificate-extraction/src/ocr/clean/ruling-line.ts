import type { Ruling } from '../../page.ts';
import { type Gray, type Ink, transpose } from '../pixel/gray.ts';
import { computePaleThreshold } from '../pixel/ink.ts';

/** A ruling that runs `from` .. `to` along and `at` .. `end` across, in pixels. */
type Bar = { from: number; to: number; at: number; end: number };

/** Lengths and thickness in inches; a pale line must be longer to be distinguished from noise. */
const LEAST_LENGTH = 0.3;
const LEAST_PALE_LENGTH = 0.6;
const MOST_THICKNESS = 0.03;
/** A row of letters' feet looks like a line too, but letters stand on it. */
const MOST_CROSSED = 0.3;
const BLUR = 4;

/**
 * Finds level and upright ruling lines, wipes them out of the picture (strokes of letters that cross them stay) and gives
 * their boxes in pixels. `gray` and `ink` are changed in place.
 */
export function takeOutRulings(gray: Gray, ink: Ink, dpi: number): Ruling[] {
  const pale = computePaleThreshold(gray);
  const level = findBars(gray, ink, { dpi, pale });
  const upright = findBars(transpose(gray), transpose(ink), { dpi, pale });
  for (const bar of level) wipe(gray, ink, { bar, upright: false });
  for (const bar of upright) wipe(gray, ink, { bar, upright: true });
  return [
    ...level.map(({ from, to, at, end }) => ({ x0: from, y0: at, x1: to, y1: end })),
    ...upright.map(({ from, to, at, end }) => ({ x0: at, y0: from, x1: end, y1: to })),
  ];
}

type Limits = { dpi: number; pale: number };

/** Level bars: first those in full ink, then pale ones that show only when averaged along their length. */
function findBars(gray: Gray, ink: Ink, { dpi, pale }: Limits): Bar[] {
  const strong = levelBars(ink, dpi, LEAST_LENGTH * dpi).filter((bar) => crossedShare(ink, bar) < MOST_CROSSED);
  const smear = smeared(gray, pale);
  const faint = levelBars(smear, dpi, LEAST_PALE_LENGTH * dpi).filter((bar) => crossedShare(smear, bar) < MOST_CROSSED);
  return [...strong, ...faint.filter((bar) => !strong.some((other) => covers(other, bar)))];
}

function covers(one: Bar, other: Bar): boolean {
  return one.at <= other.end && other.at <= one.end && one.from <= other.from + 9 && one.to >= other.to - 9;
}

/** 1 where the mean over some pixels of the row is darker than the paper. */
function smeared({ width, height, data }: Gray, pale: number): Ink {
  const result = new Uint8Array(data.length);
  const most = pale * (2 * BLUR + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < 2 * BLUR; x++) sum += data[row + x] as number;
    for (let x = BLUR; x < width - BLUR; x++) {
      sum += data[row + x + BLUR] as number;
      if (sum < most) result[row + x] = 1;
      sum -= data[row + x - BLUR] as number;
    }
  }
  return { width, height, data: result };
}

function levelBars(ink: Ink, dpi: number, least: number): Bar[] {
  const thickest = Math.max(3, Math.round(MOST_THICKNESS * dpi));
  let open: Bar[] = [];
  const done: Bar[] = [];
  for (let y = 0; y < ink.height; y++) {
    for (const { from, to } of longRuns(ink, y, least)) {
      const bar = open.find((other) => from <= other.to + least / 4 && to >= other.from - least / 4);
      if (!bar) {
        open.push({ from, to, at: y, end: y + 1 });
        continue;
      }
      bar.from = Math.min(bar.from, from);
      bar.to = Math.max(bar.to, to);
      bar.end = y + 1;
    }
    if (open.length === 0) continue;
    done.push(...open.filter((bar) => bar.end < y));
    open = open.filter((bar) => bar.end >= y);
  }
  return [...done, ...open].filter((bar) => bar.end - bar.at <= thickest);
}

/** Runs of ink along a row that are long enough; gaps of one pixel are bridged. */
function longRuns({ width, data }: Ink, y: number, least: number): { from: number; to: number }[] {
  const row = data.subarray(y * width, (y + 1) * width);
  const runs: { from: number; to: number }[] = [];
  for (let from = row.indexOf(1); from >= 0; ) {
    let to = from + 1;
    while (to < width && (row[to] || row[to + 1])) to++;
    if (to - from >= least) runs.push({ from, to });
    from = row.indexOf(1, to);
  }
  return runs;
}

type Wiped = { bar: Bar; upright: boolean };

/** Whitens a bar and its soft edge, except where ink goes on across it by more than the bar is thick. */
function wipe(gray: Gray, ink: Ink, { bar, upright }: Wiped): void {
  const across = upright ? 1 : gray.width;
  const along = upright ? gray.width : 1;
  const last = (upright ? gray.width : gray.height) - 1;
  const first = Math.max(0, bar.at - 2);
  const end = Math.min(last, bar.end + 1);
  for (let step = bar.from; step < bar.to; step++) {
    const base = step * along;
    if (isCrossed(ink, { base, across, bar, last })) continue;
    for (let line = first; line <= end; line++) {
      gray.data[base + line * across] = 255;
      ink.data[base + line * across] = 0;
    }
  }
}

function crossedShare(ink: Ink, bar: Bar): number {
  let crossed = 0;
  for (let base = bar.from; base < bar.to; base++) {
    if (isCrossed(ink, { base, across: ink.width, bar, last: ink.height - 1 })) crossed++;
  }
  return crossed / (bar.to - bar.from);
}

type Crossing = { base: number; across: number; bar: Bar; last: number };

function isCrossed(ink: Ink, { base, across, bar, last }: Crossing): boolean {
  const isInk = (line: number): boolean => line >= 0 && line <= last && ink.data[base + line * across] === 1;
  const before = isInk(bar.at - 2) && isInk(bar.at - 3);
  const after = isInk(bar.end + 1) && isInk(bar.end + 2);
  return before || after;
}
