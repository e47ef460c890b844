import { isDeepStrictEqual } from 'node:util';
import type { Changes } from '@qsc/contracts/events';
import { leavesOf } from './attributes.ts';

/** What of an entity its history tells: plain values only. */
export type Tracked = Record<string, unknown>;

const allLeaves = (tracked: Tracked): Map<string, unknown> =>
  new Map(Object.entries(tracked).flatMap(([name, value]) => leavesOf(value, name)));

const isEmpty = (value: unknown): boolean => isDeepStrictEqual(value, {});

/** What differs between two states of a record, by the path of the leaf (`attributes.address.city`); absent is null. */
export const changesBetween = (before: Tracked, after: Tracked): Changes => {
  const [old, now] = [allLeaves(before), allLeaves(after)];
  const changes: Changes = {};
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(path), now.get(path)];
    if (isDeepStrictEqual(from, to)) continue;
    const onlyOpened = (isEmpty(from) && to === undefined) || (isEmpty(to) && from === undefined);
    if (!onlyOpened) changes[path] = { from: from ?? null, to: to ?? null };
  }
  return changes;
};
