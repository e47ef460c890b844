import { FieldPlaces, PLACE_SHAPE, TestStatus } from '@qsc/certificate-extraction/result';
import { Day, exampleId, visibleText } from '@qsc/contracts';
import {
  ChangedValues,
  ESCAPED_COMMA,
  Instant,
  listParameter,
  listQuery,
  Paging,
  searchQuery,
  timeline,
  wholeNumber,
} from '@qsc/service-kit';
import { z } from 'zod';
import { CERTIFICATE_STATUSES, CERTIFICATE_TYPES, EXTRACTION_STATUSES } from './certificate.ts';

const NAME_LENGTH = 512;

export const CertificateType = z
  .enum(CERTIFICATE_TYPES)
  .meta({ id: 'CertificateType', description: 'What kind of document it is.' });

export const CertificateStatus = z.enum(CERTIFICATE_STATUSES).meta({
  id: 'CertificateStatus',
  description: 'The state on the day of the request: `expiring_soon` and `expired` follow from the date alone.',
});

const Id = z.string().min(1).max(64);
/** A batch number as it is stored. */
export const Batch = visibleText(128);
/** The metadata of an upload. Throws for an expiry before the issue. */
export const NewCertificate = z
  .strictObject({
    type: CertificateType,
    name: visibleText(NAME_LENGTH).meta({ description: 'How people call it.' }),
    supplier_id: Id.nullish().meta({ description: 'The supplier whom it is of.' }),
    component_id: Id.nullish().meta({ description: 'The component that it is about.' }),
    batch_number: Batch.nullish(),
    issue_date: Day.nullish(),
    expiry_date: Day.nullish().meta({ description: 'The last day on which it holds; without one it never expires.' }),
    supersedes: Id.nullish().meta({
      description:
        'The certificate that this one takes the place of once it is found valid; not one of another supplier.',
    }),
  })
  .refine(({ issue_date, expiry_date }) => !issue_date || !expiry_date || expiry_date >= issue_date, {
    path: ['expiry_date'],
    message: 'The expiry date may not come before the issue date',
  })
  .meta({ id: 'NewCertificate' });

export type NewCertificate = z.infer<typeof NewCertificate>;

/** The metadata of a document that is synchronised: another system's days are kept, "9999-12-31" too. */
export const SynchronisedCertificate = NewCertificate.safeExtend({
  issue_date: z.iso.date().nullish(),
  expiry_date: z.iso.date().nullish(),
});

const Document = z
  .object({
    file_id: z.string(),
    filename: z.string(),
    mime_type: z.string().meta({ description: 'Determined by the content of the file.' }),
    size_bytes: z.number().int(),
    checksum: z.string().meta({ description: '`sha256:` and the digest of the file in hexadecimal.' }),
  })
  .meta({ id: 'CertificateDocument' });

const Row = z
  .object({
    parameter: z.string(),
    specification: z.string().nullable(),
    result: z.string().nullable().meta({ description: 'Null where the line holds no result.' }),
    status: TestStatus,
    confidence: z.number(),
    unit: z.string().optional(),
    section: z.string().optional(),
    sample: z.string().optional(),
    ...PLACE_SHAPE,
  })
  .meta({ id: 'TestResult' });

const Override = z
  .object({
    path: z.string().meta({ description: 'What was corrected: `batch_number`, or `test_results.3.result`.' }),
    parameter: z.string().optional().meta({
      description: 'The parameter of the row, by which it is found again when the document was read once more.',
    }),
    value: z.unknown(),
    from: z.unknown().meta({ description: 'What stood there before.' }),
    by: z.string(),
    at: Instant,
    reason: z.string().nullable(),
  })
  .meta({ id: 'CertificateOverride', description: 'A correction beside what was read.' });

const Read = z.string().nullable();

