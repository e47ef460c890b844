import type { TestStatus } from '../../result.ts';
import { type ColumnUnits, evaluate } from '../../value/evaluation.ts';
import { type DecimalMark, isCountUnit } from '../../value/number.ts';
import { parseSpecification, type Specification } from '../../value/specification.ts';
import { readStatusWord } from '../../value/status-word.ts';
import { readUnit } from '../../value/unit.ts';

/**
 * What decides about a row, as printed. `bare`: what a number without a sign means by the head of its column; `mark`: how
 * the table marks decimals, where a number alone does not say it ("1,470").
 */
export type Evidence = {
  specification: string | null;
  result: string;
  printed: string;
  bare: 'min' | 'max' | undefined;
  specificationUnit: string | undefined;
  resultUnit: string | undefined;
  mark?: DecimalMark | undefined;
  /** The printed word speaks of several results. */
  shared?: boolean;
  /** The limit of quantitation that a result is below, where a column of its own says it. */
  below?: string | undefined;
};

/** `agreement`: how the printed `word` and the evaluated specification stand to each other, as far as both speak. */
export type Verdict = {
  status: TestStatus;
  demand: Specification | null;
  word: TestStatus;
  agreement: 'agree' | 'disagree' | 'alone';
};

const GROUPED = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.,])/g;

const withoutGroups = (text: string): string => text.replace(GROUPED, (digits) => digits.replaceAll('.', ''));

/** A text whose decimals the table marks by commas, with points; its points group thousands. */
const withPoints = (text: string, mark: DecimalMark | undefined): string => {
  if (mark !== ',') return text;
  const plain = withoutGroups(text);
  return /\d\.\d/.test(plain) ? plain : plain.replace(/(?<=\d),(?=\d)/g, '.');
};

/** Whether a count is asked for: a point in one groups thousands, wherever its unit is printed. */
const isCount = (demand: Specification | null, { specificationUnit, resultUnit }: Evidence): boolean => {
  const units = [specificationUnit, resultUnit, demand?.kind === 'range' ? demand.unit : null];
  return units.some((unit) => isCountUnit(unit ?? ''));
};

const toUnits = ({ specificationUnit, resultUnit }: Evidence): ColumnUnits => ({
  ...(specificationUnit === undefined ? {} : { specification: specificationUnit }),
  ...(resultUnit === undefined ? {} : { result: resultUnit }),
});

const BEHIND_NUMBER = /^[<>≤≥~]?\s?\d[\d.,]*\s?(\S*?)\s?[-–—(,;]\s?((?:pass|fail)(?:ed|es|s)?)\)?$/i;

/** "0.54 aw - Pass": the verdict that ends a measured value, where no limit speaks. */
const behindNumber = (result: string): TestStatus => {
  const [, unit = '', word = ''] = BEHIND_NUMBER.exec(result) ?? [];
  return unit === '' || unit === 'aw' || readUnit(unit) !== null ? (readStatusWord(word) ?? null) : null;
};

/**
 * The printed word where there is one, else what the specification says of the result, else the verdict that ends it; null
 * where none speaks. One word for several results does not pass the one that fails.
 */
export const decide = (evidence: Evidence): Verdict => {
  const { specification, printed, bare, mark } = evidence;
  const parse = (text: string) => parseSpecification(withPoints(text, mark), bare ? { bare } : {});
  const asPrinted = specification === null ? null : parse(specification);
  const isCounted = isCount(asPrinted, evidence);
  const demand = isCounted && specification !== null ? parse(withoutGroups(specification)) : asPrinted;
  const result = isCounted ? withoutGroups(evidence.result) : evidence.result;
  const found = demand?.kind === 'range' && evidence.below ? `${result} (${evidence.below})` : result;
  const evaluated = demand ? evaluate(demand, withPoints(found, mark), toUnits(evidence)) : null;
  const word = readStatusWord(printed, { column: true }) ?? readStatusWord(result) ?? null;
  const agreement = word === null || evaluated === null ? 'alone' : word === evaluated ? 'agree' : 'disagree';
  const status = evidence.shared && evaluated === 'fail' ? evaluated : (word ?? evaluated ?? behindNumber(result));
  return { status, demand, word, agreement };
};
