import type { Box } from '../page.ts';
import type { Component } from './component.ts';
import type { Gray, Ink } from './gray.ts';

/** A sign of two parts, one above the other, which recognition takes for a letter or a digit. */
export type Sign = Box & { text: '≤' | '≥' | '±' };

/**
 * Finds "≤", "≥" and "±": a bar right below an angle or a cross of about its width. The components must come from `ink`.
 */
export function signsOf(components: readonly Component[], ink: Ink): Sign[] {
  const rows = new Map<number, Component[]>();
  for (const component of components) {
    const row = Math.floor(component.y1 / ROW);
    rows.set(row, [...(rows.get(row) ?? []), component]);
  }
  const signs: Sign[] = [];
  for (const bar of components.filter(isBar)) {
    const row = Math.floor(bar.y0 / ROW);
    const above = [row, row - 1].flatMap((at) => rows.get(at) ?? []).find((other) => standsAbove(other, bar));
    const text = above && shapeOf(above, ink);
    if (above && text) signs.push({ ...around(above, bar), text });
  }
  return signs;
}

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
function shapeOf(box: Component, ink: Ink): Sign['text'] | null {
  const left = spread(box, ink, [0, 0.3]);
  const right = spread(box, ink, [0.7, 1]);
  const middle = spread(box, ink, [0.4, 0.6]);
  const fill = box.area / ((box.x1 - box.x0) * (box.y1 - box.y0));
  if (fill > 0.75) return null;
  if (left < 0.2 && right > 0.24 && right > 1.6 * left) return '≤';
  if (right < 0.2 && left > 0.24 && left > 1.6 * right) return '≥';
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

function around(one: Box, other: Box): Box {
  return {
    x0: Math.min(one.x0, other.x0),
    y0: Math.min(one.y0, other.y0),
    x1: Math.max(one.x1, other.x1),
    y1: Math.max(one.y1, other.y1),
  };
}

/** Wipes signs out of the picture, with a seam, so that what stands behind them is read for itself. */
export function wipeSigns(gray: Gray, signs: readonly Sign[]): void {
  for (const sign of signs) {
    for (let y = Math.max(0, sign.y0 - 2); y < Math.min(gray.height, sign.y1 + 2); y++) {
      gray.data.fill(
        255,
        y * gray.width + Math.max(0, sign.x0 - 2),
        y * gray.width + Math.min(gray.width, sign.x1 + 2),
      );
    }
  }
}
