/** A record as the service shows it: every value is a text, and texts in the order of their characters are in the order of the values. */
export type Row = Readonly<Record<string, string>>;

type Check = (row: Row) => boolean;

const COMPARISONS: Readonly<Record<string, (one: string, other: string) => boolean>> = {
  eq: (one, other) => one === other,
  ge: (one, other) => one >= other,
  gt: (one, other) => one > other,
  le: (one, other) => one <= other,
  lt: (one, other) => one < other,
  ne: (one, other) => one !== other,
};

/**
 * What a `$filter` asks of a record: comparisons with `and`, `or` and brackets, of which `and` binds closer. Throws for anything
 * else: this is no whole service of OData.
 */
export const parseCheck = (filter: string): Check => {
  const tokens = filter.match(/\(|\)|'(?:[^']|'')*'|[^\s()]+/g) ?? [];
  const check = either(tokens);
  if (tokens.length > 0) throw new Error(`The filter goes on with "${tokens.join(' ')}".`);
  return check;
};

const either = (tokens: string[]): Check => joined(tokens, 'or', both, (checks, row) => checks.some((one) => one(row)));

const both = (tokens: string[]): Check => joined(tokens, 'and', term, (checks, row) => checks.every((one) => one(row)));

const joined = (
  tokens: string[],
  word: string,
  part: (tokens: string[]) => Check,
  holds: (checks: readonly Check[], row: Row) => boolean,
): Check => {
  const checks = [part(tokens)];
  while (tokens[0] === word) {
    tokens.shift();
    checks.push(part(tokens));
  }
  return (row) => holds(checks, row);
};

/** A field without a value is an empty text. */
const wantedValue = (literal: string): string => {
  if (literal === 'null') return '';
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : new Date(literal).toISOString();
};

const term = (tokens: string[]): Check => {
  const [first = '', name = '', value = ''] = tokens;
  if (first === '(') {
    tokens.shift();
    const inner = either(tokens);
    if (tokens.shift() !== ')') throw new Error('A bracket is not closed.');
    return inner;
  }
  const compare = COMPARISONS[name];
  if (!compare) throw new Error(`There is no comparison "${name}".`);
  tokens.splice(0, 3);
  const wanted = wantedValue(value);
  return (row) => compare(row[first] ?? '', wanted);
};
