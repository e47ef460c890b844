import countries from 'i18n-iso-countries';

/** The ISO 3166-1 alpha-2 code of a country by its alpha-2 or alpha-3 code or its name in any language; null where it is none. */
export const countryCode = (text: string): string | null => {
  const code = text.trim().toUpperCase();
  if (Object.hasOwn(countries.getAlpha2Codes(), code)) return code;
  return countries.alpha3ToAlpha2(code) ?? codeOfName(text);
};

/** Codes by name; null where languages mean different countries by it. */
type Names = ReadonlyMap<string, string | null>;

let english: Names | null = null;
let other: Names | null = null;

// The names are two megabytes of text, which a process that maps no countries never reads.
const codeOfName = (text: string): string | null => {
  const name = plainName(text);
  english ??= namesIn(['en']);
  const known = english.get(name);
  if (known !== undefined) return known;
  other ??= namesIn(countries.getSupportedLanguages());
  return other.get(name) ?? null;
};

const namesIn = (languages: readonly string[]): Names => {
  const names = new Map<string, string | null>();
  for (const language of languages)
    for (const [code, called] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of called.map(plainName)) {
        const known = names.get(name);
        names.set(name, known === undefined || known === code ? code : null);
      }
  return names;
};

/** Without case, accents, dots and doubled spaces, in which systems differ. */
const plainName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f.]/g, '')
    .replaceAll(/[’`]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
