import { errorFields } from './log.ts';

/** A fault that the operator of a program can repair. Its sentence says how, and never holds a secret. */
export class StartFault extends Error {
  override name = 'StartFault';
}

/** What is logged where a program cannot start: a sentence, and the stack of what is not foreseen. */
export const startFields = (error: unknown): Record<string, unknown> =>
  error instanceof StartFault ? { reason: error.message } : errorFields(error);
