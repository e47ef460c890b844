import { z } from 'zod';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

/** A text that people write about a supplier. */
export const Text = z.string().trim().min(1).max(2_000);

/** A day of a supplier's record: one that nobody can have meant is a slip of the pen. */
export const Day = z.iso
  .date()
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, `A day from ${FIRST_DAY} to ${LAST_DAY}`);
