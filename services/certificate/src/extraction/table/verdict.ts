import type { TestStatus } from '../result.ts';
import { type ColumnUnits, evaluate } from '../value/evaluation.ts';
import type { DecimalMark } from '../value/number.ts';
import { parseSpecification, type Specification } from '../value/specification.ts';
import { readStatusWord } from '../value/status-word.ts';

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
};

/** `agreement`: how the printed word and the evaluated specification stand to each other, as far as both speak. */
export type Verdict = { status: TestStatus; demand: Specification | null; agreement: 'agree' | 'disagree' | 'alone' };

const withPoints = (text: string, mark: DecimalMark | undefined): string =>
  mark === ',' && !/\d\.\d/.test(text) ? text.replace(/(?<=\d),(?=\d)/g, '.') : text;

const unitsOf = ({ specificationUnit, resultUnit }: Evidence): ColumnUnits => ({
  ...(specificationUnit === undefined ? {} : { specification: specificationUnit }),
  ...(resultUnit === undefined ? {} : { result: resultUnit }),
});

/** The printed word where there is one, else what the specification says of the result; null where neither speaks. */
export const decide = (evidence: Evidence): Verdict => {
  const { specification, result, printed, bare, mark } = evidence;
  const demand =
    specification === null ? null : parseSpecification(withPoints(specification, mark), bare ? { bare } : {});
  const evaluated = demand ? evaluate(demand, withPoints(result, mark), unitsOf(evidence)) : null;
  const word = readStatusWord(printed, { column: true }) ?? readStatusWord(result) ?? null;
  const agreement = word === null || evaluated === null ? 'alone' : word === evaluated ? 'agree' : 'disagree';
  return { status: word ?? evaluated, demand, agreement };
};
