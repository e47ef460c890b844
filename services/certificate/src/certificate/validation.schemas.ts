import { type FieldName, TestStatus } from '@qsc/certificate-extraction/result';
import { Day, visibleText } from '@qsc/contracts';
import { z } from 'zod';
import { Batch } from './certificate.schemas.ts';

const TEXT_LENGTH = 2_000;
const NOTES_LENGTH = 4_000;
const ROWS = 1_000;

const RowOverride = z
  .strictObject({
    index: z.number().int().min(0).optional().meta({ description: 'The row, counted from 0.' }),
    parameter: z
      .string()
      .max(TEXT_LENGTH)
      .optional()
      .meta({ description: 'The row by its name, where one alone has it.' }),
    specification: z.string().max(TEXT_LENGTH).nullable().optional(),
    result: visibleText(TEXT_LENGTH).optional(),
    status: TestStatus.optional(),
    unit: z.string().max(64).optional(),
    reason: visibleText(TEXT_LENGTH).optional().meta({ description: 'Why, where it is not in `notes`.' }),
  })
  .refine(({ index, parameter }) => index !== undefined || parameter !== undefined, {
    message: 'A row is named by its index or its parameter',
  })
  .meta({ id: 'TestResultOverride' });

const Corrected = visibleText(TEXT_LENGTH).nullable().optional();
const CorrectedDay = Day.nullable().optional();

const Overrides = z
  .strictObject({
    batch_number: Batch.nullable().optional(),
    manufacturing_date: CorrectedDay,
    expiry_date: CorrectedDay,
    issue_date: CorrectedDay,
    retest_date: CorrectedDay,
    manufacturer: Corrected,
    manufacturing_site: Corrected,
    holder: Corrected,
    scope: Corrected,
    certificate_number: Corrected,
    test_results: z.array(RowOverride).max(ROWS).optional(),
  } satisfies Record<FieldName | 'test_results', z.ZodType>)
  .meta({ id: 'CertificateOverrides', description: 'Corrections of what was read, which is kept as it is.' });

export const ValidateCertificate = z
  .strictObject({
    status: z.enum(['valid', 'rejected']),
    notes: visibleText(NOTES_LENGTH).optional().meta({
      description:
        'Why; needed to reject what was valid, and for `valid` where a row fails its specification or has no status, also where a correction calls it `pass` while its result does not meet it.',
    }),
    overrides: Overrides.optional(),
  })
  .meta({ id: 'CertificateFinding' });

export type ValidateCertificate = z.infer<typeof ValidateCertificate>;
