import { enclose, measureHeight, median, middleY } from '../../measure.ts';
import type { Box, Page, Ruling, Word } from '../../page.ts';
import { makeShelves } from './shelf.ts';

/** A run of words on one baseline without a gap wide enough to part two cells. `size` is the height of its letters in points. */
export type Segment = Box & { words: readonly Word[]; text: string; size: number; bold: boolean };

// Shares of the letter height. Boxes of OCR hug the letters, so that the same blank looks wider beside them.
const WIDEST_BLANK = { text: 0.62, ocr: 0.75 };
const TOUCHING = 0.09;
const RAISED_SIZE = 0.86;

const shareOfHeight = (one: Box, other: Box): number =>
  (Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0)) /
  Math.max(1, Math.min(measureHeight(one), measureHeight(other)));

/** True where a vertical ruling stands between two words of one line. */
const isRuledOff = (left: Word, right: Word, verticals: readonly Ruling[]): boolean => {
  const y = (Math.max(left.y0, right.y0) + Math.min(left.y1, right.y1)) / 2;
  const from = (left.x0 + left.x1) / 2;
  const to = (right.x0 + right.x1) / 2;
  return verticals.some(({ x0, x1, y0, y1 }) => {
    const x = (x0 + x1) / 2;
    return x > from && x < to && x > left.x1 - 2 && x < right.x0 + 2 && y0 <= y && y <= y1;
  });
};

/** True for a small word that stands above the base line: an exponent or a footnote mark. */
export const isRaised = (word: Word, base: Word): boolean =>
  measureHeight(word) < RAISED_SIZE * measureHeight(base) && word.y1 < base.y1 - 0.15 * measureHeight(base);

const RAISED_DIGITS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'0123456789'].map((digit, index) => [digit, '⁰¹²³⁴⁵⁶⁷⁸⁹'[index] ?? digit])),
  '-': '⁻',
  '−': '⁻',
  '+': '⁺',
};

// Behind a ten or a unit a raised figure is an exponent; behind a name it marks a footnote.
const raisedText = (text: string, before: string): string => {
  const raised = [...text].map((sign) => RAISED_DIGITS[sign] ?? '').join('');
  const isExponent = raised.length === text.length && /(?:10|[\d/](?:m|cm|mm|dm)|^(?:m|cm|mm|dm))$/.test(before);
  return isExponent ? raised : '';
};

/** The words of one line as text; exponents are kept as raised figures, footnote marks are left out. */
export const joinWords = (words: readonly Word[]): string => {
  let text = '';
  let base: Word | undefined;
  for (const word of words) {
    const height = base ? measureHeight(base) : 0;
    const gap = base ? word.x0 - base.x1 : 0;
    if (base && /^[\d,*+−-]{1,3}$|^[a-z]$/.test(word.text) && isRaised(word, base) && gap < 0.5 * height) {
      text += raisedText(word.text, text);
      continue;
    }
    text += base && gap > TOUCHING * height ? ` ${word.text}` : word.text;
    base = word;
  }
  return text.trim();
};

/** The segment that the words of one line make. */
export const toSegment = (words: readonly Word[]): Segment => ({
  ...enclose(words),
  words,
  text: joinWords(words),
  size: median(words.map(measureHeight)),
  bold: words.every(({ bold }) => bold),
});

/** The vertical rulings of a page: those that are higher than wide. */
export const findVerticals = (page: Page): Ruling[] =>
  page.rulings.filter(({ x0, x1, y0, y1 }) => y1 - y0 > x1 - x0 && y1 - y0 > 4);

/** A line drawn with signs, under a head or to write on. */
const DRAWN_LINE = /^(?:[-–—=]{4,}|_{2,}|\.{5,})$/;

/**
 * The widest blank inside a cell, as a share of the letter height: what is usual, or more where the page is printed in a
 * type with wide blanks (typewriters).
 */
const widestBlank = (page: Page, words: readonly Word[]): number => {
  const gaps: number[] = [];
  const byLine = [...words].sort((a, b) => middleY(a) - middleY(b) || a.x0 - b.x0);
  byLine.forEach((word, at) => {
    const before = byLine[at - 1];
    if (!before || Math.abs(middleY(before) - middleY(word)) > 0.5) return;
    const gap = (word.x0 - before.x1) / Math.max(1, measureHeight(word));
    if (gap > 0.05 && gap < 1.2) gaps.push(gap);
  });
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 2] ?? 0;
  return Math.max(WIDEST_BLANK[page.origin], 1.45 * usual);
};

/** Decides whether a word goes on with a run. */
const goesOn = (page: Page, words: readonly Word[]): ((run: readonly Word[], word: Word) => boolean) => {
  const verticals = findVerticals(page);
  const widest = widestBlank(page, words);
  return (run, word) => {
    const last = run.at(-1);
    if (!last || shareOfHeight(last, word) < 0.5) return false;
    const size = Math.max(measureHeight(last), measureHeight(word));
    const gap = word.x0 - last.x1;
    return gap > -0.5 * size && gap < widest * size && !isRuledOff(last, word, verticals);
  };
};

/** The segments of a page, in reading order. */
export const readSegments = (page: Page): Segment[] => {
  const words = page.words.filter(({ text }) => !DRAWN_LINE.test(text));
  const takes = goesOn(page, words);
  const shelves = makeShelves();
  const runs: Word[][] = [];
  for (const word of words.sort((a, b) => a.x0 - b.x0)) {
    const candidates = shelves.near(word).filter((run) => takes(run, word));
    const [nearest] = candidates.sort((a, b) => (b.at(-1)?.x1 ?? 0) - (a.at(-1)?.x1 ?? 0));
    if (nearest) nearest.push(word);
    else {
      const run = [word];
      runs.push(run);
      shelves.add(run, word);
    }
  }
  return runs.map(toSegment).sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
};

/** The segments that stand on one line. */
export type Line = Box & { segments: readonly Segment[]; size: number };

const toLine = (segments: readonly Segment[]): Line => ({
  ...enclose(segments),
  segments: [...segments].sort((a, b) => a.x0 - b.x0),
  size: median(segments.map(({ size }) => size)),
});

/** Gathers segments into lines, from the top down. */
export const readLines = (segments: readonly Segment[]): Line[] => {
  const groups: { middle: number; size: number; segments: Segment[] }[] = [];
  for (const segment of [...segments].sort((a, b) => middleY(a) - middleY(b))) {
    const last = groups.at(-1);
    const near = last && Math.abs(middleY(segment) - last.middle) < 0.45 * Math.min(segment.size, last.size);
    if (!last || !near) groups.push({ middle: middleY(segment), size: segment.size, segments: [segment] });
    else last.segments.push(segment);
  }
  return groups.map(({ segments: members }) => toLine(members));
};
