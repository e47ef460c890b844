import { enclose, median } from '../../measure.ts';
import type { RecognizedWord } from '../look/recognizer.ts';

const MARK = /^[()[\]{}|/,;]$/;
const HANGING = /^[gjpqyQ@$§µçß_]$/;
const SHORT = /^[\d,*+−-]{1,3}$|^[a-z]$/;
/** In shares of the height: how far apart two words stand at most, and how level they are. */
const BLANK = 0.7;
const LEVEL = 0.12;

/**
 * Evens boxes of recognition, which hug the ink: a word with a "p" reaches lower than the number behind it, which then
 * looks raised ("passing 45"); a word in brackets seems to stand lower than its line. A short word that stands on the line
 * of the word before it gets as low a box, brackets and commas do not count.
 */
export function evenBoxes(words: readonly RecognizedWord[]): RecognizedWord[] {
  const trimmed = words.map((word) => {
    const rest = word.letters.filter(({ text }) => !MARK.test(text));
    return rest.length === 0 || rest.length === word.letters.length ? word : { ...word, y1: enclose(rest).y1 };
  });
  return trimmed.map((word) => {
    const before = SHORT.test(word.text) ? trimmed.find((other) => isBefore(other, word)) : undefined;
    if (!before || before.y1 <= word.y1) return word;
    const isLevel = Math.abs(findBaseline(before) - word.y1) < LEVEL * (before.y1 - before.y0);
    return isLevel ? { ...word, y1: before.y1 } : word;
  });
}

function isBefore(other: RecognizedWord, word: RecognizedWord): boolean {
  const height = other.y1 - other.y0;
  const gap = word.x0 - other.x1;
  return gap > -0.2 * height && gap < BLANK * height && other.y0 < word.y1 && other.y1 > word.y0 && other !== word;
}

/** Where the letters of a word stand; the box of a letter may take in a part of its neighbour. */
function findBaseline({ letters, y1 }: RecognizedWord): number {
  const standing = letters.filter(({ text }) => /[\p{L}\d]/u.test(text) && !HANGING.test(text));
  return standing.length === 0 ? y1 : median(standing.map((letter) => letter.y1));
}
