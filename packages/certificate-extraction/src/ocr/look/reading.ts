import type { RecognizedWord } from './recognizer.ts';

/** Readings of a line that do not agree: what they say is not surer than this; where half or most agree, than that. */
const DISAGREED = 0.75;
const HALF = 0.85;
const MAJORITY = 0.91;
/** A number alone: with a sign before it, a range, a unit or a power behind it. */
const NUMBER = /^[<>≤≥=~+-]?\d+(?:[.,]\d+)?(?:[-–]\d+(?:[.,]\d+)?)?(?:%|°C?|[a-zµ]{1,4}(?:\/[a-z]{1,3})?)?$/i;

/**
 * A reading lost a word that is less wide than this share of another, or less wide than the second with less than so many
 * of the letters and figures of another that is so sure.
 */
const WIDE = 0.85;
const AS_WIDE = 0.95;
const WHOLE = 0.75;
const SURE = 0.5;

/** One reading of a line: its words from left to right. */
export type Reading = readonly RecognizedWord[];

/** Whether two readings of a line give the same value, whatever their letters. */
export function agree(one: Reading, other: Reading): boolean {
  return readFigures(one) === readFigures(other);
}

/** Of two readings that differ in points, commas and signs alone the one that has more of them; null where figures differ. */
export function fuller(one: Reading, other: Reading): Reading | null {
  if (pickDigits(one) !== pickDigits(other) || isShort(one, other) || isShort(other, one)) return null;
  return withCap(readFigures(one).length > readFigures(other).length ? one : other, MAJORITY);
}

/** Of readings that give the same value the surest that lost no word. */
export function surest(all: readonly Reading[]): Reading {
  return selectWhole(all).reduce((one, other) => (computeConfidence(other) > computeConfidence(one) ? other : one));
}

/**
 * Settles readings of which some disagree in figures: by majority, else the one that is a number, else the surest. What is
 * much shorter than another lost a word.
 */
export function settle(all: readonly Reading[]): Reading {
  const readings = selectWhole(all);
  const groups = readings.map((one) => readings.filter((other) => agree(one, other)));
  const major = groups.find((group) => group.length * 2 > readings.length && readFigures(group[0] as Reading) !== '');
  if (major) return withCap(surest(major), MAJORITY);
  const [half, ...others] = groups.filter((group) => group.length > 1 && group.length * 2 === readings.length);
  if (half && readFigures(half[0] as Reading) !== '' && others.every((group) => group[0] === half[0]))
    return withCap(surest(half), HALF);
  const best = readings.reduce((one, other) => (computeWorth(other) > computeWorth(one) ? other : one));
  return withCap(best, DISAGREED);
}

/** Whether a reading lost words that another one has. */
export function isShort(reading: Reading, other: Reading): boolean {
  const share = measureWidth(reading) / measureWidth(other);
  if (share < WIDE) return true;
  return share < AS_WIDE && computeConfidence(other) >= SURE && measureLength(reading) < WHOLE * measureLength(other);
}

function selectWhole(readings: readonly Reading[]): Reading[] {
  const whole = readings.filter((one) => !readings.some((other) => isShort(one, other)));
  return whole.length > 0 ? whole : [...readings];
}

function measureLength(words: Reading): number {
  return joinText(words).replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

function measureWidth(words: Reading): number {
  return words.reduce((sum, { x0, x1 }) => sum + x1 - x0, 0);
}

/** How sure the least sure word of a reading is; 0 for none. */
export function computeConfidence(words: Reading): number {
  return words.length === 0 ? 0 : Math.min(...words.map((word) => word.confidence));
}

/** Whether a reading holds figures. */
export function hasFigures(words: Reading): boolean {
  return words.some((word) => /\d/.test(word.text));
}

function withCap(words: Reading, most: number): Reading {
  return words.map((word) => (/\d/.test(word.text) ? { ...word, confidence: Math.min(word.confidence, most) } : word));
}

function computeWorth(words: Reading): number {
  return computeConfidence(words) + (NUMBER.test(joinText(words)) ? 0.5 : 0);
}

function joinText(words: Reading): string {
  return words.map((word) => word.text).join('');
}

function pickDigits(words: Reading): string {
  return joinText(words).replaceAll(/\D/g, '');
}

/** What makes the value of a number: its figures, marks and signs. */
function readFigures(words: Reading): string {
  return joinText(words).replaceAll(/[^\d.,<>≤≥=-]/g, '');
}
