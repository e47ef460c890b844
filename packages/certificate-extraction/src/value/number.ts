import { isCountUnit } from './unit.ts';

export { convert, isCountUnit, readUnit, type Unit } from './unit.ts';

export type Relation = '=' | '<' | '<=' | '>' | '>=' | '~';

/** A printed quantity: its relation, value, the upper end of a printed range, and what stands behind it as unit. */
export type Quantity = { relation: Relation; value: number; high: number | null; unit: string | null };

/** How the decimals are marked where a number does not say it itself ("1,234"). */
export type DecimalMark = '.' | ',';

const DIGITS = String.raw`(?:\d{1,3}(?:[ \u00a0']\d{3})+(?:[.,]\d+)?|\d[\d.,]*\d|\d|[.,]\d+)`;
const POWER = String.raw`\s*[x×*·∙•]\s*10\s*(?:\^|\*\*)?\s*\(?([+-]?\d{1,2})\)?(?![\d.,])`;

/** The source of a pattern that matches one unsigned printed number, with its power of ten. */
export const NUMBER = String.raw`(?:10\s*\^\s*[+-]?\d{1,2}|${DIGITS}(?:${POWER.replace('([', '(?:[')}|[eE][+-]?\d{1,3}(?![\d.,]))?)`;

const RELATIONS: readonly (readonly [RegExp, Relation])[] = [
  [/^(?:<=|=<|≤)/, '<='],
  [/^(?:>=|=>|≥)/, '>='],
  [/^(?:<|less than|below|under|lower than)/i, '<'],
  [/^(?:>|more than|greater than|above|over|higher than)/i, '>'],
  [/^(?:~|≈|approx(?:imately|\.)?|about|ca\.|circa|c\.)/i, '~'],
  [/^=/, '='],
];

const LEAD = /^(?:ph|mean|average|avg\.?|found|result|value)\s*[:=]?\s*(?=[<>≤≥=~+\-\d.,])/i;
const LONGEST = 200;
const RANGE = new RegExp(
  `^([+-]?${NUMBER})\\s*([^\\d\\s-][^\\d]{0,6}?)?\\s*(?:-|~|to|…|\\.{2,3})\\s*([+-]?${NUMBER})`,
  'i',
);
const SINGLE = new RegExp(`^([+-]?\\s?${NUMBER})`);

/** One spelling for dashes, comparison signs, superscripts and blanks, so that the grammars need to know one only. */
export function normalizePrint(text: string): string {
  return text
    .replace(/[０-９．，]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (raised) => `^${[...raised].map(lowered).join('')}`)
    .replace(/(?<!10\s?)\^(?=\d)/g, '')
    .replace(/[‐‑‒–—−﹣－]/g, '-')
    .replace(/[≦⩽≼]/g, '≤')
    .replace(/[≧⩾≽]/g, '≥')
    .replace(/＜/g, '<')
    .replace(/＞/g, '>')
    .replace(/[～∼]/g, '~')
    .replace(/％/g, '%')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The number that the whole text is, as printed ("1,234.5", "0,05", "1.2 × 10³"); null where other words stand in it. */
export function parseNumber(text: string, mark?: DecimalMark): number | null {
  const compact = normalizePrint(text).replace(/^([+-])\s/, '$1');
  const powered = new RegExp(`^([+-]?${DIGITS})${POWER}$`).exec(compact);
  if (powered) return scaled(plainNumber(powered[1] ?? '', mark), Number(powered[2]));
  const bare = /^([+-]?)10\s*\^\s*([+-]?\d{1,2})$/.exec(compact);
  if (bare) return (bare[1] === '-' ? -1 : 1) * 10 ** Number(bare[2]);
  const scientific = /^(.*\d)[eE]([+-]?\d{1,3})$/.exec(compact);
  if (scientific) return scaled(plainNumber(scientific[1] ?? '', mark), Number(scientific[2]));
  return plainNumber(compact, mark);
}

/** The mark that a text shows beyond doubt ("0,05" a comma, "99.8" a point); undefined where it shows neither. */
export function findDecimalMark(text: string): DecimalMark | undefined {
  if (/(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d.,])|(?<![\d.,])0,\d+(?![\d.,])|\d\.\d{3},\d/.test(text)) return ',';
  if (/(?<![\d.,])\d+\.(?:\d{1,2}|\d{4,})(?![\d.,])|(?<![\d.,])0\.\d+(?![\d.,])|\d,\d{3}\.\d/.test(text)) return '.';
  return undefined;
}

