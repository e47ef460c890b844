import { parseQuantity } from '../value/number.ts';
import { isFinding, isLimit, isMethod, isUnit, kindOf } from './cell-kind.ts';
import type { Column } from './column.ts';
import type { Role } from './head-word.ts';

/** A column with the texts of its cells, as far as they are printed; `cells`: the same line by line, with the empty ones. */
export type FilledColumn = Column & { texts: readonly string[]; cells?: readonly string[] };

const shareOf = (texts: readonly string[], test: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(test).length / texts.length;

const isVerdict = (text: string): boolean => kindOf(text) === 'verdict' || /^(?:tested|nt|n\/?a|[pf])$/i.test(text);
const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && kindOf(text) === 'text' && !isUnit(text);
const isCode = (text: string): boolean => /^\p{Lu}{1,4}[-_ ]?\d{3,}\w?$/u.test(text);
const isCounter = (text: string): boolean => /^(?:\d{1,3}|[a-z]|[ivx]+)[.)]?$/i.test(text);
const isFound = (text: string): boolean =>
  isFinding(kindOf(text)) || kindOf(text) === 'untested' || kindOf(text) === 'nothing';

/** "Lot 24-0937", "MW-1", "Test 2": a number, or a figure in a few words, that names a sample. */
const SAMPLE_CODE = /\d{2}|^(?=.*\d)\S+(?: \S+){0,2}$/;

/** What a head and the cells below it say together. */
const roleOf = ({ head, texts }: FilledColumn): Role | undefined => {
  if (!head) return undefined;
  const { role, unit } = head;
  if (role === 'unit') return unit !== undefined && shareOf(texts, isFound) >= 0.5 ? 'result' : 'unit';
  if (role === 'specification' && shareOf(texts, isMethod) > 0.6 && shareOf(texts, isLimit) < 0.3) return 'method';
  if (role === 'method' && shareOf(texts, isLimit) > 0.6 && shareOf(texts, isMethod) < 0.3) return 'specification';
  if (role === 'parameter' && !head.strict && shareOf(texts, isFound) > 0.7) return undefined;
  if (role === 'parameter' && shareOf(texts, isCounter) > 0.7) return 'index';
  return role;
};

const CLAIM = /\b(?:claim(?:ed|s)?|declared)\b/i;
const LIMITS: readonly (Role | undefined)[] = ['specification', 'minimum', 'maximum'];

const MRL = /^(?:eu )?mrl\b/i;
const FEWEST_PAIRS = 2;

const amountOf = (text: string): number | undefined => parseQuantity(text)?.value;

/**
 * "MRL" is the maximum residue limit where most of what was found stays below it; as the limit of reporting it would be
 * the least that is found.
 */
const findResidueLimits = (
  columns: readonly FilledColumn[],
  roles: readonly (Role | undefined)[],
): (Role | undefined)[] => {
  const results = roles.indexOf('result');
  if (results < 0 || roles.some((role) => LIMITS.includes(role))) return [...roles];
  return roles.map((role, at) => {
    if (role !== 'detection' || !MRL.test(columns[at]?.head?.text ?? '')) return role;
    const pairs = (columns[at]?.cells ?? []).flatMap((text, line) => {
      const [limit, found] = [amountOf(text), amountOf(columns[results]?.cells?.[line] ?? '')];
      return limit === undefined || found === undefined ? [] : [found < limit];
    });
    const below = pairs.filter(Boolean).length;
    return pairs.length >= FEWEST_PAIRS && below * 4 >= pairs.length * 3 ? 'specification' : role;
  });
};

const isClaim = ({ head }: FilledColumn): boolean =>
  head?.role === 'specification' && head.unit !== '%' && CLAIM.test(head.text);

/** What a label claims is no demand where limits stand beside it. */
const demoteClaims = (columns: readonly FilledColumn[], roles: readonly (Role | undefined)[]): (Role | undefined)[] => {
  const hasLimits = columns.some((column, at) => LIMITS.includes(roles[at]) && !isClaim(column));
  return roles.map((role, at) => {
    const column = columns[at];
    return hasLimits && role === 'specification' && column && isClaim(column) ? 'other' : role;
  });
};

/** A second column of results that holds verdicts only is the status. */
const demoteVerdicts = (
  columns: readonly FilledColumn[],
  roles: readonly (Role | undefined)[],
): (Role | undefined)[] => {
  const hasStatus = roles.includes('status');
  const results = roles.flatMap((role, at) => (role === 'result' ? [at] : []));
  return roles.map((role, at) => {
    if (role !== 'result' || hasStatus || results.length < 2) return role;
    const others = results.some((other) => other !== at && shareOf(columns[other]?.texts ?? [], isVerdict) < 0.5);
    const texts = columns[at]?.texts ?? [];
    const decides = texts.some((text) => kindOf(text) === 'verdict');
    return others && decides && shareOf(texts, isVerdict) >= 0.5 ? 'status' : role;
  });
};

const firstOf = (roles: readonly (Role | undefined)[], wanted: readonly Role[]): number =>
  roles.findIndex((role) => role !== undefined && wanted.includes(role));

