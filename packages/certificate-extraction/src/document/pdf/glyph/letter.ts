const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−()n'].map((plain, index) => [plain, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ'][index] as string]),
);

/** What a font without a map gives for its letters: control characters, the private use area, the replacement character. */
const UNMAPPED = /[\p{Cc}\p{Co}\uFFFD]/u;
export const UNMAPPED_ALL = new RegExp(UNMAPPED, 'gu');
/** One unmapped letter between the letters of a word or before its second. */
const LIGATURE = new RegExp(`(?<=^|[(]|[a-zA-Z])${UNMAPPED.source}(?=([a-z]))`, 'gu');

/** Raised digits and signs as Unicode superscripts ("10" + "3" → "10³"); anything else ("st", "®", "*") stays as it is. */
export function asSuperscript(text: string): string {
  const raised = [...text].map((letter) => SUPERSCRIPTS[letter]);
  return raised.every((letter) => letter !== undefined) ? raised.join('') : text;
}

/** What the private letters of the Symbol font mean, by their place behind U+F000. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '\uF0A3': '≤',
  '\uF0B3': '≥',
  '\uF0B1': '±',
  '\uF0B0': '°',
  '\uF0B4': '×',
  '\uF0D7': '·',
  '\uF0B7': '•',
  '\uF0B9': '≠',
  '\uF0BB': '≈',
  '\uF02D': '−',
  '\uF06D': 'µ',
  '\uF061': 'α',
  '\uF062': 'β',
  '\uF067': 'γ',
  '\uF064': 'δ',
  '\uF044': 'Δ',
  '\uF0FC': '✓',
};

/** The text of a glyph without ligatures and invisible characters; empty for any white space. */
export function plainText(text: string): string {
  return text
    .replace(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/[\uF000-\uF0FF]/g, (letter) => SYMBOLS[letter] ?? letter)
    .replace(/\u00AD/g, '-')
    .replace(/[\s\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g, '');
}

/**
 * Gives back the ligature of a word whose font does not say what it is ("speci\u0000cation"): before a, o and u it is
 * mostly "fl", else "fi". Other letters without meaning become U+FFFD.
 */
export function repairLigature(word: string): string {
  if (!UNMAPPED.test(word)) return word;
  return word
    .replace(LIGATURE, (_letter, next: string) => ('aou'.includes(next) ? 'fl' : 'fi'))
    .replace(UNMAPPED_ALL, '\uFFFD');
}
