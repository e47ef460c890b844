import { asSuperscript } from '../../document/pdf/glyph/letter.ts';
import type { Box } from '../../page.ts';
import type { RecognizedLetter, RecognizedWord } from '../look/recognizer.ts';
import type { Component } from '../pixel/component.ts';

/** In shares of the letter height. */
const DOT = 0.34;
const BELOW = 0.16;
const RAISED = 0.28;
/** A word that had to be mended is not surer than this. */
const REPAIRED = 0.9;

/** Looks up patches of ink by place. */
export type InkIndex = (box: Box) => Component[];

const CELL = 64;

export function indexInk(components: readonly Component[]): InkIndex {
  const cells = new Map<string, Component[]>();
  for (const component of components) {
    const key = `${Math.floor((component.x0 + component.x1) / 2 / CELL)}|${Math.floor((component.y0 + component.y1) / 2 / CELL)}`;
    cells.set(key, [...(cells.get(key) ?? []), component]);
  }
  return (box) => {
    const found: Component[] = [];
    for (let x = Math.floor(box.x0 / CELL); x <= Math.floor(box.x1 / CELL); x++) {
      for (let y = Math.floor(box.y0 / CELL); y <= Math.floor(box.y1 / CELL); y++) {
        found.push(...(cells.get(`${x}|${y}`) ?? []).filter((component) => holds(box, component)));
      }
    }
    return found.sort((one, other) => one.x0 - other.x0);
  };
}

function holds(box: Box, { x0, y0, x1, y1 }: Component): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

/**
 * Corrects a word with a number in it by its ink: a decimal point that recognition passed over, a "g" taken for a "9",
 * raised digits behind a number that are its power.
 */
export function repairWord(word: RecognizedWord, inkAt: InkIndex): RecognizedWord {
  if (!/\d/.test(word.text)) return word;
  const pad = 0.25 * (word.y1 - word.y0);
  const ink = inkAt({ x0: word.x0 - 2, x1: word.x1 + 2, y0: word.y0 - pad, y1: word.y1 + pad });
  const size = Math.max(0, ...ink.map((patch) => patch.y1 - patch.y0));
  const tall = ink.filter((patch) => patch.y1 - patch.y0 > 0.6 * size);
  if (tall.length === 0) return word;
  const base = median(tall.map((patch) => patch.y1));
  const sized = { ...word, ink, size: median(tall.map((patch) => patch.y1 - patch.y0)), base };
  const letters = withRaised(withPoints(withDescenders(word.letters, sized), sized), sized);
  const text = letters.map((letter) => letter.text).join('');
  return text === word.text ? word : { ...word, letters, text, confidence: Math.min(word.confidence, REPAIRED) };
}

type Inked = { ink: readonly Component[]; size: number; base: number };

/** A nine stands on the line; what hangs below it at the end of a decimal number is a g. */
function withDescenders(letters: readonly RecognizedLetter[], { ink, size, base }: Inked): RecognizedLetter[] {
  const before = letters.slice(0, -1).map((letter) => letter.text);
  if (!/\d[.,]?\d*$/.test(before.join('')) || !before.some((text) => text === '.' || text === ',')) return [...letters];
  return letters.map((letter, index) => {
    if (letter.text !== '9' || index !== letters.length - 1) return letter;
    const own = ink.find((patch) => overlap(patch, letter) > 0.5 * (patch.x1 - patch.x0));
    const isAlone = own && own.x1 - own.x0 < 1.1 * size;
    return isAlone && own.y1 > base + BELOW * size && own.y0 > base - 0.9 * size ? { ...letter, text: 'g' } : letter;
  });
}

/** Digits at the end of a number whose ink stands clear of the line are its power ("10³"). */
function withRaised(letters: readonly RecognizedLetter[], { ink, size, base }: Inked): RecognizedLetter[] {
  const isRaised = (letter: RecognizedLetter): boolean => {
    const own = ink.filter((patch) => overlap(patch, letter) > 0.6 * (patch.x1 - patch.x0));
    const bottom = Math.max(-Infinity, ...own.map((patch) => patch.y1));
    return own.length > 0 && bottom < base - RAISED * size && own.some((patch) => patch.y1 - patch.y0 > 0.35 * size);
  };
  let from = letters.length;
  while (from > 1 && /\d/.test(letters[from - 1]?.text ?? '') && isRaised(letters[from - 1] as RecognizedLetter))
    from--;
  if (!/\d/.test(letters[from - 1]?.text ?? '')) return [...letters];
  return letters.map((letter, index) => (index < from ? letter : { ...letter, text: asSuperscript(letter.text) }));
}

/** Puts a point (or a comma, where it hangs below the line) between digits where there is a dot of ink. */
function withPoints(letters: readonly RecognizedLetter[], { ink, size, base }: Inked): RecognizedLetter[] {
  const dots = ink.filter((patch) => {
    const [width, height] = [patch.x1 - patch.x0, patch.y1 - patch.y0];
    const isSmall = width <= DOT * size && height <= 1.3 * DOT * size && width >= 0.06 * size && height >= 0.06 * size;
    return isSmall && patch.y0 > base - DOT * size && patch.y1 > base - 0.12 * size;
  });
  const result = [...letters];
  for (const dot of dots) {
    const middle = (dot.x0 + dot.x1) / 2;
    const at = result.findIndex((letter) => (letter.x0 + letter.x1) / 2 > middle);
    const [before, after] = [result[at - 1], result[at]];
    if (!before || !after || !/\d/.test(before.text) || !/\d/.test(after.text)) continue;
    if (!standsBetween(dot, ink, size)) continue;
    result.splice(at, 0, { ...dot, text: dot.y1 > base + 0.1 * size ? ',' : '.' });
  }
  return result;
}

/** Whether there is tall ink on both sides of a dot and none above it. */
function standsBetween(dot: Component, ink: readonly Component[], size: number): boolean {
  const tall = ink.filter((patch) => patch.y1 - patch.y0 > 0.6 * size);
  const left = tall.some((patch) => patch.x1 <= dot.x0 + 2 && patch.x1 > dot.x0 - size);
  const right = tall.some((patch) => patch.x0 >= dot.x1 - 2 && patch.x0 < dot.x1 + size);
  return left && right;
}

function overlap(one: Box, other: Box): number {
  return Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
