type Row = Readonly<Record<string, unknown>>;
type Fits = (row: Row) => boolean;

const TOKEN = /\s*(\(|\)|(?:datetimeoffset|datetime|guid)?'(?:[^']|'')*'|[^\s()]+)/y;

/** Whether a row fits a `$filter` of comparisons, `and`, `or` and brackets; all fit none. */
export const fits = (filter: string | null, row: Row): boolean => {
  if (filter === null) return true;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(filter); found; found = TOKEN.exec(filter)) tokens.push(found[1] ?? '');
  return anyIn(tokens)(row);
};

const anyIn = (tokens: string[]): Fits => {
  const parts = [allIn(tokens)];
  while (tokens[0] === 'or') {
    tokens.shift();
    parts.push(allIn(tokens));
  }
  return (row) => parts.some((part) => part(row));
};

const allIn = (tokens: string[]): Fits => {
  const parts = [oneIn(tokens)];
  while (tokens[0] === 'and') {
    tokens.shift();
    parts.push(oneIn(tokens));
  }
  return (row) => parts.every((part) => part(row));
};

const oneIn = (tokens: string[]): Fits => {
  if (tokens[0] === '(') {
    tokens.shift();
    const inner = anyIn(tokens);
    tokens.shift();
    return inner;
  }
  const [name = '', operator = '', literal = ''] = tokens.splice(0, 3);
  const holds = OPERATORS[operator];
  if (!holds) throw new Error(`No such operator: ${operator}`);
  return (row) => {
    const value = row[name.replaceAll('/', '.')] ?? null;
    if (literal === 'null') return (value === null) === (operator === 'eq');
    return value !== null && holds(compare(value, literal));
  };
};

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

/** Moments to the microsecond, whole numbers exactly, everything else as text. */
const compare = (value: unknown, literal: string): number => {
  const [, quoted] = /^[a-z]*'(.*)'$/.exec(literal) ?? [];
  const [left, right] = [ordered(value), comparable(quoted?.replaceAll("''", "'") ?? literal)];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** A value as text that sorts as the value does; nothing comes first. */
export const ordered = (value: unknown): string =>
  value === null || value === undefined ? '' : comparable(String((value as { rawJSON?: string }).rawJSON ?? value));

const comparable = (text: string): string => {
  const [, moment, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(text) ?? [];
  if (moment !== undefined) return `${moment}.${fraction.padEnd(9, '0')}`;
  const [, whole] = /^(\d+)[LM]?$/.exec(text) ?? [];
  return whole === undefined ? text : whole.padStart(30, '0');
};
