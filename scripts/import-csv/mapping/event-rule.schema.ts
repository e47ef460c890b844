import { z } from 'zod';
import { fromColumn, Key, Label } from './column-rule.schema.ts';

/** Types of quality events that a file can tell of, and their classifications, as the API has them. */
const EVENT_TYPES = ['deviation', 'audit_finding', 'complaint', 'change_request'] as const;
const CLASSIFICATIONS: readonly unknown[] = ['critical', 'major', 'minor', 'observation'];

const PLACE = /\{([^{}]+)\}/g;

/** A text with the names of columns in braces. */
const Template = z.string().min(1);

/** The columns that a template names. */
export const columnsIn = (template: string): string[] => [...template.matchAll(PLACE)].map(([, column = '']) => column);

/** The text of a template, with the cells of a row in the places of the columns. */
export const fillTemplate = (template: string, getCell: (column: string) => string): string =>
  template.replaceAll(PLACE, (_place, column: string) => getCell(column));

/** Which quality events the rows are. */
export const EventRule = z.strictObject({
  id: Label,
  type: z.enum(EVENT_TYPES),
  /** Rows with the same key tell of the same event, the first one's texts stand. */
  key: Key,
  /** The kinds of entity that it is about. By those of the last one it is found again. */
  about: z.array(Label).min(1),
  title: Template,
  description: Template,
  classification: fromColumn.refine(
    ({ values }) => values !== undefined && Object.values(values).every((value) => CLASSIFICATIONS.includes(value)),
    `Say by "values" what each text becomes: ${CLASSIFICATIONS.join(', ')}`,
  ),
  /** A label that tells those of this source from others. */
  category: z.string().min(1).max(64),
});

export type EventRule = z.infer<typeof EventRule>;
