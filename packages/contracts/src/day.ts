import { z } from 'zod';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

/**
 * A typed day of a request, YYYY-MM-DD, from 1900-01-01 to 2199-12-31: any other is a slip of the pen ("0206-05-31").
 * Attributes and synchronised values keep every day of the calendar.
 */
export const Day = z.iso
  .date()
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, `A day from ${FIRST_DAY} to ${LAST_DAY}`);
