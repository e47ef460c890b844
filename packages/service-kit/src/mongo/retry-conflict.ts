import { DuplicateKey, VersionConflict } from './change.ts';

const ATTEMPTS = 40;
const LONGEST_PAUSE_MS = 50;

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS)));

const isVersionConflict = (error: unknown): boolean => error instanceof VersionConflict;

/** Whether a commit was refused since another one changed or created the same document first. */
export const isContended = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof DuplicateKey;

/**
 * Runs a read and its write again, after a short random pause, while another write is first. Throws the error of the last attempt,
 * and what is not retried.
 * @param isRetried which errors are retried: version conflicts, unless it says otherwise.
 */
export const retryConflict = async <Result>(
  run: () => Promise<Result>,
  isRetried: (error: unknown) => boolean | Promise<boolean> = isVersionConflict,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(await isRetried(error)) || attempt === ATTEMPTS) throw error;
      await pause(attempt);
    }
  }
};