const ShownData = z
  .object({
    test_results: z.array(Row),
    batch_number: Read,
    manufacturing_date: Read,
    expiry_date: Read,
    issue_date: Read,
    retest_date: Read,
    manufacturer: Read,
    manufacturing_site: Read,
    holder: Read,
    scope: Read,
    certificate_number: Read,
    field_places: FieldPlaces,
    warnings: z
      .array(z.string())
      .meta({ description: 'Also where the metadata says something else than the document.' }),
    overrides: z.array(Override),
  })
  .meta({
    id: 'CertificateData',
    description: 'What the document says, with the corrections of people in their places.',
  });

const Validation = z
  .object({ validated_at: Instant, validated_by: z.string(), validation_notes: z.string().nullable() })
  .meta({ id: 'CertificateValidation' });

/** A certificate as the API shows it. */
export const Certificate = z
  .object({
    id: z.string(),
    type: CertificateType,
    name: z.string(),
    status: CertificateStatus,
    supplier_id: z.string().nullable(),
    component_id: z.string().nullable(),
    batch_number: z.string().nullable(),
    issue_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    supersedes: z.string().nullable(),
    superseded_by: z.string().nullable(),
    document: Document,
    extraction_status: z.enum(EXTRACTION_STATUSES),
    extracted_data: ShownData.nullable(),
    validation: Validation.nullable(),
    created_at: Instant,
    updated_at: Instant,
    created_by: z.string(),
    version: z.number().int(),
  })
  .meta({ id: 'Certificate', description: 'A document of a supplier, what it says and whether it holds.' });

export const HistoryItem = z
  .object({
    action: z.string().meta({ description: 'Such as `uploaded`, `extracted`, `validated`, `superseded`.' }),
    timestamp: Instant,
    user: z.string().meta({ description: 'The user or application, or `system`.' }),
    details: z.record(z.string(), z.unknown()),
    version: z.number().int(),
    changes: ChangedValues,
  })
  .meta({ id: 'CertificateHistoryItem' });

const Count = z.number().int();

export const ExpirySummary = z
  .object({
    total: Count,
    by_status: z.record(z.enum(CERTIFICATE_STATUSES), Count),
    expiring_by_period: z
      .object({ '30_days': Count, '60_days': Count, '90_days': Count })
      .meta({ description: 'Cumulative: what expires within 30 days is also within 60.' }),
    by_type: z.record(z.string(), z.object({ total: Count, expiring_soon: Count })),
  })
  .meta({ id: 'ExpirySummary', description: 'How many certificates there are, and how many run out soon.' });

export const CertificateId = z.object({
  certificate_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the certificate.', examples: [exampleId('certificate')] }),
});

const Days = wholeNumber(0, 36_500);

/** The filters of the list. */
export const CertificateListQuery = z.strictObject({
  type: listParameter(z.enum(CERTIFICATE_TYPES)).optional().meta({ description: 'One or several types by comma.' }),
  status: listParameter(z.enum(CERTIFICATE_STATUSES))
    .optional()
    .meta({ description: 'One or several states by comma.' }),
  supplier_id: listParameter(Id).optional().meta({ description: 'One or several suppliers by comma.' }),
  component_id: listParameter(Id).optional().meta({ description: 'One or several components by comma.' }),
  batch_number: listParameter(Batch)
    .optional()
    .meta({ description: `One or several batches by comma; ${ESCAPED_COMMA}.` }),
  ...searchQuery,
  expiring_before: z.iso.date().optional().meta({ description: 'The expiry date comes before this day.' }),
  expiring_within_days: Days.optional().meta({
    description: 'Valid or expiring soon, with at most so many days left; 0 is the last day.',
  }),
  ...listQuery(['created_at', 'updated_at', 'name', 'expiry_date', 'id']),
});

export type CertificateListQuery = z.infer<typeof CertificateListQuery>;

export const HistoryQuery = z.strictObject({
  ...timeline('timestamp'),
  per_page: Paging.per_page.unwrap().default(100).meta({ description: 'How many items to a page.' }),
});

export type HistoryQuery = z.infer<typeof HistoryQuery>;
