/** What stands behind a test result: the word printed there or the evaluated specification; null where neither says. */
export type TestStatus = 'pass' | 'fail' | null;

/** One line of a certificate's results, as printed. `section` is the heading it stands under, `sample` its batch column. */
export type TestResult = {
  parameter: string;
  specification: string | null;
  result: string;
  status: TestStatus;
  confidence: number;
  unit?: string;
  section?: string;
  sample?: string;
};

/** The names of the single fields of a certificate, in the order of the result. */
export const FIELD_NAMES = [
  'batch_number',
  'manufacturing_date',
  'expiry_date',
  'issue_date',
  'retest_date',
  'manufacturer',
  'manufacturing_site',
  'holder',
  'scope',
  'certificate_number',
] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** The single fields of a certificate; dates as YYYY-MM-DD; null where the document says nothing. */
export type CertificateFields = Record<FieldName, string | null>;

export type ExtractedData = CertificateFields & {
  test_results: readonly TestResult[];
  field_confidence: Partial<Record<keyof CertificateFields, number>>;
  warnings: readonly string[];
};

/** Extraction result (specification, "Certificate"). `certificate_id` is null until a stored certificate is known. */
export type ExtractionResult = {
  certificate_id: string | null;
  extraction_status: 'complete';
  confidence_score: number;
  extracted_data: ExtractedData;
  extracted_at: string;
};
