import type { TestStatus } from '../result.ts';
import { beginning, FOUND, NOT_FOUND, NOT_QUANTIFIED } from './finding-word.ts';
import { convert, findDecimalMark, normalizePrint, parseQuantity, type Quantity, readUnit } from './number.ts';
import { findSampleSize, type Limit, type RangeSpecification, type Specification } from './specification.ts';
import { deniesConformity, readStatusWord, TAKEN_BACK } from './status-word.ts';

/** Units that stand in columns of their own, beside the specification or the result. */
export type ColumnUnits = { specification?: string; result?: string };

const LONGEST = 400;
const UNDETECTED = beginning(NOT_FOUND);
const BELOW_QUANTITATION = beginning(NOT_QUANTIFIED);
const DETECTED = beginning(FOUND);

/**
 * Whether a printed result fulfils a specification. A word of the result decides first, then the numbers; null where
 * neither supports a pass or a fail (units that cannot be compared, "< 0.5" against a limit of 0.1).
 */
export function evaluate(specification: Specification, resultText: string, units: ColumnUnits = {}): TestStatus {
  const result = normalizePrint(resultText.slice(0, LONGEST));
  const word = readStatusWord(result);
  if (word !== undefined) return word;
  if (deniesConformity(result)) return 'fail';
  return (
    compare(specification, result, units) ??
    (AGREEMENT.test(result) && !TAKEN_BACK.test(result.toLowerCase()) ? 'pass' : null)
  );
}

// "White powder, complies": the word ends the text, behind what was seen.
const AGREEMENT = /(?:[,;:(]|\s-)\s*(?:it |sample |product )?(?:complies|conforms|pass(?:es|ed)?)\)?[.!]?$/i;

function compare(specification: Specification, result: string, units: ColumnUnits): TestStatus {
  if (specification.kind === 'report') return null;
  if (specification.kind === 'range') return evaluateRange(specification, result, units);
  if (specification.kind === 'absent') return evaluateAbsence(specification, result);
  if (specification.kind === 'present') return evaluatePresence(result);
  return sameText(specification.text, result) ? 'pass' : null;
}

type Absence = Extract<Specification, { kind: 'absent' }>;

// "Negative for lead; positive for coli", "not detected in 1 of 5", "negative control passed".
const MORE_FOUND = /\b(?:positiv\w*|present|detected|found|growth|controls?|but|except)\b|\d+ of \d+/i;

function evaluateAbsence({ below, sample }: Absence, result: string): TestStatus {
  const undetected = UNDETECTED.exec(result)?.[0];
  if (undetected !== undefined) {
    const looked = findSampleSize(result);
    const isLess = sample !== undefined && looked !== null && looked < sample;
    return isLess || MORE_FOUND.test(result.slice(undetected.length)) ? null : 'pass';
  }
  if (BELOW_QUANTITATION.test(result)) return below === 'quantitation' ? 'pass' : null;
  if (DETECTED.test(result)) return 'fail';
  const quantity = parseQuantity(result);
  if (quantity?.relation !== '=') return null;
  if (quantity.value === 0) return 'pass';
  return below === 'detection' ? 'fail' : null;
}

function evaluatePresence(result: string): TestStatus {
  if (UNDETECTED.test(result)) return 'fail';
  return DETECTED.test(result) ? 'pass' : null;
}

function evaluateRange(specification: RangeSpecification, result: string, units: ColumnUnits): TestStatus {
  const { min, max } = specification;
  if (UNDETECTED.test(result) || BELOW_QUANTITATION.test(result))
    return max && !min && isBelow(max.value, specification, { result, units }) ? 'pass' : null;
  const mark = findDecimalMark(result);
  const quantity = parseQuantity(result, mark);
  if (!quantity || isOneOfTwo(quantity)) return null;
  const scaled = convertToUnit(specification, quantity, units);
  if (!scaled) return null;
  const sides: TestStatus[] = [];
  if (max) sides.push(againstMax(scaled, max));
  if (min) sides.push(againstMin(scaled, min));
  return combine(sides);
}

