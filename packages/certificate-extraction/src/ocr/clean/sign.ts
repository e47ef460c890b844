import { enclose } from '../../measure.ts';
import type { Box } from '../../page.ts';
import type { Component } from '../pixel/component.ts';
import type { Ink } from '../pixel/gray.ts';

/** A sign of two parts, one above the other, which recognition takes for a letter or a digit. */
export type Sign = Box & { text: '≤' | '≥' | '±' };

/**
 * Finds "≤", "≥" and "±": a bar right below an angle or a cross of about its width. The components must come from `ink`.
 */
export function findSigns(components: readonly Component[], ink: Ink): Sign[] {
  const rows = new Map<number, Component[]>();
  for (const component of components) {
    const row = Math.floor(component.y1 / ROW);
    rows.set(row, [...(rows.get(row) ?? []), component]);
  }
  const signs: Sign[] = [];
  for (const bar of components.filter(isBar)) {
    const row = Math.floor(bar.y0 / ROW);
    const above = [row, row - 1].flatMap((at) => rows.get(at) ?? []).find((other) => standsAbove(other, bar));
    const text = above && measureShape(above, ink);
    if (above && text) signs.push({ ...enclose([above, bar]), text });
  }
  const grown = components.flatMap((component) => grownTogether(component, ink) ?? []);
  return [...signs, ...grown].filter((sign) => sign.text === '±' || standsAsSign(sign, rows));
}

/**
 * Letters within a word may have the outline of a sign, and so has a 2. A sign stands behind no letter, and before a figure
 * that is higher.
 */
function standsAsSign({ x0, y0, x1, y1 }: Sign, rows: ReadonlyMap<number, readonly Component[]>): boolean {
  const row = Math.floor(y1 / ROW);
  const height = y1 - y0;
  const level = [row - 1, row, row + 1]
    .flatMap((at) => rows.get(at) ?? [])
    .filter((other) => Math.min(other.y1, y1) - Math.max(other.y0, y0) > 0.5 * height);
  if (level.some((other) => other.x0 < x0 && other.x1 > x0 - 0.3 * height)) return false;
  return level.some(
    (other) => other.x0 >= x1 && other.x0 < x1 + 1.8 * height && height < LOWER * (other.y1 - other.y0),
  );
}

/** A sign whose parts touch, as soft and small print makes them: a bar at the foot, an angle that ends on it above. */
function grownTogether(box: Component, ink: Ink): Sign | null {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  if (width < LEAST_GROWN || width < 0.77 * height || width > 1.35 * height) return null;
  const rows = readRows(box, ink);
  const foot = rows.slice(Math.ceil(0.7 * height));
  if (
    !foot.some(({ share }) => share > 0.85) ||
    rows.slice(0, Math.floor(0.6 * height)).some(({ share }) => share > 0.86)
  )
    return null;
  const [head, waist, arm] = [findMiddle(rows, 0, 0.14), findMiddle(rows, 0.28, 0.42), findMiddle(rows, 0.56, 0.68)];
  if (head > 0.66 && waist < 0.42 && arm > waist + 0.12) return { ...enclose([box]), text: '≤' };
  return head < 0.3 && waist > 0.58 && arm < waist - 0.12 ? { ...enclose([box]), text: '≥' } : null;
}

type InkRow = { share: number; middle: number };

function readRows(box: Component, ink: Ink): InkRow[] {
  return Array.from({ length: box.y1 - box.y0 }, (_, row) => toRow(box, ink, row));
}

/** How much of the width of a row is ink, and where its middle lies (0 left, 1 right). */
function toRow({ x0, x1, y0 }: Component, { width, data }: Ink, row: number): InkRow {
  let [count, sum] = [0, 0];
  for (let x = x0; x < x1; x++) {
    if (!data[(y0 + row) * width + x]) continue;
    count++;
    sum += x - x0 + 0.5;
  }
  return { share: count / (x1 - x0), middle: count === 0 ? 0.5 : sum / count / (x1 - x0) };
}

/** The mean of the middles of some rows, given as shares of the height. */
function findMiddle(rows: readonly InkRow[], from: number, to: number): number {
  const own = rows.slice(Math.floor(from * rows.length), Math.max(1, Math.ceil(to * rows.length)));
  return own.reduce((sum, { middle }) => sum + middle, 0) / own.length;
}

const LEAST_GROWN = 10;
const LOWER = 0.97;

const ROW = 32;
const SMALLEST = 6;

function isBar(box: Component): boolean {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  return width >= SMALLEST && width >= 2.2 * height && box.area > 0.7 * width * height;
}

function standsAbove(box: Component, bar: Component): boolean {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const length = bar.x1 - bar.x0;
  const gap = bar.y0 - box.y1;
  const overlap = Math.min(box.x1, bar.x1) - Math.max(box.x0, bar.x0);
  const isAlike = width > 0.75 * length && width < 1.35 * length && overlap > 0.8 * Math.min(width, length);
  return isAlike && gap >= 0 && gap < 0.4 * length && height > 0.45 * length && height < 1.4 * length;
}

/** Tells an angle that opens to the right or left and a cross apart by where their ink lies. */
function measureShape(box: Component, ink: Ink): Sign['text'] | null {
  const left = spread(box, ink, [0, 0.3]);
  const right = spread(box, ink, [0.7, 1]);
  const middle = spread(box, ink, [0.4, 0.6]);
  const fill = box.area / ((box.x1 - box.x0) * (box.y1 - box.y0));
  if (fill > 0.75) return null;
  const head = findMiddle(readRows(box, ink), 0, 0.15);
  if (left < 0.2 && right > 0.24 && right > 1.6 * left && head > 0.6) return '≤';
  if (right < 0.2 && left > 0.24 && left > 1.6 * right && head < 0.4) return '≥';
  return left < 0.14 && right < 0.14 && middle > 0.18 ? '±' : null;
}

/** How far the ink of a part of the width strays from the middle height, as a share of the height. */
function spread({ x0, y0, x1, y1 }: Component, { width, data }: Ink, [from, to]: readonly [number, number]): number {
  const middle = (y0 + y1 - 1) / 2;
  let [sum, count] = [0, 0];
  const start = Math.floor(x0 + from * (x1 - x0));
  const end = Math.max(start + 1, Math.ceil(x0 + to * (x1 - x0)));
  for (let y = y0; y < y1; y++) {
    for (let x = start; x < end; x++) {
      if (!data[y * width + x]) continue;
      sum += Math.abs(y - middle);
      count++;
    }
  }
  return count === 0 ? 0 : sum / count / (y1 - y0);
}
