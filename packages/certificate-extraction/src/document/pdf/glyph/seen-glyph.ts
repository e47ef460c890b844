import type { Box } from '../../../page.ts';
import { intersect, measureArea } from '../trace/matrix.ts';
import type { Glyph } from '../trace/trace-text.ts';
import type { Fill, PageTrace, Picture } from '../trace/tracing.ts';

/** The glyphs of a page by what a reader sees of them. */
export type SortedGlyphs = {
  seen: readonly Glyph[];
  /** Painted, but hidden by an opaque rectangle or picture painted after them. */
  covered: readonly Glyph[];
  /** Painted without ink (render mode 3, transparent, white on white) or outside of the page or clip. */
  unseen: readonly Glyph[];
};

/** Sorts the glyphs of a page into seen, covered and unseen, and leaves out what is painted twice (bold by printing twice). */
export function sortGlyphs(trace: PageTrace): SortedGlyphs {
  const covers = [...trace.fills, ...trace.pictures].filter((cover) => cover.opaque && measureArea(cover) > 4);
  const page = { x0: 0, y0: 0, x1: trace.width, y1: trace.height };
  const sorted = { seen: [] as Glyph[], covered: [] as Glyph[], unseen: [] as Glyph[] };
  for (const glyph of trace.glyphs) {
    if (!glyph.visible || !holdsMost(page, glyph.box) || isWhiteOnWhite(glyph, trace)) sorted.unseen.push(glyph);
    else if (covers.some((cover) => cover.order > glyph.order && holdsMost(cover, glyph.box)))
      sorted.covered.push(glyph);
    else sorted.seen.push(glyph);
  }
  return { ...sorted, seen: withoutDoubles(sorted.seen) };
}

function holdsMost(outer: Box, inner: Box): boolean {
  const area = measureArea(inner);
  if (area === 0) return inner.x0 >= outer.x0 && inner.x1 <= outer.x1 && inner.y0 >= outer.y0 && inner.y1 <= outer.y1;
  return measureArea(intersect(outer, inner)) > 0.85 * area;
}

function isWhiteOnWhite(glyph: Glyph, { fills, pictures }: PageTrace): boolean {
  if (!isPale(glyph.color) || glyph.text.trim() === '') return false;
  const isBackground = (area: Fill | Picture): boolean =>
    area.order < glyph.order && !('color' in area && isPale(area.color)) && measureArea(intersect(area, glyph.box)) > 0;
  return !fills.some(isBackground) && !pictures.some(isBackground);
}

/** Whether a colour cannot be distinguished from white paper. */
export function isPale(color: string | null): boolean {
  if (!color?.startsWith('#')) return false;
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return channels.every((channel) => channel >= 244);
}

function withoutDoubles(glyphs: readonly Glyph[]): Glyph[] {
  const kept = new Map<string, Glyph>();
  const result: Glyph[] = [];
  for (const glyph of glyphs) {
    const twin = findTwin(kept, glyph);
    if (twin) {
      twin.bold = true;
      continue;
    }
    const copy = { ...glyph };
    kept.set(toCell(glyph, 0, 0), copy);
    result.push(copy);
  }
  return result;
}

/** Printing twice for bold moves the second print by a few hundredths of the letter height. */
const DOUBLE_SHIFT = 0.12;
const CELL = 2;

function toCell(glyph: Glyph, dx: number, dy: number): string {
  return `${glyph.text}|${Math.floor(glyph.x / CELL) + dx}|${Math.floor(glyph.y / CELL) + dy}`;
}

function findTwin(kept: ReadonlyMap<string, Glyph>, glyph: Glyph): Glyph | undefined {
  if (glyph.text.trim() === '') return undefined;
  for (const dx of [0, -1, 1]) {
    for (const dy of [0, -1, 1]) {
      const other = kept.get(toCell(glyph, dx, dy));
      const shift = other && Math.hypot(other.x - glyph.x, other.y - glyph.y);
      if (other && shift !== undefined && shift < DOUBLE_SHIFT * glyph.size && shift < 0.4 * glyph.width) return other;
    }
  }
  return undefined;
}
