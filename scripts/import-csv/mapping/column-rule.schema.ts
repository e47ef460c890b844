import { z } from 'zod';
import { dateFormatFault } from '../record/date-format.ts';

/** The name of a column. */
export const Column = z.string().min(1);
const Scalar = z.union([z.string(), z.number(), z.boolean()]);
/** What the mapping calls something. */
export const Label = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'Use small letters, digits, - and _, a letter first');
/** Set when the entity is created, and left alone afterwards: for what lives on in the system, such as a status. */
const Initial = z.boolean().default(false);

/** A value that comes from a column. */
export const fromColumn = z.strictObject({
  column: Column,
  type: z.enum(['text', 'integer', 'number', 'boolean', 'date', 'list']).default('text'),
  /** Of a date; YYYY, MM, M, DD and D stand for its parts. */
  format: z
    .string()
    .default('YYYY-MM-DD')
    .superRefine((format, context) => {
      const message = dateFormatFault(format);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  /** What stands between the items of a list. */
  separator: z.string().min(1).default(';'),
  /** The texts that may stand in the cell, and what each becomes. */
  values: z.record(z.string(), Scalar).optional(),
  /** Texts that mean that nothing is known. */
  blank: z.array(z.string()).default([]),
  required: z.boolean().default(false),
  /** The values of all rows of the entity, as a sorted list. */
  collect: z.boolean().default(false),
  initial: Initial,
});

/** A value that is the same for every row. */
export const fixed = z.strictObject({
  constant: Scalar,
  initial: Initial,
  /** A rule on a column: the constant is set where that column says something. */
  when: z.strictObject({ column: Column, blank: z.array(z.string()).default([]) }).optional(),
});

/** What identifies a record. */
export const Key = z.strictObject({
  columns: z.array(Column).min(1),
  /** `name`: without regard to case, spaces and punctuation. */
  match: z.enum(['exact', 'name']).default('exact'),
});

export type ColumnRule = z.infer<typeof fromColumn>;
export type ConstantRule = z.infer<typeof fixed>;
