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

export const extractionExample = {
  certificate_id: exampleId('certificate'),
  extraction_status: 'complete' as const,
  confidence_score: 0.97,
  extracted_data: {
    batch_number: 'AB-2201',
    manufacturing_date: '2026-01-12',
    expiry_date: '2028-01-11',
    issue_date: '2026-01-20',
    retest_date: null,
    manufacturer: 'Acme Pharma',
    manufacturing_site: 'Acme Pharma, Hamburg',
    holder: null,
    scope: null,
    certificate_number: 'C-20317',
    test_results: [
      {
        parameter: 'Assay',
        specification: '98.0 - 102.0 %',
        result: '99.6 %',
        status: 'pass' as const,
        confidence: 0.98,
        page: 1,
        box: [0.08, 0.412, 0.84, 0.021],
      },
    ],
    field_confidence: { batch_number: 0.99, expiry_date: 0.96 },
    field_places: {
      batch_number: { page: 1, box: [0.62, 0.183, 0.11, 0.016] },
    },
    warnings: [],
  },
  extracted_at: '2026-03-02T09:30:04.000Z',
  error: null,
};

export const extractionUnderWayExample = {
  ...extractionExample,
  extraction_status: 'processing' as const,
  confidence_score: null,
  extracted_data: null,
  extracted_at: null,
};
