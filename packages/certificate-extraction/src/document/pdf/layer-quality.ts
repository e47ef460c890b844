import type { Word } from '../../page.ts';
import { UNMAPPED_ALL } from './glyph/letter.ts';
import { intersect, measureArea } from './trace/matrix.ts';
import type { PageTrace } from './trace/tracing.ts';

/** Whether a page's text layer can be trusted: `missing` and `garbled` pages are read from their picture. */
export type LayerQuality = 'good' | 'missing' | 'garbled' | 'blank';

const FEW_LETTERS = 40;
const PICTURE_SHARE = 0.3;
/** Stamps, typed headers and signatures on the scan of a whole page have no more letters than this. */
const STAMPED_LETTERS = 300;
const SCAN_SHARE = 0.7;
const DRAWN_SHAPES = 150;
const BROKEN_SHARE = 0.05;
const JUDGED_WORDS = 15;
const PLAUSIBLE_SHARE = 0.5;
const LONG_WORD = /^\p{Script=Latin}{4,}$/u;
const VOWEL = /[aeiouyäöüáàâãåéèêëíìîïóòôõøúùûæœ]/iu;
const CLUSTER = /[bcdfghjklmnpqrstvwxz]{6,}/iu;

const pictureShare = ({ pictures, width, height }: PageTrace): number => {
  const page = { x0: 0, y0: 0, x1: width, y1: height };
  return (
    Math.max(0, ...pictures.map((picture) => measureArea(intersect(page, picture)))) / Math.max(1, measureArea(page))
  );
};

const WORDS_FOR_COMMON = 25;
/** Some of these stand on every certificate, letter or form of the languages that are read. */
const COMMON = new Set(
  [
    'the of and to in for is by with on from date page test tests result results batch lot name sample analysis method limit',
    'limits report certificate number product quality no total unit specification pass value parameter',
    'der die das und von für mit datum seite prüfung ergebnis charge probe menge',
    'le la les de et du des pour lot page résultat essai el los y del por fecha lote resultado prueba di e il per data',
  ].flatMap((line) => line.split(' ')),
);

const bareWord = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

const lacksCommonWords = (words: readonly Word[]): boolean => {
  const bare = words.map(({ text }) => bareWord(text)).filter((text) => text.length > 1);
  return bare.length >= WORDS_FOR_COMMON && !bare.some((text) => COMMON.has(text));
};

const OTHER_SHARE = 0.3;

/** True for a text of which much is written in another script than the common words. */
const isOtherScript = (letters: string): boolean =>
  (letters.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0) > OTHER_SHARE * letters.length;

const isPlausible = (word: string): boolean => VOWEL.test(word) && !CLUSTER.test(word);

const isGarbled = (words: readonly Word[], letters: string): boolean => {
  if ((letters.match(UNMAPPED_ALL)?.length ?? 0) > BROKEN_SHARE * letters.length) return true;
  if (lacksCommonWords(words) && !isOtherScript(letters)) return true;
  const long = words.map(({ text }) => text).filter((text) => LONG_WORD.test(text) && text !== text.toUpperCase());
  return long.length >= JUDGED_WORDS && long.filter(isPlausible).length < PLAUSIBLE_SHARE * long.length;
};

/**
 * Judges what of a page's text can be seen: hardly any beside a picture or drawn letters is a scan or outlines; broken
 * characters or words that nobody could say are a font without a map.
 */
export const evaluateLayer = (words: readonly Word[], trace: PageTrace): LayerQuality => {
  const letters = words.map(({ text }) => text).join('');
  if (letters.length < FEW_LETTERS) {
    if (pictureShare(trace) > PICTURE_SHARE || trace.fills.length + trace.strokes.length > DRAWN_SHAPES)
      return 'missing';
    return letters.length === 0 ? 'blank' : 'good';
  }
  if (letters.length < STAMPED_LETTERS && pictureShare(trace) > SCAN_SHARE) return 'missing';
  return isGarbled(words, letters) ? 'garbled' : 'good';
};
