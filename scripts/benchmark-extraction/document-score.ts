import { FIELD_NAMES, type FieldName } from '@qsc/certificate/result';
import { z } from 'zod';
import { type FieldJudgement, matchFields } from './match-field.ts';
import { matchRows, type RowMatch } from './match-row.ts';
import type { Truth } from './truth.ts';

const Row = z.object({
  parameter: z.string(),
  specification: z.string().nullable(),
  result: z.string(),
  status: z.enum(['pass', 'fail']).nullable(),
  confidence: z.number().min(0).max(1),
  unit: z.string().optional(),
  section: z.string().optional(),
  sample: z.string().optional(),
});

const fieldShape = Object.fromEntries(FIELD_NAMES.map((field) => [field, z.string().nullable().optional()])) as Record<
  FieldName,
  z.ZodOptional<z.ZodNullable<z.ZodString>>
>;

const Extraction = z.object({
  extracted_data: z.object({
    test_results: z.array(Row),
    field_confidence: z.partialRecord(z.enum(FIELD_NAMES), z.number()).optional(),
    warnings: z.array(z.string()).optional(),
    ...fieldShape,
  }),
});

/** What the bench reads of an extraction result. */
export type Extraction = z.infer<typeof Extraction>;

/** Checks the shape of an extraction result; throws where it is not the one of the specification. */
export const readExtraction = (result: unknown): Extraction => Extraction.parse(result);

/** How one document's extraction stands to its truth; `rows` is null where the truth holds none to compare with. */
export type DocumentScore = { rows: RowMatch | null; fields: FieldJudgement[] };

/** Scores one document; null stands for a document that ended in an error: all of its truth is missing. */
export const scoreDocument = (truth: Truth, extraction: Extraction | null): DocumentScore => ({
  rows: truth.rows ? matchRows(truth.rows, extraction?.extracted_data.test_results ?? []) : null,
  fields: matchFields(truth.fields, extraction?.extracted_data ?? {}),
});
