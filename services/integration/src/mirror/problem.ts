import { AppError } from '@qsc/service-kit/pure';
import type { LocalWriteResult } from '../local/local-record.ts';
import { RemoteRefusal } from '../remote/remote-error.ts';
import type { MirrorProblem } from './mirror.ts';

/** A problem that our own checks found. */
export const ourProblem = (message: string, field: string | null = null): MirrorProblem => ({
  code: 'validation_failed',
  message,
  field,
});

/** What the owner of a record here refused. */
export const refusedProblem = ({ message, field }: Extract<LocalWriteResult, { ok: false }>): MirrorProblem =>
  ourProblem(message, field);

/** Refusals that are about the connection and not about a record. */
const HALTING: readonly string[] = ['INVALID_SESSION', 'RATE_LIMIT'];

/** The problem of a record in an error. Rethrows any other error. */
export const problemOfError = (error: unknown): MirrorProblem => {
  if (error instanceof RemoteRefusal && !HALTING.includes(error.code))
    return { code: error.code, message: error.message, field: error.field };
  if (!(error instanceof AppError) || error.httpStatus >= 500) throw error;
  const { fields = [] } = (error.details ?? {}) as { fields?: { field: string }[] };
  return ourProblem(error.message, fields[0]?.field ?? null);
};
