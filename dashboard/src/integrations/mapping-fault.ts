import { ValidationError } from '@qsc/client';

/** What the API refuses of a line of a mapping. */
export type LineFault = { line: number; member: 'source' | 'target'; message: string };

/** Where the API names a line of the mapping, alone or among others. */
const LINE = /^mappings?(?:\.(\d+))?\.field_mappings\.(\d+)\.(\w+)/;

/** The faults of lines, of the mapping at that place where several were sent, and the error without them; null where nothing is left. */
export const splitFault = (error: unknown, at?: number): { lines: LineFault[]; rest: unknown } => {
  if (!(error instanceof ValidationError)) return { lines: [], rest: error };
  const lines: LineFault[] = [];
  const others = error.fields.filter(({ field, message }) => {
    const [, place, line, member] = LINE.exec(field) ?? [];
    if (line === undefined || (place !== undefined && Number(place) !== at)) return true;
    lines.push({ line: Number(line), member: member === 'source' ? 'source' : 'target', message });
    return false;
  });
  if (others.length === 0) return { lines, rest: lines.length === 0 ? error : null };
  const { status, code, message, requestId, retryAfter, headers } = error;
  const answer = { status, code, message, headers, request_id: requestId, retry_after: retryAfter };
  return { lines, rest: new ValidationError({ ...answer, details: { fields: others } }) };
};
