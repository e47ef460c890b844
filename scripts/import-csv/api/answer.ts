import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Unfinished, UsageError } from '../import-error.ts';
import { type Answer, errorOf } from './client.ts';

const FieldFault = z.object({ field: z.string(), message: z.string() });

/** The error of one record, as far as the report tells of it. */
export const RecordError = z.object({
  message: z.string(),
  details: z.object({ fields: z.array(FieldFault).optional() }).optional(),
});

/** What became of one record: its id, or why the API refused it. */
export type ItemResult = { id: string } | { refused: { field: string; message: string } };

/** Why the API refused a record, for the report: the field and a sentence. */
export const refusalOf = ({ message, details }: z.infer<typeof RecordError>): { field: string; message: string } => {
  const first = details?.fields?.[0];
  return { field: first?.field ?? '', message: `The API refuses the record. ${first?.message ?? message}` };
};

/**
 * The idempotency key of a request: the same for the same body of another run, so that nothing is created twice; a new one
 * where the request shall be done again.
 */
export const idempotencyKey = (body: string, again: boolean): string =>
  again ? randomUUID() : `import-${createHash('sha256').update(body).digest('base64url')}`;

/** Throws `Unfinished` for an answer that the import cannot go on from. */
export const requireStatus = ({ status, body }: Answer, statuses: readonly number[]): void => {
  if (statuses.includes(status)) return;
  throw new Unfinished(`The API refuses the request (${status}). ${errorOf(body).message ?? ''}`.trim());
};

/** The body of an answer. Throws `UsageError` where it is not one of this API, `Unfinished` for another status. */
export const parseAnswer = <T>(schema: z.ZodType<T>, answer: Answer, statuses: readonly number[]): T => {
  const stranger = new UsageError('What answers at the base URL is not this API.');
  if (answer.status === 404) throw stranger;
  requireStatus(answer, statuses);
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  throw stranger;
};
