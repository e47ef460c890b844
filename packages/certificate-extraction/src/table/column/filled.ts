import { isFinding, toKind } from '../cell/cell-kind.ts';
import type { Role } from '../head/word.ts';
import type { Column } from './column.ts';

/** A column with the texts of its cells, as far as they are printed; `cells`: the same line by line, with the empty ones. */
export type FilledColumn = Column & { texts: readonly string[]; cells?: readonly string[] };

/** What each column holds, as far as it is known. */
export type Roles = readonly (Role | undefined)[];

/** The share of texts for which the test holds, from 0 to 1. */
export const computeShare = (texts: readonly string[], test: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(test).length / texts.length;

/** True for what may stand in a column of results. */
export const isFound = (text: string): boolean =>
  isFinding(toKind(text)) || toKind(text) === 'untested' || toKind(text) === 'nothing';

/** The place of the first column with one of the roles; -1 where there is none. */
export const findFirst = (roles: Roles, wanted: readonly Role[]): number =>
  roles.findIndex((role) => role !== undefined && wanted.includes(role));
