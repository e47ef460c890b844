import { isLimit, toKind } from '../cell/cell-kind.ts';
import type { Role } from '../head/word.ts';
import { computeShare, type FilledColumn, findFirst, isFound, type Roles } from './filled.ts';

const isVerdict = (text: string): boolean => toKind(text) === 'verdict' || /^(?:tested|nt|n\/?a|[pf])$/i.test(text);

/** "Lot 24-0937", "MW-1", "Test 2": a number, or a figure in a few words, that names a sample. */
const SAMPLE_CODE = /\d{2}|^(?=.*\d)\S+(?: \S+){0,2}$/;

/** A second column of results that holds verdicts only is the status. */
export const demoteVerdicts = (columns: readonly FilledColumn[], roles: Roles): (Role | undefined)[] => {
  const hasStatus = roles.includes('status');
  const results = roles.flatMap((role, at) => (role === 'result' ? [at] : []));
  return roles.map((role, at) => {
    if (role !== 'result' || hasStatus || results.length < 2) return role;
    const others = results.some((other) => other !== at && computeShare(columns[other]?.texts ?? [], isVerdict) < 0.5);
    const texts = columns[at]?.texts ?? [];
    const decides = texts.some((text) => toKind(text) === 'verdict');
    return others && decides && computeShare(texts, isVerdict) >= 0.5 ? 'status' : role;
  });
};

/** A column without a known word that holds findings, under a code or beside a named group, is one sample's results. */
export const findSamples = (columns: readonly FilledColumn[], roles: Roles, parameter: number): (Role | undefined)[] =>
  roles.map((role, at) => {
    const column = columns[at];
    if (!column?.head || at <= parameter || (role !== undefined && role !== 'sample' && column.head.strict))
      return role;
    const isCode = role === 'sample' || SAMPLE_CODE.test(column.head.text);
    return isCode && column.head.unit === undefined && computeShare(column.texts, isFound) >= 0.5 ? 'result' : role;
  });

/** A name column right of the limits, where no result is named, holds what the analysis found. */
export const findMisnamed = (
  columns: readonly FilledColumn[],
  roles: Roles,
  parameter: number,
): (Role | undefined)[] => {
  if (roles.includes('result')) return [...roles];
  const limits = findFirst(roles, ['specification', 'minimum', 'maximum']);
  return roles.map((role, at) => {
    const isLate = limits >= 0 && at > limits && at !== parameter && role === 'parameter';
    return isLate && computeShare(columns[at]?.texts ?? [], isFound) >= 0.3 ? 'result' : role;
  });
};

/** A column without a known head that holds nothing but verdicts judges the rows. */
export const findVerdicts = (
  columns: readonly FilledColumn[],
  roles: Roles,
  parameter: number,
): (Role | undefined)[] => {
  if (roles.includes('status')) return [...roles];
  const at = columns.findIndex(
    ({ texts }, index) =>
      index > parameter &&
      (roles[index] === undefined || roles[index] === 'other') &&
      texts.length >= 2 &&
      computeShare(texts, (text) => toKind(text) === 'verdict') >= 0.75,
  );
  return roles.map((role, index) => (index === at ? 'status' : role));
};

const isBoundary = (text: string): boolean => isLimit(text) && /\d/.test(text) && !/^[\d.,]+$/.test(text);

/** Columns whose heads say nothing known, by their cells: the limits where there are none, then what was found. */
export const findUnnamed = (
  columns: readonly FilledColumn[],
  roles: Roles,
  parameter: number,
): (Role | undefined)[] => {
  const isOpen = (at: number): boolean => at > parameter && roles[at] === undefined && columns[at]?.head !== undefined;
  const hasLimits = roles.some((role) => role === 'specification' || role === 'minimum' || role === 'maximum');
  const limits = hasLimits
    ? -1
    : columns.findIndex(({ texts }, at) => isOpen(at) && texts.length >= 2 && computeShare(texts, isBoundary) >= 0.6);
  return roles.map((role, at) => {
    if (at === limits) return 'specification';
    const isFree = isOpen(at) && !roles.includes('result');
    return isFree && (columns[at]?.texts.length ?? 0) >= 2 && computeShare(columns[at]?.texts ?? [], isFound) >= 0.75
      ? 'result'
      : role;
  });
};
