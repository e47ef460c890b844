import { z } from 'zod';

/** A text that people write, of at most that many characters. */
export const text = (max: number) => z.string().trim().min(1).max(max);

/** An id of any kind of record. */
export const Id = text(64);
