import { FOUND, NOT_FOUND, NOT_QUANTIFIED } from '../../value/finding-word.ts';
import { NUMBER, normalizePrint, parseQuantity } from '../../value/number.ts';
import { parseSpecification } from '../../value/specification.ts';
import { readStatusWord } from '../../value/status-word.ts';
import { readUnit } from '../../value/unit.ts';
import { headUnit } from '../head/word.ts';

/** What a cell's text looks like. `nothing`: a dash, "N/A" and the like; `untested`: "NT", "not tested". */
export type CellKind = 'number' | 'absence' | 'verdict' | 'nothing' | 'untested' | 'text';

const NOTHING = /^(?:[-–—−/*.·]+|n\.? ?\/? ?a\.?|n\/ap|not applicable|none|nil|--+)$/i;
const UNTESTED = /^(?:n\.?[ter]\.?|not (?:tested|examined|analy[sz]ed|performed|requested|done|determined))$/i;
const ABSENCE = new RegExp(
  `^(?:(?:absen(?:t|ce)|negativ(?:e|[oa])?|positiv(?:e|[oa])?)(?![a-z]).*|(?:below|less than) (?:the )?(?:limit of )?(?:detection|quanti\\w+|reporting).*|n\\.?n\\.?|(?:${NOT_FOUND}|${NOT_QUANTIFIED}|${FOUND}|tntc)(?:\\s*\\(.*\\)| in .*)?)$`,
  'i',
);

/** What the text of a cell looks like. */
export const toKind = (text: string): CellKind => {
  const plain = normalizePrint(text);
  if (NOTHING.test(plain)) return 'nothing';
  if (UNTESTED.test(plain)) return 'untested';
  if (ABSENCE.test(plain)) return 'absence';
  if (isValue(plain)) return 'number';
  return readStatusWord(plain) === undefined ? 'text' : 'verdict';
};

const BEHIND_VALUE = /^(?:\S{1,12}(?:\s\S{1,12}){0,4})?$/;

const isValue = (plain: string): boolean => {
  if (/\d\s*\/\s*\d/.test(plain)) return false;
  const quantity = parseQuantity(plain);
  if (quantity)
    return (
      quantity.unit === null ||
      (BEHIND_VALUE.test(quantity.unit) && !/^[a-z]+ [a-z]+ [a-z]+ [a-z]+/i.test(quantity.unit))
    );
  return new RegExp(`^[±+-]\\s*${NUMBER}\\s*%?$`).test(plain);
};

/** True for what a test can end in besides free words. */
export const isFinding = (kind: CellKind): boolean => kind === 'number' || kind === 'absence' || kind === 'verdict';

/** True for a text that sets limits: an operator, a range, "NMT", "absent", "complies". */
export const isLimit = (text: string): boolean => {
  const specification = parseSpecification(text);
  return specification !== null && specification.kind !== 'text';
};

const METHOD =
  /\b(?:usp|ph\.? ?eur\.?|ep|bp|jp|nf|fcc|aoac|iso|astm|din|en|gb(?:\/t)?|epa|sop|hplc|uplc|lc|gc|icp|uv|ir|ft-?ir|nmr|tlc|kf|visual|titration|titrimetric|gravimetric|potentiometric|organoleptic|karl fischer|in-?house|smewww|bam|qpcr|pcr|elisa|ms)\b|^<\d+>$|^\d\.\d+(?:\.\d+)+$/i;

/** True for the name of a method or the chapter of a pharmacopoeia. */
export const isMethod = (text: string): boolean => METHOD.test(text);

/** True for a unit alone. */
export const isUnit = (text: string): boolean => readUnit(text) !== null || headUnit(text) !== undefined;
