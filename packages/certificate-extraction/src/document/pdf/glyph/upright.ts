import type { Box, Word } from '../../../page.ts';
import type { Glyph } from '../trace/trace-text.ts';
import { type UprightGlyph, wordsOfGlyphs } from './glyph-word.ts';
import type { SortedGlyphs } from './seen-glyph.ts';

/** How often text or page is turned by 90 degrees clockwise. */
export type Quarter = 0 | 1 | 2 | 3;

type Size = { width: number; height: number };

const SLANT = 12;

/** The direction of writing in quarters, null for slanted text such as a watermark. */
function toQuarter(glyph: Glyph): Quarter | null {
  const quarter = Math.round(glyph.angle / 90);
  return Math.abs(glyph.angle - quarter * 90) > SLANT ? null : ((((quarter % 4) + 4) % 4) as Quarter);
}

/** The direction in which most of the letters run. */
export function mainQuarter(glyphs: readonly Glyph[]): Quarter {
  const counts = [0, 0, 0, 0];
  for (const glyph of glyphs) {
    const quarter = toQuarter(glyph);
    if (quarter !== null) counts[quarter] = (counts[quarter] ?? 0) + 1;
  }
  return counts.indexOf(Math.max(...counts)) as Quarter;
}

/** Turns a box back by so many quarters on a page of the given size. */
export function turnBack(box: Box, quarter: Quarter, { width, height }: Size): Box {
  if (quarter === 1) return { x0: box.y0, y0: width - box.x1, x1: box.y1, y1: width - box.x0 };
  if (quarter === 2) return { x0: width - box.x1, y0: height - box.y1, x1: width - box.x0, y1: height - box.y0 };
  if (quarter === 3) return { x0: height - box.y1, y0: box.x0, x1: height - box.y0, y1: box.x1 };
  return box;
}

/** The size of a page after turning it. */
export function turnedSize({ width, height }: Size, quarter: Quarter): Size {
  return quarter % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Words that run in the direction `main` (upright after turning the page back by it) and those of the other directions. */
export function uprightWords(
  glyphs: SortedGlyphs['seen'],
  main: Quarter,
  size: Size,
): { words: Word[]; turned: Word[] } {
  const found: { words: Word[]; turned: Word[] } = { words: [], turned: [] };
  for (const quarter of [0, 1, 2, 3] as const) {
    const own = glyphs.filter((glyph) => toQuarter(glyph) === quarter);
    if (own.length === 0) continue;
    const words = wordsOfGlyphs(own.map((glyph) => uprightGlyph(glyph, quarter, size)));
    if (quarter === main) found.words = words;
    else found.turned.push(...words.map((word) => moveWord(word, { from: quarter, to: main, size })));
  }
  return found;
}

function uprightGlyph(glyph: Glyph, quarter: Quarter, size: Size): UprightGlyph {
  const point = turnBack({ x0: glyph.x, y0: glyph.y, x1: glyph.x, y1: glyph.y }, quarter, size);
  return { ...glyph, x: point.x0, y: point.y0 };
}

function moveWord(word: Word, { from, to, size }: { from: Quarter; to: Quarter; size: Size }): Word {
  const back = ((4 - from) % 4) as Quarter;
  const onPage = turnBack(word, back, turnedSize(size, from));
  return { ...word, ...turnBack(onPage, to, size) };
}
