import { z } from 'zod';

/** What stands behind a test result: the word printed there or the evaluated specification; null where neither says. */
export const TestStatus = z.enum(['pass', 'fail']).nullable();
export type TestStatus = z.infer<typeof TestStatus>;

const Share = z.number().min(0).max(1);

/** A part of a page as shares of its width and height, from the top left: [x, y, width, height]. */
const PageBox = z.array(Share).length(4).meta({ description: 'Left, top, width and height, as shares of the page.' });

/** Where a value stands in the document. */
export const Place = z.object({
  page: z.number().int().min(1).meta({ description: 'The page of the document, from 1.' }),
  box: PageBox,
});
export type Place = z.infer<typeof Place>;

/** Where the line of a result stands; null for data, which has no pages. */
export const PLACE_SHAPE = {
  page: Place.shape.page.nullable(),
  box: PageBox.nullable(),
};

/**
 * One line of a certificate's results, as printed; `result` is null where the line leaves it open. `section` is the heading
 * it stands under, `sample` its batch column or which of several results it is.
 */
export const TestResult = z.object({
  parameter: z.string(),
  specification: z.string().nullable(),
  result: z.string().nullable(),
  status: TestStatus,
  confidence: Share,
  unit: z.string().optional(),
  section: z.string().optional(),
  sample: z.string().optional(),
  ...PLACE_SHAPE,
});
export type TestResult = z.infer<typeof TestResult>;

const Field = z.string().nullable();

/** The single fields of a certificate; dates as YYYY-MM-DD; null where the document says nothing. */
export const CertificateFields = z.object({
  batch_number: Field,
  manufacturing_date: Field,
  expiry_date: Field,
  issue_date: Field,
  retest_date: Field,
  manufacturer: Field,
  manufacturing_site: Field,
  holder: Field,
  scope: Field,
  certificate_number: Field,
});
export type CertificateFields = z.infer<typeof CertificateFields>;

/** The names of the single fields, in the order of the result. */
export const FieldName = CertificateFields.keyof();
export type FieldName = z.infer<typeof FieldName>;
export const FIELD_NAMES = FieldName.options;

/** Where the values of single fields stand: of those that stand at one place of a page. */
export const FieldPlaces = z.partialRecord(FieldName, Place);

/** What a certificate says. */
export const ExtractedData = CertificateFields.extend({
  test_results: z.array(TestResult),
  field_confidence: z.partialRecord(FieldName, Share),
  field_places: FieldPlaces,
  warnings: z.array(z.string()),
});
export type ExtractedData = z.infer<typeof ExtractedData>;

/** Extraction result (specification, "Certificate"). `certificate_id` is null until a stored certificate is known. */
export const ExtractionResult = z.object({
  certificate_id: z.string().nullable(),
  extraction_status: z.literal('complete'),
  confidence_score: Share,
  extracted_data: ExtractedData,
  extracted_at: z.iso.datetime(),
});
export type ExtractionResult = z.infer<typeof ExtractionResult>;
