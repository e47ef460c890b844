import { enclose } from '../../measure.ts';
import type { Box } from '../../page.ts';
import { type Component, findComponents } from '../pixel/component.ts';
import { crop, type Gray } from '../pixel/gray.ts';

const BLOCK = 8;
const LIGHTEST = 205;
const EVEN = 18;
const NEAR = 40;
const LEAST_WIDTH = 0.3;

/**
 * Makes paper of tinted areas: header bars and shaded cells turn white and what is written in them black, whichever of
 * the two was lighter before. `gray` is changed in place.
 */
export function whitenTints(gray: Gray, dpi: number): void {
  for (const area of tintedAreas(gray, dpi)) whiten(gray, area);
}

type Tint = Box & { level: number };

function tintedAreas(gray: Gray, dpi: number): Tint[] {
  const width = Math.floor(gray.width / BLOCK);
  const height = Math.floor(gray.height / BLOCK);
  const solid = { width, height, data: new Uint8Array(width * height) };
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) solid.data[at] = isSolid(gray, x * BLOCK, y * BLOCK) ? 1 : 0;
  const least = (LEAST_WIDTH * dpi) / BLOCK;
  return joinPatches(findComponents(solid))
    .filter(
      (patch) => patch.x1 - patch.x0 >= least && patch.area >= 0.2 * (patch.x1 - patch.x0) * (patch.y1 - patch.y0),
    )
    .map((patch) => widen(gray, patch))
    .filter((tint) => tint !== null);
}

/** Joins patches that letters of a bar have parted: those whose boxes overlap or nearly touch. */
function joinPatches(patches: readonly Component[]): Component[] {
  const joined: Component[] = [];
  for (const patch of patches.filter((one) => one.area > 1)) {
    let all = { ...patch };
    for (let near = joined.findIndex((other) => isNear(all, other)); near >= 0; ) {
      all = around(all, joined.splice(near, 1)[0] as Component);
      near = joined.findIndex((other) => isNear(all, other));
    }
    joined.push(all);
  }
  return joined;
}

function isNear(one: Box, other: Box): boolean {
  return one.x0 <= other.x1 + 1 && other.x0 <= one.x1 + 1 && one.y0 <= other.y1 && other.y0 <= one.y1;
}

function around(one: Component, other: Component): Component {
  return {
    ...enclose([one, other]),
    area: one.area + other.area,
  };
}

/** A block of one even tone that is not paper. */
function isSolid({ width, data }: Gray, left: number, top: number): boolean {
  let [sum, squares] = [0, 0];
  for (let y = top; y < top + BLOCK; y++) {
    const row = y * width + left;
    for (let x = row; x < row + BLOCK; x++) {
      const level = data[x] as number;
      if (level > LIGHTEST + 3 * EVEN) return false;
      sum += level;
      squares += level * level;
    }
  }
  const count = BLOCK * BLOCK;
  const mean = sum / count;
  return mean < LIGHTEST && squares / count - mean * mean < EVEN * EVEN;
}

/** The area in pixels with its tone; null where the tone does not hold for most of it (a drawing, a photograph). */
function widen(gray: Gray, patch: Box): Tint | null {
  const box = { x0: patch.x0 * BLOCK, y0: patch.y0 * BLOCK, x1: patch.x1 * BLOCK, y1: patch.y1 * BLOCK };
  const level = measureTone(gray, box);
  const isTinted = (edge: Box): boolean => shareNear(gray, edge, level) > 0.5;
  for (let step = 0; step < BLOCK; step++) {
    if (box.x0 > 0 && isTinted({ ...box, x0: box.x0 - 1, x1: box.x0 })) box.x0--;
    if (box.x1 < gray.width && isTinted({ ...box, x0: box.x1, x1: box.x1 + 1 })) box.x1++;
    if (box.y0 > 0 && isTinted({ ...box, y0: box.y0 - 1, y1: box.y0 })) box.y0--;
    if (box.y1 < gray.height && isTinted({ ...box, y0: box.y1, y1: box.y1 + 1 })) box.y1++;
  }
  return shareNear(gray, box, level) > 0.45 ? { ...box, level } : null;
}

/** The most frequent tone of an area. */
function measureTone(gray: Gray, box: Box): number {
  const counts = new Uint32Array(32);
  const sums = new Float64Array(32);
  for (const level of crop(gray, box).data) {
    if (level > LIGHTEST + EVEN) continue;
    counts[level >> 3] = (counts[level >> 3] as number) + 1;
    sums[level >> 3] = (sums[level >> 3] as number) + level;
  }
  const best = counts.indexOf(Math.max(...counts));
  return (sums[best] as number) / Math.max(1, counts[best] as number);
}

function shareNear(gray: Gray, box: Box, level: number): number {
  let near = 0;
  const { data } = crop(gray, box);
  for (const value of data) if (Math.abs(value - level) < NEAR) near++;
  return near / data.length;
}

function whiten(gray: Gray, { level, ...box }: Tint): void {
  let [lighter, darker] = [0, 0];
  for (const value of crop(gray, box).data) {
    if (value > level + NEAR) lighter++;
    else if (value < level - NEAR) darker++;
  }
  const invert = lighter > darker;
  for (let y = box.y0; y < box.y1; y++) {
    for (let at = y * gray.width + box.x0; at < y * gray.width + box.x1; at++) {
      const value = gray.data[at] as number;
      const share = invert ? (255 - value) / (255 - level) : value / Math.max(1, level);
      gray.data[at] = Math.min(255, share * 255);
    }
  }
}
