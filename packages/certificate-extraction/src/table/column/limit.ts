import { parseQuantity } from '../../value/number.ts';
import type { Role } from '../head/word.ts';
import type { FilledColumn, Roles } from './filled.ts';

const CLAIM = /\b(?:claim(?:ed|s)?|declared)\b/i;
const LIMITS: Roles = ['specification', 'minimum', 'maximum'];

const MRL = /^(?:eu )?mrl\b/i;
const FEWEST_PAIRS = 2;

const parseAmount = (text: string): number | undefined => parseQuantity(text)?.value;

/**
 * "MRL" is the maximum residue limit where most of what was found stays below it; as the limit of reporting it would be
 * the least that is found.
 */
export const findResidueLimits = (columns: readonly FilledColumn[], roles: Roles): (Role | undefined)[] => {
  const results = roles.indexOf('result');
  if (results < 0 || roles.some((role) => LIMITS.includes(role))) return [...roles];
  return roles.map((role, at) => {
    if (role !== 'detection' || !MRL.test(columns[at]?.head?.text ?? '')) return role;
    const pairs = (columns[at]?.cells ?? []).flatMap((text, line) => {
      const [limit, found] = [parseAmount(text), parseAmount(columns[results]?.cells?.[line] ?? '')];
      return limit === undefined || found === undefined ? [] : [found < limit];
    });
    const below = pairs.filter(Boolean).length;
    return pairs.length >= FEWEST_PAIRS && below * 4 >= pairs.length * 3 ? 'specification' : role;
  });
};

const isClaim = ({ head }: FilledColumn): boolean =>
  head?.role === 'specification' && head.unit !== '%' && CLAIM.test(head.text);

/** What a label claims is no demand where limits stand beside it. */
export const demoteClaims = (columns: readonly FilledColumn[], roles: Roles): (Role | undefined)[] => {
  const hasLimits = columns.some((column, at) => LIMITS.includes(roles[at]) && !isClaim(column));
  return roles.map((role, at) => {
    const column = columns[at];
    return hasLimits && role === 'specification' && column && isClaim(column) ? 'other' : role;
  });
};
