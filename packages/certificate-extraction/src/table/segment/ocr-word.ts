import { knownName } from '../../ocr/repair/known-name.ts';
import { repairByNeighbours } from '../../ocr/repair/neighbour-word.ts';
import type { Page, Word } from '../../page.ts';

/** Words of heads and units of results that recognition misreads in few ways. */
const HEADS = [
  'specification',
  'specifications',
  'spezifikation',
  'parameter',
  'parameters',
  'result',
  'results',
  'ergebnis',
  'résultat',
  'analyte',
  'acceptance',
  'criteria',
  'method',
  'methods',
  'méthode',
  'conclusion',
  'assessment',
  'requirement',
  'requirements',
  'characteristic',
  'characteristics',
  'determination',
  'prüfung',
  'einheit',
  'status',
];

const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^([<≤]?)\s?L[o0O]{1,2}[QOaq0]{1,2}$/, '$1LOQ'],
  [/^([<≤]?)\s?(?:[1lIt]|[lt]\.)[o0O]{1,2}[Q]$/, '$1LOQ'],
  [/^([<≤]?)\s?(?:L[o0O]{1,2}D|Lob|LoD)$/, '$1LOD'],
  [/^(<?\d[\d.,]*)?[1lI]U\/(g|mg|mL|ml)$/, '$1 IU/$2'],
  [/^(<?\d[\d.,]*)?CFU[il1](g|mL)$/, '$1 CFU/$2'],
  [/^(<?\d[\d.,]*)?(CFU|cfu|UFC|KBE)\/[yq9]$/, '$1 $2/g'],
  [/^(\d[\d.,]*)?m[?¥%*°'"’]\/?g$/, '$1 m²/g'],
  [/^(\d[\d.,]*)?g\/[lI|]?cm[?*°'"’]$/, '$1 g/cm³'],
  [/^[puµ]S[/lI|]cm$/, 'µS/cm'],
  [/^C[e%x]\)$/, '(%)'],
  [/^[({[](%|pp[mb]|[mµun]?g\/(?:k?g|m?L))[)|\]}lI1]$/, '($1)'],
  [/°{1,2}C[cC]?$/, '°C'],
  [/^([mµun]?g|CFU|cfu)[lI|](g|kg|mL)$/, '$1/$2'],
  [/^([mµun]?g)[.'’:-]kg$/, '$1/kg'],
  [/^f[o0]~$/, 'for'],
  [/^um$/, 'µm'],
  [/^(\d[\d.,]*)um$/, '$1 µm'],
  [/^mPa['’.:;-]?s$/, 'mPa·s'],
  [/^[«»“”‘’"'´`]+(?=[\p{L}\d<>≤≥])/u, ''],
  [/^A([89]{1,2}-?(?:THC|tetrahydrocannabinol))/i, 'Δ$1'],
  [/^(\(?(?:Na|K|Li|Ca|Mg|Ba|Zn|Cu|Fe|Mn|Al|Cr|Ti|Si|P|H|NH4)\d?(?:S|N|P|C|Cl|Cr)?)0([2-7]\)?)$/, '$1O$2'],
  [/^(\(?(?:S|N|P|C))0([234]\))$/, '$1O$2'],
  [/^(absence|absent|negative|nil|ND|present|(?:not )?detected)in([1lI]|\d{1,3})(g|ml|mL)?$/i, '$1 in $2 $3'],
  [/^([wvm])[il1|lI]\1$/, '$1/$1'],
];

const WITH_LETTER_ONE = /\bin [lI] (?=g|m)/;

/** Marks that stand for no letter: pieces of rulings, specks, shadows. */
const SPECK = /^(?:[~|_=`'"\\«»“”‘’¦{}[\]]+|[—–]{2,}|[.,:;]+)$/;

const distance = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1)
      line.push(
        Math.min(
          (above[at - 1] ?? 0) + Number(one[row - 1] !== other[at - 1]),
          (above[at] ?? 0) + 1,
          (line[at - 1] ?? 0) + 1,
        ),
      );
    above = line;
  }
  return above[other.length] ?? 0;
};

const asHead = (text: string): string => {
  const lower = text.toLowerCase();
  if (lower.length < 6 || HEADS.includes(lower)) return text;
  const head = HEADS.find(
    (each) => Math.abs(each.length - lower.length) <= 1 && distance(each, lower) <= (each.length > 10 ? 2 : 1),
  );
  return head ?? text;
};

const correct = (word: Word): Word => {
  const unit = REPLACED.reduce((text, [from, to]) => text.replace(from, to), word.text).replace(
    WITH_LETTER_ONE,
    'in 1 ',
  );
  if (unit !== word.text) return { ...word, text: unit.trim() };
  const text = asHead(word.text);
  return text === word.text ? asName(word) : { ...word, text };
};

/** A name that was misread is not surer than this. */
const NAMED = 0.9;

const asName = (word: Word): Word => {
  const text = word.text.replace(/[\p{L}\d!|]+/gu, knownName);
  return text === word.text ? word : { ...word, text, confidence: Math.min(word.confidence, NAMED) };
};

/** A page as it can only have been printed: what recognition is known to misread is set right. Text layers stay as they are. */
export const correctPage = (page: Page): Page =>
  page.origin === 'text'
    ? page
    : {
        ...page,
        words: repairByNeighbours(page.words)
          .filter(({ text }) => !SPECK.test(text))
          .map(correct),
      };

/** A cell without the dashes that recognition makes of rulings and specks at its ends. */
export const trimDashes = (text: string): string => text.replace(/^(?:[-–] )+(?=\S{2})|(?: [-–])+$/g, '');

/** Puts right what recognition drops from the numbers of a cell. */
export type Repair = (text: string) => string;

/** A mark of decimals that the page shows most often. */
const findMark = ({ words }: Page): string => {
  const count = (pattern: RegExp): number => words.filter(({ text }) => pattern.test(text)).length;
  return count(/^\D?\d+,\d+\D*$/) > count(/^\D?\d+\.\d+\D*$/) ? ',' : '.';
};

/** No number is printed as "018": the mark behind the nought was lost. Text layers lose none. */
export const makeRepair = (page: Page): Repair => {
  if (page.origin === 'text') return (text) => text;
  const mark = findMark(page);
  return (text) =>
    trimDashes(text)
      .replace(/^[Il|] ?(?=(?:ppm|ppb|%|mg|g|CFU)(?:\b|$))/, '1 ')
      .replace(/(?<![\d.,/+-])0(\d{1,5})(?![\d.,/:-])/g, `0${mark}$1`);
};

const UPPER = /^(?:=\s?<|<\s?=|≤)\s?/;
/** Money limits nothing: the sign was "≤". */
const MONEY = /^[$£€]\s?(?=\d)/;
const READ_AS_UPPER = /^(?:=\s?<|<\s?=|<|=|≤|[sS])\s?-?(?=[\d.,])/;

/**
 * Puts right what recognition loses of limits: the stroke of "≤" where other limits of the column kept it (`column` gives
 * their texts), the dash between two ends, blanks in "absent in 1 g".
 */
export const repairLimits = (text: string, column: () => readonly string[]): string => {
  const spaced = trimDashes(text)
    .replace(/^(absen[ct]e?|absent|negative|not detected|ND|present) ?in ?(?=[\dlI])/i, '$1 in ')
    .replace(MONEY, '≤ ')
    .replace(/(\d) ?[aà] ?(?=\d)/, '$1 à ')
    .replace(/^(-?\d+(?:[.,]\d+)?) (-?\d+(?:[.,]\d+)?)(?= ?(?:[%°]|[a-z]|$))/i, writeRange);
  return READ_AS_UPPER.test(spaced) && column().some((other) => UPPER.test(other))
    ? spaced.replace(READ_AS_UPPER, '≤ ')
    : spaced;
};

const writeRange = (whole: string, low: string, high: string): string =>
  Number(low.replace(',', '.')) < Number(high.replace(',', '.')) ? `${low} - ${high}` : whole;
