import { fileURLToPath } from 'node:url';

const findFontFile = (entry: string, path = ''): string => fileURLToPath(new URL(path, import.meta.resolve(entry)));

/** The fonts of a document by their names in it (docs/decisions/0022-fonts-of-pdfs.md); each is read when text needs it. */
export const FONT_FILES = {
  regular: findFontFile('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: findFontFile('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  chinese: findFontFile('@embedpdf/fonts-sc', '../fonts/NotoSansHans-Regular.otf'),
  korean: findFontFile('@embedpdf/fonts-kr', '../fonts/NotoSansKR-Regular.otf'),
  devanagari: findFontFile('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  thai: findFontFile('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
};

export type FontName = keyof typeof FONT_FILES;

/** Which other fonts may have a character that the first font lacks. */
const FURTHER: readonly [font: FontName, characters: RegExp][] = [
  ['korean', /\p{Script=Hangul}/u],
  [
    'chinese',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u33ff\ufe30-\ufe4f\uff00-\uffef]/u,
  ],
  ['korean', /\p{Script=Han}/u],
  ['devanagari', /[\p{Script=Devanagari}\u0964\u0965]/u],
  ['thai', /\p{Script=Thai}/u],
];

/** Overrides of the direction would show a text in another order than it was stored. */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const JOINER = /[\u200c\u200d]/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** What stays with the character before it. */
const ATTACHED = /[\p{M}\u200c\u200d]/u;

export const isAttached = (character: string): boolean => ATTACHED.test(character);

/** The fonts that may show a character, the first choice first. None for one that has no look of its own. */
export const candidates = (character: string): FontName[] => {
  const further = FURTHER.filter(([, characters]) => characters.test(character)).map(([font]) => font);
  return ['regular', ...further];
};

/** A character that is left out, since nothing of it can be seen. */
export const isInvisible = (character: string): boolean =>
  INVISIBLE.test(character) && !DIRECTION_CONTROL.test(character) && !JOINER.test(character);

export const isDirectionControl = (character: string): boolean => DIRECTION_CONTROL.test(character);
