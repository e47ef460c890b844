import { beginning, NOT_FOUND } from './finding-word.ts';
import {
  convert,
  type DecimalMark,
  findDecimalMark,
  isCountUnit,
  NUMBER,
  normalizePrint,
  parseNumber,
  readUnit,
} from './number.ts';

export type Limit = { value: number; inclusive: boolean };

/** Numeric limits; one of the two may be missing. `unit` as printed behind them. */
export type RangeSpecification = { kind: 'range'; min: Limit | null; max: Limit | null; unit: string | null };

/**
 * What a specification demands. `absent.below`: "< LOQ" is less strict than "not detected"; `absent.sample`: the amount in
 * which nothing may be found, in grams or millilitres.
 */
export type Specification =
  | RangeSpecification
  | { kind: 'absent'; below: 'detection' | 'quantitation'; sample?: number }
  | { kind: 'present' }
  | { kind: 'complies'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'report' };

/** `bare`: what a number without a word or sign is ("0.5" under a head "Max."); without it a bare number decides nothing. */
export type SpecificationOptions = { bare?: 'min' | 'max' };

// No criterion is longer; the patterns below take time that grows faster than the text.
const LONGEST = 400;
const NOTHING =
  /^(?:[-*/.–—]*|n\.? ?\/? ?a\.?|none|no (?:limit|spec(?:ification)?)(?: set)?|not (?:applicable|specified|established))$/i;
const REPORT =
  /^(?:(?:to be )?report(?:ed)?(?: only| value| results?| actual value)?|(?:for )?information(?: only)?|informative|fio|actual value|as is|record(?: value)?|monitor(?:ing)?(?: only)?|tbd|zur information|informativ|a titre informatif|informativo)\.?$/i;
const QUANTITATION =
  /^(?:<|≤|below|less than|under)? ?(?:the )?(?:loq|lloq|quanti(?:fic|t)ation limit|limit of quanti(?:fic|t)ation)$|^blq$/i;
const DEMANDED = '(?:(?:should|must|shall|to) be )?';
const ABSENT = beginning(`${DEMANDED}(?:${NOT_FOUND}|free (?:from|of))`);
const PRESENT = beginning(`${DEMANDED}(?:positive?|present|detected|positiv[oa]?|阳性)`);
const COMPLIES =
  /^(?:(?:it )?(?:should|must|shall|to|has to) )?(?:be (?:in )?)?(?:compl(?:y|ies|iant|iance)|conform|pass|meets?\b|satisf|correspond|entspricht|konform|cumple|conforme|identical|符合|应符合)/i;

/** What a printed specification demands; null where nothing is demanded ("", "-", "N/A"). */
export function parseSpecification(text: string, options: SpecificationOptions = {}): Specification | null {
  const plain = normalizePrint(text);
  if (plain.length > LONGEST) return { kind: 'text', text: plain };
  if (NOTHING.test(plain)) return null;
  if (REPORT.test(plain)) return { kind: 'report' };
  if (QUANTITATION.test(plain)) return { kind: 'absent', below: 'quantitation' };
  const range = parseLimits(plain.replace(SIGN_TWICE, ''), options) ?? parseTwice(plain, options);
  if (range) return range;
  if (ABSENT.test(plain) && isAlone(plain)) {
    const sample = findSampleSize(plain);
    return { kind: 'absent', below: 'detection', ...(sample === null ? {} : { sample }) };
  }
  if (PRESENT.test(plain) && isAlone(plain)) return { kind: 'present' };
  return COMPLIES.test(plain) ? { kind: 'complies', text: plain } : { kind: 'text', text: plain };
}

const SIGNED = `[+-]?\\s?${NUMBER}`;
const UNIT =
  '(?:\\s*((?:mg KOH|m?eq(?: O2)?|g I2?|mmol(?: O2)?)\\s?/\\s?(?:100\\s?)?k?g|%(?:\\s?\\(?[wvm]/[wvm]\\)?)?|°\\s?[CF]?|º\\s?[CF]?|℃|‰|(?!(?:to|and|und|bis|et|a|until)(?![a-zµμ]))[a-zµμ][a-zµμ0-9²³^·.]{0,5}(?:\\s?/\\s?[0-9a-zµμ]{1,6})?|)(?![a-z]))';
