import { isVisible } from '@qsc/contracts';
import { AppError } from '../error.ts';
import { isObject, mergePatch } from '../merge-patch.ts';

const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && !isVisible(value)) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** Which of the fields, by their paths, neither the data nor, under it, the record's content has. */
export const missingFields = (
  fields: readonly string[],
  data: Record<string, unknown>,
  content: Record<string, unknown> = {},
): string[] => {
  const merged = mergePatch(content, data);
  return fields.filter((field) => isAbsent(valueAt(merged, field)));
};

/** Throws `missing_required_fields` where neither the data nor the record's content has a field that the state needs. */
export const requireFields = (
  toState: string,
  fields: readonly string[],
  { data, content }: { data: Record<string, unknown>; content: Record<string, unknown> },
): void => {
  const missing = missingFields(fields, data, content);
  if (missing.length === 0) return;
  throw new AppError('missing_required_fields', `The state "${toState}" needs ${missing.join(', ')}.`, {
    details: { missing_fields: missing },
  });
};
