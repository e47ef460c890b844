const PAUSE_MS = 10;

/**
 * Waits until `look` gives something other than null, undefined or false, and gives it back: for what becomes true by an
 * event of another process. Throws what was awaited after the deadline.
 */
export const eventually = async <T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadlineMs = 10_000,
): Promise<T> => {
  const end = Date.now() + deadlineMs;
  while (Date.now() < end) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`This did not come about within ${deadlineMs} ms: ${what}`);
};
