import { DuplicateKey, VersionConflict } from '@qsc/service-kit';

/** How often links are written anew that events write at the same time. */
const ROUNDS = 8;

/** Reads and writes links anew where an event makes or marks one in the same moment. Throws what the last try throws. */
export const untilWritten = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let round = 1; ; round += 1)
    try {
      return await write();
    } catch (error) {
      const isContended = error instanceof DuplicateKey || error instanceof VersionConflict;
      if (!isContended || round === ROUNDS) throw error;
    }
};
