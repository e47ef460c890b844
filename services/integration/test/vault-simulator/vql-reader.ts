/** A stored record of the simulator. */
export type Stored = Record<string, unknown> & { id: string | number };

export type Query = {
  select: string[];
  from: string;
  fits: (row: Stored) => boolean;
  orderBy: string[];
  pageSize: number;
};

/** What VQL does not understand: the message is for the reader of a failed test. */
export class QuerySyntax extends Error {}

const TOKEN =
  /\s*(?:('(?:[^'\\]|\\['"\\nrt%*]|'')*')|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z][\w.]*(?:\([\w.]+\))?)|(!=|<=|>=|[=<>(),]))/y;
const KEYWORDS = new Set(['select', 'from', 'where', 'and', 'or', 'order', 'by', 'asc', 'contains', 'pagesize']);
const PLAIN: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

const tokenize = (text: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text);
    if (!found) throw new QuerySyntax(`This is not understood: ${text}`);
    tokens.push(found[0].trim());
  }
  return tokens;
};

const toLiteral = (token: string | undefined): unknown => {
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'null') return null;
  if (token !== undefined && /^-?\d/.test(token)) return Number(token);
  if (!token?.startsWith("'")) throw new QuerySyntax(`This is no value: ${token}`);
  return token
    .slice(1, -1)
    .replaceAll(/\\(.)|''/gs, (_all, escaped?: string) => (escaped === undefined ? "'" : (PLAIN[escaped] ?? escaped)));
};

/** The value of what is selected or compared, `TONAME(field)` and paths over relationships included. */
export const read = (row: Stored, path: string): unknown => {
  if (!path.includes('(')) return row[path] ?? null;
  const inner = path.slice(path.indexOf('(') + 1, -1);
  return (path.startsWith('TONAME(') ? row[`${inner}#name`] : undefined) ?? row[inner] ?? null;
};

const compare = (left: unknown, right: unknown): number => {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [String(left ?? ''), String(right ?? '')];
  return a < b ? -1 : a > b ? 1 : 0;
};

const COMPARISONS: Record<string, (left: unknown, right: unknown) => boolean> = {
  '=': (left, right) => (left ?? null) === right,
  '!=': (left, right) => (left ?? null) !== right,
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
};

type Fits = (row: Stored) => boolean;

type Tokens = {
  next(): string;
  isAt(keyword: string): boolean;
  /** Whether the word is next, and takes it where it is. */
  takes(keyword: string): boolean;
  expect(keyword: string): void;
  rest(): string;
};

const readTokens = (text: string): Tokens => {
  const tokens = tokenize(text);
  let at = 0;
  const isAt = (keyword: string): boolean => tokens[at]?.toLowerCase() === keyword;
  const takes = (keyword: string): boolean => {
    const isThere = isAt(keyword);
    if (isThere) at += 1;
    return isThere;
  };
  return {
    isAt,
    takes,
    next() {
      const token = tokens[at];
      at += 1;
      if (token === undefined) throw new QuerySyntax('The query ends too early.');
      return token;
    },
    expect(keyword) {
      if (!takes(keyword)) throw new QuerySyntax(`"${keyword}" is expected before: ${tokens.slice(at).join(' ')}`);
    },
    rest: () => tokens.slice(at).join(' '),
  };
};

const nameIn = (tokens: Tokens): string => {
  const token = tokens.next();
  if (/^[A-Za-z]/.test(token) && !KEYWORDS.has(token.toLowerCase())) return token;
  throw new QuerySyntax(`This is no name: ${token}`);
};

const listIn = <T>(tokens: Tokens, one: (tokens: Tokens) => T): T[] => {
  const list = [one(tokens)];
  while (tokens.takes(',')) list.push(one(tokens));
  return list;
};

const conditionIn = (tokens: Tokens): Fits => {
  if (tokens.takes('(')) {
    const inner = conditionsIn(tokens);
    tokens.expect(')');
    return inner;
  }
  const field = nameIn(tokens);
  if (tokens.takes('contains')) {
    tokens.expect('(');
    const values = new Set(listIn(tokens, () => toLiteral(tokens.next())));
    tokens.expect(')');
    return (row) => [read(row, field)].flat().some((value) => values.has(value));
  }
  const holds = COMPARISONS[tokens.next()];
  if (!holds) throw new QuerySyntax('There is no such comparison.');
  const value = toLiteral(tokens.next());
  return (row) => holds(read(row, field), value);
};

/** AND binds closer than OR. */
const conditionsIn = (tokens: Tokens): Fits => {
  const any: Fits[][] = [[conditionIn(tokens)]];
  for (;;) {
    if (tokens.takes('and')) any.at(-1)?.push(conditionIn(tokens));
    else if (tokens.takes('or')) any.push([conditionIn(tokens)]);
    else return (row) => any.some((all) => all.every((fits) => fits(row)));
  }
};

const orderIn = (tokens: Tokens): string => {
  const field = nameIn(tokens);
  tokens.takes('asc');
  return field;
};

/** Reads a query, strictly. Throws `QuerySyntax`. */
export const parseQuery = (text: string): Query => {
  const tokens = readTokens(text);
  tokens.expect('select');
  const select = listIn(tokens, nameIn);
  tokens.expect('from');
  const query: Query = { select, from: nameIn(tokens), fits: () => true, orderBy: [], pageSize: 1_000 };
  if (tokens.takes('where')) query.fits = conditionsIn(tokens);
  if (tokens.takes('order')) {
    tokens.expect('by');
    query.orderBy = listIn(tokens, orderIn);
  }
  if (tokens.takes('pagesize')) query.pageSize = Number(toLiteral(tokens.next()));
  if (tokens.rest() !== '') throw new QuerySyntax(`This is too much: ${tokens.rest()}`);
  return query;
};

/** The rows that a query selects, in its order. */
export const buildOrphanFilter = (query: Query, rows: Iterable<Stored>): Stored[] =>
  [...rows]
    .filter(query.fits)
    .map((row) => ({ row, keys: query.orderBy.map((field) => read(row, field)) }))
    .sort((left, right) => left.keys.reduce<number>((order, key, at) => order || compare(key, right.keys[at]), 0))
    .map(({ row }) => row);
