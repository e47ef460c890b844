import type { ErrorCode } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/pure';
import { expect } from 'chai';

/** Expects that `work` ends in the coded error `code` and gives its sentence. */
export async function refused(work: () => unknown, code: ErrorCode): Promise<string> {
  try {
    await work();
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    expect(cause.code).to.equal(code);
    return cause.message;
  }
  throw new Error(`${code} was expected, and nothing was refused`);
}
