import { isDeepStrictEqual } from 'node:util';

/** The checks that an expected value may ask for instead of being equal. */
const CHECKS: Record<string, { holds: (actual: unknown, wanted: unknown) => boolean; says: string }> = {
  $exists: { holds: (actual, wanted) => (actual !== undefined && actual !== null) === wanted, says: 'exists:' },
  $contains: {
    holds: (actual, wanted) =>
      typeof actual === 'string'
        ? actual.includes(String(wanted))
        : Array.isArray(actual) && actual.some((item) => findMismatch(wanted, item) === null),
    says: 'contains',
  },
  $at_least: {
    holds: (actual, wanted) => typeof actual === 'number' && actual >= Number(wanted),
    says: 'is at least',
  },
  $pattern: {
    holds: (actual, wanted) => typeof actual === 'string' && new RegExp(String(wanted)).test(actual),
    says: 'fits',
  },
  $one_of: {
    holds: (actual, wanted) => Array.isArray(wanted) && wanted.some((one) => isDeepStrictEqual(one, actual)),
    says: 'is one of',
  },
  $not: { holds: (actual, wanted) => findMismatch(wanted, actual) !== null, says: 'is not' },
};

/** Whether a member of a body holds a secret, by its name. */
export const isSecret = (name: string): boolean => /password|secret|token|(^|\.)key$|api_key$/i.test(name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body as the evidence shows it, without secrets. */
export const maskSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) && typeof inner === 'string' ? '***' : maskSecrets(inner),
    ]),
  );
};

const show = (value: unknown, path = ''): string => {
  const text = JSON.stringify(isSecret(path) && typeof value === 'string' ? '***' : maskSecrets(value)) ?? 'nothing';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

/**
 * Compares an answer with what is expected of it: objects must hold the expected members at least, arrays as many elements, and
 * `{ $contains: … }` and its like are checked by name. Gives null where it fits, else what does not, with its path.
 */
export const findMismatch = (expected: unknown, actual: unknown, path = ''): string | null => {
  const subject = path || 'the answer';
  if (isObject(expected)) {
    const checks = Object.entries(expected).filter(([name]) => name.startsWith('$'));
    for (const [name, wanted] of checks) {
      const check = CHECKS[name];
      if (!check) return `${name} is no check; known are ${Object.keys(CHECKS).join(', ')}`;
      if (!check.holds(actual, wanted))
        return `${subject} is ${show(actual, path)}; expected: ${check.says} ${show(wanted, path)}`;
    }
    if (checks.length > 0) return null;
    if (!isObject(actual)) return `${subject} is ${show(actual, path)}; expected an object`;
    for (const [name, wanted] of Object.entries(expected)) {
      const found = findMismatch(wanted, actual[name], path ? `${path}.${name}` : name);
      if (found) return found;
    }
    return null;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return `${subject} is ${show(actual, path)}; expected ${expected.length} elements`;
    for (const [index, wanted] of expected.entries()) {
      const found = findMismatch(wanted, actual[index], `${path}.${index}`);
      if (found) return found;
    }
    return null;
  }
  return isDeepStrictEqual(expected, actual)
    ? null
    : `${subject} is ${show(actual, path)}; expected ${show(expected, path)}`;
};

/** What an answer has where something is expected of it, for the report. */
export const describeActual = (expected: unknown, actual: unknown, path = ''): string[] => {
  const members = isObject(expected) ? Object.entries(expected) : [];
  if (members.length > 0 && isObject(actual) && !members.some(([name]) => name.startsWith('$')))
    return members.flatMap(([name, wanted]) => describeActual(wanted, actual[name], path ? `${path}.${name}` : name));
  const subject = path || 'the answer';
  if (Array.isArray(actual)) return [`${subject} has ${actual.length} elements`];
  return [`${subject} = ${actual === undefined ? 'nothing' : show(actual, subject)}`];
};

/** What is expected of an answer, in one line for the report. */
export const describeExpected = (expected: unknown, path = ''): string[] => {
  if (!isObject(expected)) return [`${path || 'the answer'} = ${show(expected, path)}`];
  const entries = Object.entries(expected);
  if (entries.some(([name]) => name.startsWith('$')))
    return entries.map(
      ([name, wanted]) => `${path || 'the answer'} ${CHECKS[name]?.says ?? name} ${show(wanted, path)}`,
    );
  return entries.flatMap(([name, wanted]) => describeExpected(wanted, path ? `${path}.${name}` : name));
};

/** The names of checks in an expected answer that there are not. */
export const findUnknownChecks = (expected: unknown): string[] => {
  if (Array.isArray(expected)) return expected.flatMap(findUnknownChecks);
  if (!isObject(expected)) return [];
  return Object.entries(expected).flatMap(([name, inner]) => [
    ...(name.startsWith('$') && !CHECKS[name] ? [name] : []),
    ...findUnknownChecks(inner),
  ]);
};
