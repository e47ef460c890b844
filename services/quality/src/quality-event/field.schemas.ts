import { z } from 'zod';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

/** A text that people write, of at most that many characters. */
export const text = (max: number) => z.string().trim().min(1).max(max);

/** A day; one that nobody can have meant is a slip of the pen. */
export const Day = z.iso
  .date()
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, `A day from ${FIRST_DAY} to ${LAST_DAY}`);

/** An id of any kind of record. */
export const Id = text(64);
