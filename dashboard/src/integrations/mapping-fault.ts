import { ValidationError } from '@qsc/client';
import type { UseFormReturn } from 'react-hook-form';
import type { MappingContent } from './mapping-content.ts';

/** Where the API names a line of the mapping that was sent at that place. */
const LINE = /^mappings?(?:\.(\d+))?\.field_mappings\.(\d+)\.(\w+)/;

/** Marks the lines that the API refuses; answers what has no line, or the error itself where it is of another kind. */
export const markLines = (form: UseFormReturn<MappingContent>, error: unknown, at: number): unknown => {
  if (!(error instanceof ValidationError)) return error;
  const rest = error.fields.filter(({ field, message }) => {
    const [, place, line, member] = LINE.exec(field) ?? [];
    if (line === undefined || (place !== undefined && Number(place) !== at)) return true;
    form.setError(`fields.${Number(line)}.${member === 'source' ? 'source' : 'target'}`, { message });
    return false;
  });
  if (rest.length === error.fields.length) return error;
  if (rest.length === 0) return null;
  const { status, code, message, requestId, retryAfter, headers } = error;
  return new ValidationError({
    ...{ status, code, message, headers },
    request_id: requestId,
    retry_after: retryAfter,
    details: { fields: rest },
  });
};
