const DUPLICATE_KEY = 11_000;

/** Whether MongoDB refused a write for a unique index (its code 11000). Takes what was caught, or one fault of a bulk write. */
export const isDuplicateKey = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === DUPLICATE_KEY;
