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

/** The single fields of a certificate; dates as YYYY-MM-DD; null where the document says nothing. */
export type CertificateFields = {
  batch_number: string | null;
  manufacturing_date: string | null;
  expiry_date: string | null;
  issue_date: string | null;
  retest_date: string | null;
  manufacturer: string | null;
  manufacturing_site: string | null;
  holder: string | null;
  scope: string | null;
  certificate_number: string | null;
};

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