/** The mark that most of the texts show; undefined where they show none, or both alike. */
export function commonMark(texts: readonly string[]): DecimalMark | undefined {
  const marks = texts.map(findDecimalMark);
  const [commas, points] = [',', '.'].map((mark) => marks.filter((each) => each === mark).length);
  if (commas === points) return undefined;
  return (commas ?? 0) > (points ?? 0) ? ',' : '.';
}

/** The quantity at the beginning of a result ("< 0.01 %", ">99", "~5", "178 – 180 °C"); null where none stands there. */
export function parseQuantity(text: string, mark?: DecimalMark): Quantity | null {
  const plain = normalizePrint(text.slice(0, LONGEST)).replace(LEAD, '');
  const { relation, rest } = splitRelation(plain);
  const decimal = mark ?? findDecimalMark(plain);
  const range = RANGE.exec(rest);
  const low = range && parseNumber(range[1] ?? '', decimal);
  const high = range && parseNumber(range[3] ?? '', decimal);
  if (range && low !== null && high !== null && low <= high) {
    return { relation, value: low, high, unit: unitText(rest.slice(range[0].length)) ?? unitText(range[2] ?? '') };
  }
  const single = SINGLE.exec(rest);
  if (!single) return null;
  const unit = unitText(rest.slice(single[0].length));
  const value = parseNumber(single[0], markFor(decimal, unit, single[0]));
  return value === null || /^[\d,]/.test(unit ?? '') ? null : { relation, value, high: null, unit };
}

// Counts have no decimals: "1.000 CFU/g" is a thousand.
function markFor(mark: DecimalMark | undefined, unit: string | null, digits: string): DecimalMark | undefined {
  if (!unit || !/^\d{1,3}(?:\.\d{3})+$/.test(digits.trim())) return mark;
  return isCountUnit(unit) ? ',' : mark;
}

function splitRelation(text: string): { relation: Relation; rest: string } {
  for (const [pattern, relation] of RELATIONS) {
    const match = pattern.exec(text);
    if (match) return { relation, rest: text.slice(match[0].length).trimStart() };
  }
  return { relation: '=', rest: text };
}

function unitText(rest: string): string | null {
  const unit = rest.trim().replace(/^[;:]\s*/, '');
  return unit === '' ? null : unit;
}

function plainNumber(text: string, mark: DecimalMark | undefined): number | null {
  const grouped = text.replace(/(?<=\d)[ \u00a0'](?=\d{3}(?!\d))/g, '');
  if (!/^[+-]?(?:\d[\d.,]*|[.,]\d+)$/.test(grouped) || /[.,]{2}|[.,]$/.test(grouped)) return null;
  const decimal = chooseDecimalMark(grouped, mark);
  if (decimal === null) return null;
  const group = decimal === ',' ? '.' : ',';
  const value = Number(grouped.replaceAll(group, '').replace(decimal, '.'));
  return Number.isFinite(value) ? value : null;
}

// The last of two different marks is the decimal one; a mark that repeats groups thousands.
function chooseDecimalMark(text: string, mark: DecimalMark | undefined): DecimalMark | null {
  const commas = text.split(',').length - 1;
  const points = text.split('.').length - 1;
  if (commas > 1 && points > 1) return null;
  if (commas > 0 && points > 0) {
    const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
    return (decimal === ',' ? commas : points) === 1 ? decimal : null;
  }
  if (points > 1) return /^[+-]?\d{1,3}(?:\.\d{3})+$/.test(text) ? ',' : null;
  if (commas > 1) return /^[+-]?\d{1,3}(?:,\d{3})+$/.test(text) ? '.' : null;
  if (points === 1) return mark === ',' && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text) ? ',' : '.';
  return commas === 1 && mark !== ',' && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text) ? '.' : ',';
}

function scaled(value: number | null, exponent: number): number | null {
  return value === null ? null : Number(`${value}e${exponent}`);
}

function lowered(raised: string): string {
  if (raised === '⁻') return '-';
  return raised === '⁺' ? '+' : String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(raised));
}
