import { isDeepStrictEqual } from 'node:util';
import type { Changes } from '@qsc/contracts/events';
import { isObject, type JsonObject, listLeaves } from './merge-patch.ts';

/** What of a record its history tells: plain values only. */
export type Tracked = JsonObject;

const allLeaves = (tracked: Tracked): Map<string, unknown> =>
  new Map(Object.entries(tracked).flatMap(([name, value]) => listLeaves(value, name)));

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** An object that only gained or lost members: its members show that, each by its own path. */
const isShownByMembers = (path: string, empty: unknown, other: Map<string, unknown>): boolean =>
  isEmptyObject(empty) && [...other.keys()].some((known) => known.startsWith(`${path}.`));

/** What differs between two states of a record, by the path of the leaf (`attributes.address.city`); absent is null. */
export const changesBetween = (before: Tracked, after: Tracked): Changes => {
  const [old, now] = [allLeaves(before), allLeaves(after)];
  const changes: Changes = {};
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(path), now.get(path)];
    if (old.has(path) && now.has(path) && isDeepStrictEqual(from, to)) continue;
    if (isShownByMembers(path, from, now) || isShownByMembers(path, to, old)) continue;
    changes[path] = { from: from ?? null, to: to ?? null };
  }
  return changes;
};
