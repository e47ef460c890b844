import { isObject } from '@qsc/service-kit/pure';
import { done, fault, type Outcome } from './outcome.ts';
import { targetNameFault } from './target.ts';

const DEPTH_LIMIT = 8;

/**
 * A value of a partner as attributes can hold it: members that are null are left out, as a merge patch leaves them out, but within
 * lists, which it takes as they are. A name
 * that attributes may not have, a text that is no text and a depth that is an attack are faults.
 */
export const storable = (value: unknown, depth = 1, isInList = false): Outcome => {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? done(value === 0 ? 0 : value) : fault('No number.');
  if (typeof value !== 'object' || value === null) return done(value ?? null);
  if (depth > DEPTH_LIMIT) return fault(`The value is nested more than ${DEPTH_LIMIT} deep.`);
  return Array.isArray(value)
    ? mapEach(value, (item) => storable(item, depth + 1, true))
    : storableObject(value, depth, isInList);
};

/** What `take` makes of each member of a list; the first fault is the list's. */
export const mapEach = (list: readonly unknown[], take: (item: unknown) => Outcome): Outcome => {
  const taken: unknown[] = [];
  for (const item of list) {
    const outcome = take(item);
    if (!outcome.ok) return outcome;
    taken.push(outcome.value);
  }
  return done(taken);
};

const storableText = (text: string): Outcome =>
  text.includes('\0') || !text.isWellFormed() ? fault('The text has characters that cannot be stored.') : done(text);

const storableObject = (value: object, depth: number, isInList: boolean): Outcome => {
  const members: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(isObject(value) ? value : {})) {
    const message = targetNameFault(name);
    if (message) return fault(message);
    const outcome = storable(inner, depth + 1, isInList);
    if (!outcome.ok) return outcome;
    if (isInList || outcome.value !== null) members.push([name, outcome.value]);
  }
  return done(Object.fromEntries(members));
};
