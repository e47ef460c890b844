import { ExtractedData } from '@qsc/certificate-extraction/result';
import { exampleId } from '@qsc/contracts';
import { Instant } from '@qsc/service-kit';
import { z } from 'zod';
import { EXTRACTION_STATUSES } from '../certificate/certificate.ts';

export const ExtractionCertificateId = z.object({
  certificate_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Which certificate.', examples: [exampleId('certificate')] }),
});

export const ExtractionStatus = z.enum(EXTRACTION_STATUSES).meta({
  id: 'ExtractionStatus',
  description:
    '`pending` until a program has begun to read the document, `processing` while it reads, then `complete` or `failed`.',
});

/** The extraction result (specification, "Certificate"). */
export const Extraction = z
  .object({
    certificate_id: z.string(),
    extraction_status: ExtractionStatus,
    confidence_score: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'How far the document as a whole was understood; null before the first complete run.' }),
    extracted_data: ExtractedData.nullable().meta({
      description:
        'What the last complete run read. `warnings` tell what a reviewer should look at, also where document and record disagree.',
    }),
    extracted_at: Instant.nullable(),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the latest run failed; null where it did not.' }),
  })
  .meta({ id: 'Extraction' });
