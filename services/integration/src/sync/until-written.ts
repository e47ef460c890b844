import { DuplicateKey, VersionConflict } from '@qsc/service-kit';

/** The most attempts at links that events write at the same time. */
const MAX_ATTEMPTS = 8;

/** Repeats a read and write of links where an event changes one at the same time. Throws the error of the last attempt. */
export const untilWritten = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await write();
    } catch (error) {
      const isContended = error instanceof DuplicateKey || error instanceof VersionConflict;
      if (!isContended || attempt === MAX_ATTEMPTS) throw error;
    }
};