/** One column of names: the one whose head says so, else the leftmost of names before the first value. */
const findParameter = (columns: readonly FilledColumn[], roles: readonly (Role | undefined)[]): number => {
  const parameters = roles.flatMap((role, at) => (role === 'parameter' ? [at] : []));
  const isOnly = parameters.length === 1;
  const named = parameters.filter((at) => {
    const texts = columns[at]?.texts ?? [];
    return shareOf(texts, isCode) < 0.6 && (isOnly || shareOf(texts, isName) >= 0.4);
  });
  // "Test | Component": the fuller column names each row, the other one groups them.
  const filled = (at: number): number => columns[at]?.texts.length ?? 0;
  const telling = named.filter((at) => columns[at]?.head?.strict);
  const [best] = (telling.length > 0 ? telling : named).toSorted((a, b) => filled(b) - filled(a) || a - b);
  if (best !== undefined) return best;
  const value = firstOf(roles, ['result', 'specification', 'minimum', 'maximum', 'status', 'detection', 'unit']);
  return columns.findIndex(
    ({ head, texts }, at) =>
      at < value &&
      (!head?.strict || roles[at] === 'index' || roles[at] === 'parameter') &&
      shareOf(texts, isName) >= 0.6,
  );
};

/** A column without a known word that holds findings, under a code or beside a named group, is one sample's results. */
const findSamples = (
  columns: readonly FilledColumn[],
  roles: readonly (Role | undefined)[],
  parameter: number,
): (Role | undefined)[] =>
  roles.map((role, at) => {
    const column = columns[at];
    if (!column?.head || at <= parameter || (role !== undefined && role !== 'sample' && column.head.strict))
      return role;
    const isCode = role === 'sample' || SAMPLE_CODE.test(column.head.text);
    return isCode && column.head.unit === undefined && shareOf(column.texts, isFound) >= 0.5 ? 'result' : role;
  });

/** A name column right of the limits, where no result is named, holds what the analysis found. */
const findMisnamed = (
  columns: readonly FilledColumn[],
  roles: readonly (Role | undefined)[],
  parameter: number,
): (Role | undefined)[] => {
  if (roles.includes('result')) return [...roles];
  const limits = firstOf(roles, ['specification', 'minimum', 'maximum']);
  return roles.map((role, at) => {
    const isLate = limits >= 0 && at > limits && at !== parameter && role === 'parameter';
    return isLate && shareOf(columns[at]?.texts ?? [], isFound) >= 0.3 ? 'result' : role;
  });
};

/** A column without a known head that holds nothing but verdicts judges the rows. */
const findVerdicts = (
  columns: readonly FilledColumn[],
  roles: readonly (Role | undefined)[],
  parameter: number,
): (Role | undefined)[] => {
  if (roles.includes('status')) return [...roles];
  const at = columns.findIndex(
    ({ texts }, index) =>
      index > parameter &&
      (roles[index] === undefined || roles[index] === 'other') &&
      texts.length >= 2 &&
      shareOf(texts, (text) => kindOf(text) === 'verdict') >= 0.75,
  );
  return roles.map((role, index) => (index === at ? 'status' : role));
};

const isBoundary = (text: string): boolean => isLimit(text) && /\d/.test(text) && !/^[\d.,]+$/.test(text);

/** Columns whose heads say nothing known, by their cells: the limits where there are none, then what was found. */
const findUnnamed = (
  columns: readonly FilledColumn[],
  roles: readonly (Role | undefined)[],
  parameter: number,
): (Role | undefined)[] => {
  const isOpen = (at: number): boolean => at > parameter && roles[at] === undefined && columns[at]?.head !== undefined;
  const hasLimits = roles.some((role) => role === 'specification' || role === 'minimum' || role === 'maximum');
  const limits = hasLimits
    ? -1
    : columns.findIndex(({ texts }, at) => isOpen(at) && texts.length >= 2 && shareOf(texts, isBoundary) >= 0.6);
  return roles.map((role, at) => {
    if (at === limits) return 'specification';
    const isFree = isOpen(at) && !roles.includes('result');
    return isFree && (columns[at]?.texts.length ?? 0) >= 2 && shareOf(columns[at]?.texts ?? [], isFound) >= 0.75
      ? 'result'
      : role;
  });
};

/** Units without a head right behind limits or results. */
const isUnitColumn = (columns: readonly FilledColumn[], roles: readonly (Role | undefined)[], at: number): boolean => {
  const { head, texts } = columns[at] ?? { head: undefined, texts: [] };
  const before = roles[at - 1];
  return (
    head === undefined &&
    (before === 'result' || before === 'specification') &&
    texts.length > 0 &&
    shareOf(texts, isUnit) >= 0.6
  );
};

/** What each column holds, by its head and its cells; exactly one is the parameter, or none where no column holds names. */
export const readRoles = (columns: readonly FilledColumn[]): (Role | undefined)[] => {
  const own = findResidueLimits(columns, demoteClaims(columns, columns.map(roleOf)));
  const parameter = findParameter(columns, own);
  if (parameter < 0) return own.map((role) => (role === 'parameter' ? 'other' : role));
  const sampled = findMisnamed(columns, findSamples(columns, own, parameter), parameter);
  const told = findVerdicts(columns, demoteVerdicts(columns, sampled), parameter);
  return findUnnamed(columns, told, parameter).map((role, at) => {
    if (at === parameter) return 'parameter';
    if (role === undefined && isUnitColumn(columns, sampled, at)) return 'unit';
    return role === 'parameter' ? 'other' : role;
  });
};
