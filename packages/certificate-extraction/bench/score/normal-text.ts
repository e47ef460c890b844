import leven from 'leven';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const POWER = /(10)\s?(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g;
const TRAILING_MARKS = /[\s:.;,*†‡§¶⁰¹²³⁴-⁹ªº]+$/u;
const DASHES = /[\u00ad\u2010-\u2015\u2212\ufe58\uff0d]/g;
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]/g;

const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛`´′]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/∆/g, 'δ'],
  [/≦|⩽|<\s?=/g, '≤'],
  [/≧|⩾|>\s?=/g, '≥'],
  [/×/g, 'x'],
];

// NFKC would turn "10³" into "103".
const writePower = (_: string, ten: string, power: string): string =>
  `${ten}^${[...power].map((sign) => (sign === '⁻' ? '-' : SUPERSCRIPTS.indexOf(sign))).join('')}`;

/**
 * The text without what does not change its meaning: Unicode form, case, white space, kinds of dashes and quotes, footnote
 * marks and a colon or period at the end.
 */
export const foldText = (text: string): string => {
  const powers = text.replace(INVISIBLE, '').replace(DASHES, '-').replace(POWER, writePower);
  const bare = powers.replace(TRAILING_MARKS, '') || powers;
  const lower = bare.normalize('NFKC').toLowerCase();
  const same = REPLACED.reduce((folded, [from, to]) => folded.replace(from, to), lower);
  return same.replace(/\s+/g, ' ').trim();
};

/** The folded text without any space: what is left when words were cut or joined elsewhere. */
export const squeezeText = (text: string): string => foldText(text).replaceAll(' ', '');

const GROUPED_BY_COMMA = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_POINT = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;

const parseNumber = (printed: string): number | null => {
  if (GROUPED_BY_COMMA.test(printed)) return Number(printed.replaceAll(',', ''));
  if (GROUPED_BY_POINT.test(printed)) return Number(printed.replaceAll('.', '').replace(',', '.'));
  if (/^\d*[.,]?\d+$/.test(printed)) return Number(printed.replace(',', '.'));
  return null;
};

const NUMBER = /((?:\d+(?:[.,]\d+)*|[.,]\d+))(?:x10\^?(-?\d+)|e([-+]?\d{1,2})(?![a-z\d])|(?<=10)\^(-?\d+))?/g;
const LONGEST_EXACT_NUMBER = 15;

const writeNumber = (match: string, base: string, times?: string, exponent?: string, power?: string): string => {
  const value = match.length > LONGEST_EXACT_NUMBER ? null : parseNumber(base);
  if (value === null) return match;
  if (power !== undefined) return base === '10' ? String(Number(`1e${power}`)) : match;
  return String(Number(`${value}e${Number(times ?? exponent ?? 0)}`));
};

/** The squeezed text with each number in one spelling, so that "0,50 %" and ".5%" are the same; "1,234" is a thousand. */
export const spellAlike = (text: string): string => squeezeText(text).replace(NUMBER, writeNumber);

/** 1 for equal texts, 0 for texts with nothing in common. */
export const similarity = (one: string, other: string): number => {
  const longest = Math.max(one.length, other.length);
  if (one === other || longest === 0) return 1;
  if (Math.min(one.length, other.length) * 2 < longest) return 0;
  return 1 - leven(one, other) / longest;
};
