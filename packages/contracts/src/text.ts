import { z } from 'zod';

/** Shown as nothing, and no part of what a person means: zero-width characters, variation selectors, controls but for blanks. */
const IGNORABLE = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--\p{White_Space}]/gv;
/** Everything but blanks, controls, format characters and the empty Braille pattern. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/u;
/** Accents and points. The vowel signs of Indic and Thai script are letters, and so are the sound marks of kana. */
const DIACRITIC =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv;
/** Letters that Unicode does not decompose, by the letter that people type in their place. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ĸ: 'k',
};
const LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
/** Scripts that put no blanks between words: there any character begins a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
const WORD_LENGTH = 48;

/** Full case folding (Unicode, D144) by the case mappings: ß and ẞ are ss, and a final sigma is a sigma. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** The form in which text of people is stored: NFC, without the blanks around it. */
export const normalizeText = (text: string): string => text.normalize('NFC').trim();

/** Whether a reader sees anything of the text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * The key by which codes and batch numbers are compared (decisions §2): NFKC, case-folded, without ignorable characters and
 * without the blanks around it. What looks the same has the same key; it is empty where nothing can be seen.
 */
export const uniqueKey = (text: string): string =>
  foldCase(text.normalize('NFKC').replace(IGNORABLE, '')).normalize('NFKC').trim();

/** The form in which text is searched and sorted: as the key of uniqueness, and without diacritics (`Łódź` is `lodz`). */
export const searchKey = (text: string): string =>
  uniqueKey(text)
    .normalize('NFKD')
    .replace(DIACRITIC, '')
    .replace(LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter);

const wordsIn = (text: string): string[] => searchKey(text).split(BETWEEN_WORDS).filter(Boolean);

const beginningsIn = (word: string): string[] =>
  UNSPACED.test(word)
    ? [...word].flatMap((letter, index, letters) =>
        index === 0 || UNSPACED.test(letter) ? [letters.slice(index).join('')] : [],
      )
    : [word];

/** The words of a record's texts as an index of them holds them: every word that can be found by its beginning, once. */
export const indexedWords = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => wordsIn(text ?? ''))
      .flatMap(beginningsIn)
      .map((word) => word.slice(0, WORD_LENGTH)),
  ),
];

/** The words of a query, each of which must begin a word of `indexedWords`; the longest first, which the fewest records have. */
export const queryWords = (query: string): string[] =>
  [...new Set(wordsIn(query).map((word) => word.slice(0, WORD_LENGTH)))].toSorted(
    (one, other) => other.length - one.length,
  );

/** Text that a person enters: stored NFC and trimmed, with at least one visible character and at most `max` (decisions §2). */
export const visibleText = (max: number) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .min(1, 'It needs at least one visible character')
    .max(max)
    .refine((text) => text === '' || isVisible(text), 'It needs at least one visible character');
