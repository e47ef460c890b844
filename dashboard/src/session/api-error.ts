import { ApiError } from '@qsc/client';

/** Whether it is an error of the API with this code. */
export const hasCode = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);
