import type { Reaction } from './definition.ts';

type When = Reaction['when'];
type Scalar = string | number | boolean | null;

/** A condition as it is typed: a path, an operator, and a value as text. */
export type ConditionRow = { path: string; operator: string; value: string };

export const EMPTY_CONDITION: ConditionRow = { path: '', operator: 'eq', value: '' };

const NUMBER = /^-?\d+(\.\d+)?$/;
const WORDS: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** A typed value: numbers, true, false and null are what they say; text in quotes is text, whatever it says. */
const toScalar = (typed: string): Scalar => {
  const text = typed.trim();
  if (/^".*"$/.test(text)) return text.slice(1, -1);
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  return NUMBER.test(text) ? Number(text) : text;
};

const toText = (value: Scalar): string =>
  typeof value === 'string' && toScalar(value) !== value ? `"${value}"` : String(value);

/** The conditions of a reaction as rows. */
export const toRows = (when: When): ConditionRow[] =>
  Object.entries(when).flatMap(([path, condition]) => {
    const operators = typeof condition === 'object' && condition !== null ? condition : { eq: condition };
    return Object.entries(operators).map(([operator, value]) => ({
      path,
      operator,
      value: Array.isArray(value) ? value.map(toText).join(', ') : toText(value as Scalar),
    }));
  });

/** Whether a row before compares the same value in the same way: a condition can say that once only. */
export const isRepeated = (rows: readonly ConditionRow[], index: number): boolean => {
  const { path, operator } = rows[index] ?? EMPTY_CONDITION;
  const isSaid = path.trim() !== '';
  return isSaid && rows.slice(0, index).some((row) => row.path.trim() === path.trim() && row.operator === operator);
};

/** The conditions that rows say; a row without a path says nothing yet. */
export const toWhen = (rows: readonly ConditionRow[]): When => {
  const byPath = new Map<string, Record<string, unknown>>();
  for (const { path, operator, value } of rows) {
    if (path.trim() === '') continue;
    const operators = byPath.get(path.trim()) ?? {};
    operators[operator] = operator === 'in' ? value.split(',').map(toScalar) : toScalar(value);
    byPath.set(path.trim(), operators);
  }
  return Object.fromEntries(
    [...byPath].map(([path, operators]) => {
      const names = Object.keys(operators);
      return [path, names.length === 1 && names[0] === 'eq' ? operators.eq : operators];
    }),
  ) as When;
};
