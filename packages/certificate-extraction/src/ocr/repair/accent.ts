import { enclose, middleX } from '../../measure.ts';
import type { Box } from '../../page.ts';
import type { RecognizedLetter, RecognizedWord } from '../look/recognizer.ts';
import type { Component } from '../pixel/component.ts';
import type { Gray } from '../pixel/gray.ts';
import type { InkIndex } from './repair-word.ts';

type Accent = 'diaeresis' | 'acute' | 'grave' | 'circumflex' | 'ring';

/** The combining sign of each accent and the letters that carry it. */
const SIGNS: Readonly<Record<Accent, readonly [sign: string, letters: RegExp]>> = {
  diaeresis: ['\u0308', /^[aouAOUe]$/],
  acute: ['\u0301', /^[aeouAEO]$/],
  grave: ['\u0300', /^[aeuAE]$/],
  circumflex: ['\u0302', /^[aeouAEO]$/],
  ring: ['\u030a', /^[aA]$/],
};
/** In shares of the letter height: how high above its letter a mark may stand, how large it is at least and at most. */
const REACH = 0.45;
const LEAST = 0.1;
const LEAST_ALONE = 0.27;
const MOST = 0.45;
/** How far the upper half of a stroke leans to one side of the lower, in shares of its width. */
const LEAN = 0.16;
const DARK = 140;

/**
 * Puts accents back that recognition, which knows English alone, passed over: marks of ink above a letter, apart from it.
 * `picture` is what the word was read from.
 */
export function withAccents(word: RecognizedWord, picture: Gray, inkAt: InkIndex): RecognizedWord {
  if (!/[aeiou]/i.test(word.text)) return word;
  const size = word.y1 - word.y0;
  const ink = inkAt({ x0: word.x0 - 2, x1: word.x1 + 2, y0: word.y0 - REACH * size, y1: word.y1 });
  const letters = byBody(word.letters, ink).flatMap((group) => withAccent(group, ink, picture));
  const text = letters.map((letter) => letter.text).join('');
  const spelled = text.replace(/([Ss]tr)a(?:f[li]|B|R|lz)(?=e)/, '$1aß');
  if (spelled === word.text || word.letters.map((letter) => letter.text).join('') !== word.text) return word;
  return { ...word, text: spelled, letters: spelled === text ? letters : [] };
}

/** Letters that were read from one patch of ink ("ii" from an "ü"), with that patch. */
type Group = { letters: RecognizedLetter[]; body: Component | null };

function byBody(letters: readonly RecognizedLetter[], ink: readonly Component[]): Group[] {
  const groups: Group[] = [];
  for (const letter of letters) {
    const own = ink.filter((patch) => patch.x0 < middleX(letter) && patch.x1 > middleX(letter));
    const body = own.reduce<Component | null>((one, other) => (!one || other.area > one.area ? other : one), null);
    const last = groups.at(-1);
    if (last && body && last.body === body) last.letters.push(letter);
    else groups.push({ letters: [letter], body });
  }
  return groups;
}

function withAccent({ letters, body }: Group, ink: readonly Component[], picture: Gray): RecognizedLetter[] {
  const [first] = letters;
  if (!body || !first) return letters;
  const size = body.y1 - body.y0;
  const over = ink.filter((patch) => middleX(patch) > body.x0 && middleX(patch) < body.x1);
  const accent = findAccent(
    over.filter((patch) => isMark(patch, body, size)),
    size,
    picture,
  );
  const read = letters.length === 1 ? (first.text.normalize('NFD')[0] ?? '') : '';
  const base = accent === 'diaeresis' ? findVowel(read, body, picture) : read;
  if (!accent || !base || !SIGNS[accent][1].test(base)) return letters;
  return [{ ...enclose(letters), text: `${base}${SIGNS[accent][0]}`.normalize('NFC') }];
}

/** The vowel below two dots; what was read as another letter is recognised by its ink: an "u" is open above. */
function findVowel(read: string, body: Component, { width, data }: Gray): string | null {
  if (/^[aouAOUe]$/.test(read)) return read;
  if (/^[60]$/.test(read)) return 'o';
  const size = body.y1 - body.y0;
  if (body.x1 - body.x0 < 0.6 * size || body.x1 - body.x0 > 1.2 * size) return null;
  const x = Math.floor(middleX(body));
  for (let y = body.y0; y < body.y0 + 0.3 * size; y++) if ((data[y * width + x] as number) < DARK) return 'a';
  return 'u';
}

function isMark(patch: Component, body: Component, size: number): boolean {
  const [width, height] = [patch.x1 - patch.x0, patch.y1 - patch.y0];
  const isSized = Math.min(width, height) >= LEAST * size && Math.max(width, height) <= MOST * 1.3 * size;
  const isAbove = patch.y1 <= body.y0 + 1 && patch.y1 > body.y0 - REACH * size && height <= MOST * size;
  return patch !== body && isSized && isAbove;
}

/** What marks above a letter are; null for specks. */
function findAccent(marks: readonly Component[], size: number, picture: Gray): Accent | null {
  const [one, other, ...more] = marks;
  if (!one || more.length > 0) return null;
  if (other) {
    const isPair = Math.abs(one.y0 - other.y0) < 0.15 * size && Math.abs(middleX(one) - middleX(other)) > 0.2 * size;
    return isPair ? 'diaeresis' : null;
  }
  return Math.max(one.x1 - one.x0, one.y1 - one.y0) < LEAST_ALONE * size ? null : findStroke(one, picture);
}

function findStroke(mark: Component, picture: Gray): Accent | null {
  const half = (mark.y0 + mark.y1) / 2;
  const upper = inkOfRows(picture, { ...mark, y1: Math.ceil(half) });
  const lower = inkOfRows(picture, { ...mark, y0: Math.floor(half) });
  const [width, height] = [mark.x1 - mark.x0, mark.y1 - mark.y0];
  const lean = (upper.middle - lower.middle) / width;
  if (lean > LEAN) return 'acute';
  if (lean < -LEAN) return 'grave';
  if (isHollow(mark, picture)) return 'ring';
  return width > 1.2 * height && lower.spread > 1.35 * upper.spread ? 'circumflex' : null;
}

function isHollow({ x0, y0, x1, y1, area }: Component, { width, data }: Gray): boolean {
  const middle = data[Math.floor((y0 + y1) / 2) * width + Math.floor((x0 + x1) / 2)] as number;
  const ratio = (x1 - x0) / (y1 - y0);
  return middle > DARK && ratio > 0.7 && ratio < 1.4 && area > 0.4 * (x1 - x0) * (y1 - y0);
}

/** Where the ink of a box lies from left to right: its middle, and how far it spreads. */
function inkOfRows({ width, data }: Gray, { x0, y0, x1, y1 }: Box): { middle: number; spread: number } {
  let [sum, count, first, last] = [0, 0, x1, x0];
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) {
      if ((data[y * width + x] as number) > DARK) continue;
      sum += x;
      count++;
      first = Math.min(first, x);
      last = Math.max(last, x);
    }
  return { middle: count === 0 ? (x0 + x1) / 2 : sum / count, spread: Math.max(1, last - first) };
}
