import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@qsc/service-kit/pure';
import { decimalForm } from '../remote/json.ts';

/** The values of a record by target (`name`, `attributes.<path>`). An empty target is null. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether two values are the same; nothing and null are, and the order of names does not count. */
export const sameValue = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one ?? null, other ?? null);

/**
 * Whether two values of a field say the same: nothing beside an empty text, a text that Unicode writes in another way, a moment or
 * (`isNumber`) a number that is written in another way, such as `1.50`.
 */
export const sameMeaning = (one: unknown, other: unknown, isNumber: boolean): boolean => {
  if (sameValue(one, other)) return true;
  if (typeof (one ?? '') === 'object' || typeof (other ?? '') === 'object') return false;
  const [left, right] = [one, other].map((value) => String(value ?? '').normalize('NFC')) as [string, string];
  if (left === right) return true;
  const moment = toMoment(left);
  if (moment !== null && moment === toMoment(right)) return true;
  if (!isNumber && typeof one !== 'number' && typeof other !== 'number') return false;
  const number = decimalForm(left);
  return number !== null && number === decimalForm(right);
};

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

const toMoment = (text: string): number | null => (MOMENT.test(text) ? Date.parse(text) : null);

/** The value at a dotted path; null where there is none. Reads own members only. */
export const valueAt = (from: unknown, path: string): unknown => {
  let value = from;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value ?? null;
};

/** Objects in objects out of values by path, as own members whatever their name. No path may go through another's value. */
export const nested = (entries: Iterable<readonly [path: string, value: unknown]>): Record<string, unknown> => {
  const root: Record<string, unknown> = {};
  for (const [path, value] of entries) {
    const names = path.split('.');
    const last = names.pop() as string;
    put(names.reduce(within, root), last, value);
  }
  return root;
};

const within = (parent: Record<string, unknown>, name: string): Record<string, unknown> => {
  const inner = Object.hasOwn(parent, name) ? parent[name] : undefined;
  if (isObject(inner)) return inner;
  const made: Record<string, unknown> = {};
  put(parent, name, made);
  return made;
};

const put = (parent: object, name: string, value: unknown): void => {
  Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
};
