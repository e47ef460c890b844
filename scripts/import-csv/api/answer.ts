import { createHash, randomUUID } from 'node:crypto';
import { ConflictError, ValidationError } from '@qsc/client';

/** What became of one record: its id, or why the API refused it. */
export type ItemResult = { id: string } | { refused: { field: string; message: string } };

/** The error of one record, as far as the report tells of it. */
type RecordError = { message: string; details?: { fields?: readonly { field: string; message: string }[] } };

/** Why the API refused a record, for the report: the field and a sentence. */
export const catchRefusal = ({ message, details }: RecordError): { field: string; message: string } => {
  const first = details?.fields?.[0];
  return { field: first?.field ?? '', message: `The API refuses the record. ${first?.message ?? message}` };
};

/** The refusal of a record that the API answers every time, such as of one whose code another has. Throws any other error. */
export const refusedOrThrow = (error: unknown): ItemResult => {
  if (error instanceof ValidationError || error instanceof ConflictError) return { refused: catchRefusal(error) };
  throw error;
};

/**
 * The idempotency key of a request: the same for the same body of another run, so that nothing is created twice; a new one
 * where the request shall be done again.
 */
export const idempotencyKey = (body: object, again = false): string =>
  again ? randomUUID() : `import-${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}`;
