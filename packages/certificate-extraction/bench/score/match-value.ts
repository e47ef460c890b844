import leven from 'leven';
import type { FieldName } from '../../src/result.ts';
import { foldText, spellAlike, squeezeText } from './normal-text.ts';
import type { Accepted } from './truth.ts';

const EDITS_FOR_EACH_LETTER = 0.1;
const TOKEN_OVERLAP = 0.9;
const TEXT_FIELD_NAMES: readonly FieldName[] = ['manufacturer', 'manufacturing_site', 'holder', 'scope'];

/** The spellings that the truth accepts; none where the document says nothing. */
export const listSpellings = (accepted: Accepted): string[] =>
  [accepted ?? []].flat().filter((spelling) => spelling.trim() !== '');

const pickDigits = (text: string): string => text.replace(/\D/g, '');
const lettersAlone = (text: string): string => (text.match(/(?<![a-z\d])[a-z](?![a-z\d])/g) ?? []).join('');

// "Impurity A" and "Impurity B", "C16:0" and "C18:0" are one letter apart and not the same.
const differByOneName = (one: string, other: string): boolean =>
  pickDigits(one) !== pickDigits(other) || lettersAlone(one) !== lettersAlone(other);

/** True for the same name, also where OCR misread up to a tenth of its letters. */
export const isSameParameter = (accepted: Accepted, found: string): boolean =>
  listSpellings(accepted).some((spelling) => {
    const [one, other] = [squeezeText(spelling), squeezeText(found)];
    if (one === other) return true;
    if (differByOneName(foldText(spelling), foldText(found))) return false;
    const edits = Math.floor(Math.max(one.length, other.length) * EDITS_FOR_EACH_LETTER);
    return leven(one, other, { maxDistance: edits + 1 }) <= edits;
  });

/** A result or a specification with the unit of its row, where it stands by itself. */
export type Measured = { value: Accepted; unit?: Accepted };

const withAndWithoutUnit = ({ value, unit }: Measured): Set<string> => {
  const units = listSpellings(unit).map(spellAlike);
  return new Set(
    listSpellings(value)
      .map(spellAlike)
      .flatMap((spelling) => [
        spelling,
        ...units.flatMap((each) => [
          `${spelling}${each}`,
          ...(spelling.endsWith(each) ? [spelling.slice(0, -each.length)] : []),
        ]),
      ])
      .filter((spelling) => spelling !== ''),
  );
};

/** True for the same value by its numbers and words; a unit may stand in the value or in the row's `unit`. */
export const isSameValue = (truth: Measured, found: Measured): boolean => {
  const [accepted, read] = [withAndWithoutUnit(truth), withAndWithoutUnit(found)];
  if (accepted.size === 0 || read.size === 0) return accepted.size === read.size;
  return [...accepted].some((spelling) => read.has(spelling));
};

const splitTokens = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const overlap = (one: string, other: string): number => {
  const [left, right] = [splitTokens(one), splitTokens(other)];
  const unmatched = [...right];
  const shared = left.filter((token) => {
    const at = unmatched.indexOf(token);
    if (at >= 0) unmatched.splice(at, 1);
    return at >= 0;
  });
  return shared.length / Math.max(left.length, right.length, 1);
};

const toDay = (text: string): string => /^\s*(\d{4}-\d{2}-\d{2})(?:T|\s|$)/.exec(text)?.[1] ?? squeezeText(text);

const isSameSpelling = (field: FieldName, one: string, other: string): boolean => {
  if (field.endsWith('_date')) return toDay(one) === toDay(other);
  if (squeezeText(one) === squeezeText(other)) return true;
  return TEXT_FIELD_NAMES.includes(field) && overlap(one, other) >= TOKEN_OVERLAP;
};

/** True for the same field: dates by their day, numbers by their letters, names and addresses by nine tenths of their words. */
export const isSameField = (field: FieldName, accepted: Accepted, found: string | null): boolean => {
  const spellings = listSpellings(accepted);
  if (found === null || found.trim() === '') return spellings.length === 0;
  return spellings.some((spelling) => isSameSpelling(field, spelling, found));
};
