import { isDeepStrictEqual } from 'node:util';
import type { Changes } from '@qsc/contracts/events';

/** What the audit entry of a record may show, by attribute path. Never a hash or a secret. */
export type Fields = Record<string, unknown>;

/** What differs between two states of a record; what was or is not there is null. For a new record `before` is empty. */
export const changedFields = (before: Fields, after: Fields): Changes => {
  const changes: Changes = {};
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[path] ?? null, after[path] ?? null];
    if (!isDeepStrictEqual(from, to)) changes[path] = { from, to };
  }
  return changes;
};