// "ND (LOD 20)" says no more than a value below 20; a trace is an amount that nobody has stated.
function isBelow(
  limit: number,
  specification: RangeSpecification,
  { result, units }: { result: string; units: ColumnUnits },
): boolean {
  if (/^tr/i.test(result)) return false;
  const stated = /\d.*/.exec(result.replace(/\b(?:in|per|\/)\s?\d+(?:[.,]\d+)?\s?(?:m?g|kg|m?l)\b/gi, ''))?.[0];
  if (stated === undefined) return true;
  const quantity = parseQuantity(stated.replace(/[)\]]+$/, ''));
  const scaled = quantity && convertToUnit(specification, quantity, units);
  return !!scaled && scaled.value <= limit;
}

// "0.4 / 0.6", "0.4 and 0.6", "0.4 % 0.6 %", "99 to 97": what is true of the first number need not be true of the other.
function isOneOfTwo({ unit }: Quantity): boolean {
  if (unit === null || readUnit(unit)) return false;
  const [first = '', second = ''] = unit.split(' ');
  return (
    (readUnit(first) !== null && /^[<>≤≥]?\d/.test(second)) ||
    /^(?:\/|\+|;|,|&|-|to|and|or|und|et|bis)\s*[<>≤≥]?\s*\d/i.test(unit)
  );
}

function againstMax({ relation, value, high }: Quantity, max: Limit): TestStatus {
  const top = high ?? value;
  const holds = max.inclusive ? top <= max.value : top < max.value;
  if (relation === '<') return top <= max.value ? 'pass' : null;
  if (relation === '<=') return holds ? 'pass' : null;
  if (relation === '>') return value >= max.value ? 'fail' : null;
  if (relation === '>=') return holds ? null : 'fail';
  return holds ? 'pass' : 'fail';
}

function againstMin({ relation, value }: Quantity, min: Limit): TestStatus {
  const holds = min.inclusive ? value >= min.value : value > min.value;
  if (relation === '>') return value >= min.value ? 'pass' : null;
  if (relation === '>=') return holds ? 'pass' : null;
  if (relation === '<') return value <= min.value ? 'fail' : null;
  if (relation === '<=') return holds ? null : 'fail';
  return holds ? 'pass' : 'fail';
}

function combine(sides: readonly TestStatus[]): TestStatus {
  if (sides.includes('fail')) return 'fail';
  return sides.length > 0 && sides.every((side) => side === 'pass') ? 'pass' : null;
}

// The result in the unit of the limits; undefined where the units cannot be compared.
function convertToUnit(
  specification: RangeSpecification,
  quantity: Quantity,
  units: ColumnUnits,
): Quantity | undefined {
  const wanted = knownUnit(specification.unit, units.specification);
  const printed = knownUnit(leadingUnit(quantity.unit), units.result);
  if (!wanted || !printed || sameUnit(wanted, printed)) return quantity;
  const value = convert(quantity.value, printed, wanted);
  const high = quantity.high === null ? null : convert(quantity.high, printed, wanted);
  if (value === null) return undefined;
  return { ...quantity, value: tidy(value), high: high === null ? null : tidy(high) };
}

function sameUnit(one: string, other: string): boolean {
  const [left, right] = [one, other].map((unit) => unit.toLowerCase().replace(/\s+/g, ''));
  return left === right;
}

function knownUnit(printed: string | null, column: string | undefined): string | undefined {
  if (printed && readUnit(printed)) return printed;
  return column?.trim() ? column : (printed ?? undefined);
}

// "99.8 % (dried basis)" and "6.5 at 25 °C" carry more than the unit.
function leadingUnit(text: string | null): string | null {
  if (!text || readUnit(text)) return text;
  const words = text.split(' ');
  for (let count = Math.min(words.length - 1, 3); count > 0; count -= 1) {
    const lead = words.slice(0, count).join(' ');
    if (readUnit(lead)) return lead;
  }
  return /^(?:\(|at |on )/.test(text) ? null : text;
}

function sameText(specification: string, result: string): boolean {
  const [wanted, found] = [specification, result].map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}%<>≤≥]+/gu, ' ')
      .trim(),
  );
  return wanted === found && wanted !== '';
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