const BELOW =
  '≤|<=|=<|<|n\\.?\\s?m\\.?\\s?t\\.?|(?:not|no) (?:more|greater|higher|larger) th[ae]n|not (?:to )?exceed(?:ing)?|(?:shall|should|must|does) not exceed|max(?:imum|imal|\\.)?|up\\s?to|at most|less than|below|under|lower than|nicht mehr als|h(?:ö|oe)chstens|no (?:m[áa]s|mayor) (?:de|que)|m[áa]x(?:imo|\\.)?|au plus|maxi(?:mum)?|不得过|不超过|不大于|最大';
const ABOVE =
  '≥|>=|=>|>|n\\.?\\s?l\\.?\\s?t\\.?|(?:not|no) (?:less|lower|fewer|smaller) th[ae]n|min(?:imum|imal|\\.)?|at least|more than|greater than|above|over|higher than|mindestens|nicht weniger als|no menos (?:de|que)|m[íi]n(?:imo|\\.)?|au moins|不得少于|不低于|不小于';
const EXCLUSIVE = /^(?:<|>|less than|below|under|lower than|more than|greater than|above|over|higher than|未満|미만)$/i;

// "not less than" holds "less than".
const UNDENIED = "(?<!\\p{L}|(?:not|no|nicht|n't|≤|≥|<|>|=)\\s?)";
const BETWEEN = new RegExp(
  `(?:(?:between|from|range:?)\\s*)?(${SIGNED})${UNIT}\\s*(?:-|~|to|and|bis|à|a|until|至|…|\\.{2,3})\\s*(${SIGNED})${UNIT}`,
  'i',
);
const TOLERANCE = new RegExp(`(${SIGNED})${UNIT}\\s*(?:±|\\+\\s?/\\s?-)\\s*(${NUMBER})${UNIT}`, 'i');
const CHAIN = new RegExp(`(${SIGNED})${UNIT}\\s*(≤|<=|<)\\s*(?:[a-z]{1,3}\\s*)?(≤|<=|<)\\s*(${SIGNED})${UNIT}`, 'i');
const UPPER = new RegExp(`${UNDENIED}(${BELOW})\\s*(?::|\\.(?!\\d))?\\s*(${SIGNED})${UNIT}`, 'iu');
const LOWER = new RegExp(`${UNDENIED}(${ABOVE})\\s*(?::|\\.(?!\\d))?\\s*(${SIGNED})${UNIT}`, 'iu');
const UPPER_BEHIND = new RegExp(
  `(${SIGNED})${UNIT}\\s*[,(]?\\s*(max(?:imum|imal|\\.)?|or (?:less|below)|and below|以下|以内|未満|이하|미만|oder weniger|m[áa]x(?:imo)?)(?![a-z])`,
  'i',
);
const LOWER_BEHIND = new RegExp(
  `(${SIGNED})${UNIT}\\s*[,(]?\\s*(min(?:imum|imal|\\.)?|or (?:more|above|greater)|and above|以上|이상|oder mehr|m[íi]n(?:imo)?)(?![a-z])`,
  'i',
);
const BARE = new RegExp(`^(${SIGNED})${UNIT}$`, 'i');

// "max. / NMT 0.5 %": the sign in two languages.
const SIGN_TWICE = new RegExp(
  [BELOW, ABOVE].map((sign) => `(?:${sign})\\s*/\\s*(?=(?:${sign})\\s*:?\\s*[+-]?\\d)`).join('|'),
  'i',
);
const SECOND = new RegExp(`^(.+?)[\\s/;,]+((?:${BELOW}|${ABOVE})\\s*:?\\s*[+-]?\\d.*)$`, 'i');

const isSameLimit = (one: Limit | null | undefined, other: Limit | null | undefined): boolean =>
  one?.value === other?.value && one?.inclusive === other?.inclusive;

