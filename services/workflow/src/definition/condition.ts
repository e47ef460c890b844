import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@qsc/service-kit/pure';
import { z } from 'zod';

const PATH_LENGTH = 128;
const TEXT_LENGTH = 512;
const LISTED_VALUES = 50;

/** Names with dots between them; `__proto__` is no name. */
const PATH = /^(?!.*__proto__)[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/;

/** A path to a value, as `root_cause.category`. */
export const Path = z
  .string()
  .max(PATH_LENGTH)
  .regex(PATH, 'A path is names with dots between them, such as root_cause.category');

const Comparable = z.union([z.string().max(TEXT_LENGTH), z.number()]);

const Scalar = z.union([z.string().max(TEXT_LENGTH), z.number(), z.boolean(), z.null()]);

type Scalar = z.infer<typeof Scalar>;

const Operators = z
  .strictObject({
    eq: Scalar.optional(),
    ne: Scalar.optional(),
    gt: Comparable.optional(),
    ge: Comparable.optional(),
    lt: Comparable.optional(),
    le: Comparable.optional(),
    in: z.array(Scalar).min(1).max(LISTED_VALUES).optional(),
  })
  .refine((operators) => Object.keys(operators).length > 0, 'Name an operator: eq, ne, gt, ge, lt, le or in');

type Operators = z.infer<typeof Operators>;

/** The condition on a value: equality, or all of the operators. */
export const Condition = z.union([Scalar, Operators], 'A value, or an object of eq, ne, gt, ge, lt, le and in');

export type Condition = z.infer<typeof Condition>;

/** Conditions by path; all must hold, and none is needed. */
export const When = z.record(Path, Condition);

export type When = z.infer<typeof When>;

type Values = Readonly<Record<string, unknown>>;

/**
 * The values of conditions: the event's record, the changes of the event (by the path of the leaf), and the waiting record,
 * where it was read.
 */
export type Scope = {
  event: Values;
  changes: Readonly<Record<string, { from: unknown; to: unknown }>>;
  record?: Values;
};

const RECORD = 'record.';
const CHANGES = 'changes.';
const FORMER = 'former.';

const asksRecord = ([path]: readonly [string, Condition]): boolean => path.startsWith(RECORD);

/** Whether a condition is about the waiting record, which has to be read for it. */
export const needsRecord = (when: When): boolean => Object.entries(when).some(asksRecord);

/** Whether the conditions on the event hold; those on the waiting record are ignored. */
export const eventFits = (when: When, scope: Scope): boolean =>
  Object.entries(when).every((entry) => asksRecord(entry) || fits(scope, entry));

/** Whether all conditions hold. What is absent is null; of a list, one member that fits is enough. */
export const holds = (when: When, scope: Scope): boolean => Object.entries(when).every((entry) => fits(scope, entry));

const fits = (scope: Scope, [path, condition]: readonly [string, Condition]): boolean => {
  const value = valueIn(scope, path);
  const operators = typeof condition === 'object' && condition !== null ? condition : { eq: condition };
  return (Object.keys(operators) as Operator[]).every((name) => CHECKS[name](value, operators[name] as never));
};

const valueIn = ({ event, changes, record = {} }: Scope, path: string): unknown => {
  if (path.startsWith(RECORD)) return valueAt(record, path.slice(RECORD.length));
  if (path.startsWith(CHANGES)) return ownValue(changes, path.slice(CHANGES.length))?.to ?? null;
  if (path.startsWith(FORMER)) return ownValue(changes, path.slice(FORMER.length))?.from ?? null;
  return valueAt(event, path);
};

const ownValue = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const valueAt = (values: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? ownValue(inner, name) : undefined), values) ??
  null;

type Operator = keyof Operators;

const toMembers = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const anyEquals = (value: unknown, wanted: Scalar): boolean =>
  toMembers(value).some((member) => isDeepStrictEqual(member ?? null, wanted));

type Comparison = (value: unknown, wanted: string | number) => boolean;

/** Numbers are compared as numbers and texts as texts (dates are texts that compare by time); nothing else has an order. */
const anyOrdered =
  (isOrdered: (member: string | number, wanted: string | number) => boolean): Comparison =>
  (value, wanted) =>
    toMembers(value).some(
      (member) =>
        (typeof member === 'string' || typeof member === 'number') &&
        typeof member === typeof wanted &&
        isOrdered(member, wanted),
    );

const CHECKS: { [Name in Operator]-?: (value: unknown, wanted: NonNullable<Operators[Name]>) => boolean } = {
  eq: anyEquals as never,
  ne: (value, wanted) => !anyEquals(value, wanted),
  gt: anyOrdered((member, wanted) => member > wanted),
  ge: anyOrdered((member, wanted) => member >= wanted),
  lt: anyOrdered((member, wanted) => member < wanted),
  le: anyOrdered((member, wanted) => member <= wanted),
  in: (value, wanted) => wanted.some((one) => anyEquals(value, one)),
};
