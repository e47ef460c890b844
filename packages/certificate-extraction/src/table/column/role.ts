import { isLimit, isMethod, isUnit, toKind } from '../cell/cell-kind.ts';
import { type Role, TARGET } from '../head/word.ts';
import { computeShare, type FilledColumn, findFirst, isFound, type Roles } from './filled.ts';
import { demoteClaims, findResidueLimits } from './limit.ts';
import { demoteVerdicts, findMisnamed, findSamples, findUnnamed, findVerdicts } from './value.ts';

const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && toKind(text) === 'text' && !isUnit(text);
const isCode = (text: string): boolean => /^\p{Lu}{1,4}[-_ ]?\d{3,}\w?$/u.test(text);
const isCounter = (text: string): boolean => /^(?:\d{1,3}|[a-z]|[ivx]+)[.)]?$/i.test(text);

/** What a head and the cells below it say together. */
const findRole = ({ head, texts }: FilledColumn): Role | undefined => {
  if (!head) return undefined;
  const { role, unit } = head;
  if (role === 'unit') return unit !== undefined && computeShare(texts, isFound) >= 0.5 ? 'result' : 'unit';
  if (role === 'specification' && computeShare(texts, isMethod) > 0.6 && computeShare(texts, isLimit) < 0.3)
    return 'method';
  if (role === 'method' && computeShare(texts, isLimit) > 0.6 && computeShare(texts, isMethod) < 0.3)
    return 'specification';
  if (role === 'result' && !head.strict && computeShare(texts, isName) > 0.7) return undefined;
  if (role === 'parameter' && !head.strict && computeShare(texts, isFound) > 0.7) return undefined;
  if (role === 'parameter' && computeShare(texts, isCounter) > 0.7) return 'index';
  return role;
};

/** One column of names: the one whose head says so, else the leftmost of names before the first value. */
const findParameter = (columns: readonly FilledColumn[], roles: Roles): number => {
  const parameters = roles.flatMap((role, at) => (role === 'parameter' ? [at] : []));
  const isOnly = parameters.length === 1;
  const named = parameters.filter((at) => {
    const texts = columns[at]?.texts ?? [];
    return computeShare(texts, isCode) < 0.6 && (isOnly || computeShare(texts, isName) >= 0.4);
  });
  // "Test | Component": the fuller column names each row, the other one groups them.
  const filled = (at: number): number => columns[at]?.texts.length ?? 0;
  const informative = named.filter((at) => columns[at]?.head?.strict);
  const [best] = (informative.length > 0 ? informative : named).toSorted((a, b) => filled(b) - filled(a) || a - b);
  if (best !== undefined) return best;
  const value = findFirst(roles, ['result', 'specification', 'minimum', 'maximum', 'status', 'detection', 'unit']);
  return columns.findIndex(
    ({ head, texts }, at) =>
      at < value &&
      (!head?.strict || roles[at] === 'index' || roles[at] === 'parameter') &&
      computeShare(texts, isName) >= 0.6,
  );
};

/** Units without a head right behind limits or results. */
const isUnitColumn = (columns: readonly FilledColumn[], roles: Roles, at: number): boolean => {
  const { head, texts } = columns[at] ?? { head: undefined, texts: [] };
  const before = roles[at - 1];
  return (
    head === undefined &&
    (before === 'result' || before === 'specification') &&
    texts.length > 0 &&
    computeShare(texts, isUnit) >= 0.6
  );
};

/** "Target" heads what is looked for, where no other column names the tests. */
const nameTargets = (columns: readonly FilledColumn[], roles: Roles): Roles =>
  roles.includes('parameter')
    ? roles
    : roles.map((role, at) => {
        const { head, texts = [] } = columns[at] ?? {};
        return head && TARGET.test(head.text) && computeShare(texts, isName) >= 0.6 ? 'parameter' : role;
      });

/** What each column holds, by its head and its cells; exactly one is the parameter, or none where no column holds names. */
export const readRoles = (columns: readonly FilledColumn[]): (Role | undefined)[] => {
  const own = findResidueLimits(columns, demoteClaims(columns, nameTargets(columns, columns.map(findRole))));
  const parameter = findParameter(columns, own);
  if (parameter < 0) return own.map((role) => (role === 'parameter' ? 'other' : role));
  const sampled = findMisnamed(columns, findSamples(columns, own, parameter), parameter);
  const reported = findVerdicts(columns, demoteVerdicts(columns, sampled), parameter);
  return findUnnamed(columns, reported, parameter).map((role, at) => {
    if (at === parameter) return 'parameter';
    if (role === undefined && isUnitColumn(columns, sampled, at)) return 'unit';
    // A second column of names groups the rows; values under such a head say something that is not known.
    if (role === 'parameter') return computeShare(columns[at]?.texts ?? [], isFound) >= 0.5 ? undefined : 'other';
    return role;
  });
};
