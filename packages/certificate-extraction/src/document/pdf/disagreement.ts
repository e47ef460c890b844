import type { Word } from '../../page.ts';
import { intersect, measureArea } from './trace/matrix.ts';
import type { Glyph } from './trace/trace-text.ts';

const SURE = 0.85;
const OVERLAP = 0.5;
const SHOWN = 3;
/** What recognition mixes up of itself is no sign of tampering. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/[oO]/g, '0'],
  [/[lI|!]/g, '1'],
  [/[sS]/g, '5'],
  [/[^\p{L}\p{N}]/gu, ''],
];

const comparable = (text: string): string =>
  LOOKALIKES.reduce((shown, [pattern, digit]) => shown.replaceAll(pattern, digit), text).toLowerCase();

const hasNumber = ({ text }: Word): boolean => /\d/.test(text);

const sameSpot = (one: Word, other: Word): boolean =>
  measureArea(intersect(one, other)) > OVERLAP * Math.min(measureArea(one), measureArea(other));

const isSaidElsewhere = (word: Word, picture: readonly Word[]): boolean =>
  picture.some((seen) => comparable(seen.text).includes(comparable(word.text)));

/** Words of the same number of characters at the same spot, surely recognised, that hold another number. */
const findContradiction = (word: Word, picture: readonly Word[]): Word | undefined =>
  isSaidElsewhere(word, picture)
    ? undefined
    : picture.find(
        (seen) =>
          seen.confidence >= SURE &&
          hasNumber(seen) &&
          sameSpot(word, seen) &&
          comparable(seen.text).length === comparable(word.text).length,
      );

/**
 * Where an invisible text layer says other numbers than the picture above it: what a reader sees and what a program copies
 * differ, which is a sign of tampering. Gives sentences for the reviewer; both word lists in points of the same page.
 */
export const disagreements = (layer: readonly Word[], picture: readonly Word[]): string[] =>
  layer
    .filter(hasNumber)
    .flatMap((word) => {
      const seen = findContradiction(word, picture);
      return seen ? [`the text layer says "${word.text}" where the picture shows "${seen.text}"`] : [];
    })
    .slice(0, SHOWN);

/** Fewer may be a slip of the program that wrote the font. */
const FEWEST_LIES = 3;

/** Where fonts show other letters than they give to programs that copy them. */
export const misnamed = (seen: readonly Pick<Glyph, 'text' | 'shown'>[]): string[] => {
  const lies = seen.filter(({ shown }) => shown !== undefined);
  if (lies.length < FEWEST_LIES) return [];
  const pairs = new Set(lies.map(({ text, shown }) => `the font shows "${shown}" for what it says is "${text}"`));
  return [...pairs].slice(0, SHOWN);
};

/** Where text lies under something painted over it and other text stands in its place. */
export const overpainted = (covered: readonly Word[], seen: readonly Word[]): string[] =>
  covered
    .filter(hasNumber)
    .flatMap((word) => {
      const above = seen.find((other) => hasNumber(other) && sameSpot(word, other));
      return above && comparable(above.text) !== comparable(word.text)
        ? [`"${above.text}" was painted over "${word.text}"`]
        : [];
    })
    .slice(0, SHOWN);
