const PAUSE_MS = 10;
const TIMEOUT_MS = 300_000;

/**
 * Waits until `look` gives something other than null, undefined or false, and gives it back: for what becomes true by an
 * event of another process. Throws what was awaited when that takes five minutes: far more than it takes on a slow machine.
 */
export const eventually = async <T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> => {
  const end = Date.now() + TIMEOUT_MS;
  while (Date.now() < end) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`This did not come about within ${TIMEOUT_MS} ms: ${what}`);
};