/** "≤ 10 KBE/g ≤ 10 CFU/g": the same limits in two languages; undefined where the two differ. */
function parseTwice(text: string, options: SpecificationOptions): RangeSpecification | undefined {
  const [, first = '', second = ''] = SECOND.exec(text) ?? [];
  const [one, other] = [first, second].map((part) => (part === '' ? undefined : parseLimits(part, options)));
  const isSame = isSameLimit(one?.min, other?.min) && isSameLimit(one?.max, other?.max);
  return one && other && isSame && convert(1, one.unit ?? '', other.unit ?? '') === 1 ? one : undefined;
}

type Found = { specification: RangeSpecification; text: string };

/** Numeric limits, when the text holds exactly one criterion; undefined otherwise. */
function parseLimits(text: string, options: SpecificationOptions): RangeSpecification | undefined {
  const mark = findDecimalMark(text);
  const twoSided = readTolerance(text, mark) ?? readChain(text, mark) ?? readBetween(text, mark);
  if (twoSided) return isOnlyCriterion(text.replace(twoSided.text, ' ')) ? twoSided.specification : undefined;
  const upper = readOneSided(text, mark, 'max');
  const lower = readOneSided(upper ? text.replace(upper.text, ' ') : text, mark, 'min');
  if (!upper && !lower) return readBare(text, mark, options);
  const rest = [upper, lower].reduce((left, found) => (found ? left.replace(found.text, ' ') : left), text);
  if (!isOnlyCriterion(rest)) return undefined;
  const unit = upper?.specification.unit ?? lower?.specification.unit ?? null;
  return { kind: 'range', min: lower?.specification.min ?? null, max: upper?.specification.max ?? null, unit };
}

function readOneSided(text: string, mark: DecimalMark | undefined, side: 'min' | 'max'): Found | undefined {
  const before = (side === 'max' ? UPPER : LOWER).exec(text);
  const behind = before ? null : (side === 'max' ? UPPER_BEHIND : LOWER_BEHIND).exec(text);
  const match = before ?? behind;
  const [word, digits, unit] = before ? [before[1], before[2], before[3]] : [behind?.[3], behind?.[1], behind?.[2]];
  const value = digits === undefined ? null : readLimit(digits, unit, mark);
  if (!match || value === null) return undefined;
  const limit = { value, inclusive: !EXCLUSIVE.test(word ?? '') };
  const [min, max] = side === 'max' ? [null, limit] : [limit, null];
  return { specification: { kind: 'range', min, max, unit: unit || null }, text: match[0] };
}

function readBetween(text: string, mark: DecimalMark | undefined): Found | undefined {
  const match = BETWEEN.exec(text);
  if (!match) return undefined;
  const unit = match[4] || match[2] || null;
  const low = readLimit(match[1] ?? '', unit, mark);
  const high = readLimit(match[3] ?? '', unit, mark);
  if (low === null || high === null) return undefined;
  // "-22.0 to -25.0" is printed from the smaller amount to the larger one.
  const [from, to] = low > high && high < 0 ? [high, low] : [low, high];
  if (from > to) return undefined;
  return { specification: closed(from, to, unit), text: match[0] };
}

function readTolerance(text: string, mark: DecimalMark | undefined): Found | undefined {
  const match = TOLERANCE.exec(text);
  if (!match) return undefined;
  const centre = readLimit(match[1] ?? '', match[2], mark);
  const width = readLimit(match[3] ?? '', match[4], mark);
  if (centre === null || width === null) return undefined;
  const isShare = match[4] === '%' && !!match[2] && match[2] !== '%';
  const reach = isShare ? Math.abs(centre) * (width / 100) : width;
  const unit = (isShare ? match[2] : match[4] || match[2]) || null;
  return { specification: closed(round(centre - reach), round(centre + reach), unit), text: match[0] };
}

function readChain(text: string, mark: DecimalMark | undefined): Found | undefined {
  const match = CHAIN.exec(text);
  if (!match) return undefined;
  const low = readLimit(match[1] ?? '', match[2], mark);
  const high = readLimit(match[5] ?? '', match[6], mark);
  if (low === null || high === null || low > high) return undefined;
  const min = { value: low, inclusive: match[3] !== '<' };
  const max = { value: high, inclusive: match[4] !== '<' };
  return { specification: { kind: 'range', min, max, unit: match[6] || match[2] || null }, text: match[0] };
}

// A count without a word is the accepted maximum (Ph. Eur. 5.1.4 prints "10³ CFU/g").
function readBare(text: string, mark: DecimalMark | undefined, options: SpecificationOptions) {
  const match = BARE.exec(text);
  const value = match ? readLimit(match[1] ?? '', match[2], mark) : null;
  if (!match || value === null) return undefined;
  const unit = match[2] || null;
  const side = options.bare ?? (isCount(unit) ? 'max' : undefined);
  if (!side) return undefined;
  const limit = { value, inclusive: true };
  const [min, max] = side === 'max' ? [null, limit] : [limit, null];
  return { kind: 'range' as const, min, max, unit };
}

// Text layers lose the raised digit of "10³ CFU/g"; no plate count is specified as 102, 103 or 104.
function readLimit(digits: string, unit: string | null | undefined, mark: DecimalMark | undefined): number | null {
  const compact = digits.replace(/^([+-])\s/, '$1').trim();
  const raised = /^10([1-6])$/.exec(compact)?.[1] ?? /^10 ([1-6])$/.exec(compact)?.[1];
  if (raised && isCount(unit ?? null)) return 10 ** Number(raised);
  const grouped = isCount(unit ?? null) && /^\d{1,3}(?:\.\d{3})+$/.test(compact) ? ',' : mark;
  return parseNumber(compact, grouped);
}

const HARMLESS =
  /\([^()]*\)|\b(?:(?:HCl|NaOH|KOH|H2SO4)\s)?\d+(?:[.,]\d+)?\s?[MN]\b(?:\s(?:HCl|NaOH|KOH|H2SO4|HClO4|Na2S2O3|AgNO3)\b)?|\bin an? \d+(?:[.,]\d+)?\s?[cm]m cell\b|\b(?:on|in|at|of|the|a|an|as|to|for|per|by|is|be|and|it|shall|should|must|w\/w|w\/v|v\/v|m\/m|calculated|dried|dry|anhydrous|solvent-free|solvent|free|basis|substance|label(?:led|ed)?|claim(?:ed)?|amount|content|limit|range|total|each|any|individual|single|spec(?:ification)?|inclusive|incl)\b|\bat \d+ ?°? ?C\b|\bin \d+ ?m?[lgL]\b|°\s?C|%/gi;
const SECOND_CRITERION =
  /\d|[<>≤≥±]|\b(?:absent|absence|negative|positive|not detected|complies|comply|conforms?|passes|clear|colou?rless|white|powder|max(?:imum)?|min(?:imum)?|nmt|nlt|not more|not less|present)\b/i;

function isOnlyCriterion(rest: string): boolean {
  const left = rest.replace(HARMLESS, ' ');
  return !SECOND_CRITERION.test(left) && left.split(/[^\p{L}]+/u).filter(Boolean).length <= 6;
}

const SAMPLE_SIZE = /(?:\/|per|in|pro|en|dans)?\s*\(?\d+(?:[.,]\d+)?\s?(?:m[lg]|g|l|gm|grams?|kg|swabs?|units?)\b\)?/gi;

const GRAMS: Readonly<Record<string, number>> = { mg: 0.001, g: 1, gm: 1, kg: 1_000, ml: 1, l: 1_000 };

/** The amount that a text names ("in 25 g", "/10 mL"), in grams or millilitres; null where it names none. */
export function findSampleSize(text: string): number | null {
  const found = /(\d+(?:[.,]\d+)?)\s?(mg|gm|kg|g|ml|l)(?![a-z])/i.exec(text);
  const value = found ? parseNumber(found[1] ?? '') : null;
  return value === null ? null : value * (GRAMS[found?.[2]?.toLowerCase() ?? ''] ?? 1);
}

function isAlone(text: string): boolean {
  return !/[<>≤≥]\s*\d|\d/.test(text.replace(SAMPLE_SIZE, ''));
}

function isCount(unit: string | null): boolean {
  return unit !== null && (readUnit(unit) ? isCountUnit(unit) : /^(?:cfu|ufc|kbe|mpn)/i.test(unit));
}

function closed(from: number, to: number, unit: string | null): RangeSpecification {
  const [min, max] = [from, to].map((value) => ({ value, inclusive: true })) as [Limit, Limit];
  return { kind: 'range', min, max, unit };
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
