import type { ExtractedData } from '@qsc/certificate-extraction/result';
import { dayAfter, type LocalTime, toDay } from '@qsc/contracts';

/** The kinds of certificate (specification, "Certificate"). */
export const CERTIFICATE_TYPES = ['coa', 'coc', 'gmp', 'iso', 'qualification', 'audit'] as const;

export type CertificateType = (typeof CERTIFICATE_TYPES)[number];

/** The states of a certificate (specification, "Certificate status"). */
export const CERTIFICATE_STATUSES = ['pending', 'valid', 'expiring_soon', 'expired', 'rejected', 'superseded'] as const;

export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

export const EXTRACTION_STATUSES = ['pending', 'processing', 'complete', 'failed'] as const;

export type ExtractionStatus = (typeof EXTRACTION_STATUSES)[number];

/** The stored document: where it lies and what it is. `checksum` is `sha256:<hex>`. */
export type StoredDocument = {
  file_id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  checksum: string;
};

/** The latest run of the extraction; `data` is what the last complete one read, kept as it was read. */
export type Extraction = {
  status: ExtractionStatus;
  /** Which run it is; a result of an earlier one is not taken any more. */
  run: number;
  confidence_score: number | null;
  data: ExtractedData | null;
  extracted_at: Date | null;
  error: { code: string; message: string } | null;
};

/** The extraction of a certificate that was just uploaded: its first run is requested in the same commit. */
export const FIRST_RUN: Extraction = {
  status: 'pending',
  run: 1,
  confidence_score: null,
  data: null,
  extracted_at: null,
  error: null,
};

/**
 * One correction beside the raw extraction: a field (`batch_number`) or a field of a row (`test_results.3.result`). `parameter`
 * is that of the row, since a further run may find the row elsewhere, or another one in its place.
 */
export type Override = {
  path: string;
  parameter?: string | undefined;
  value: unknown;
  from: unknown;
  by: string;
  at: Date;
  reason: string | null;
};

/**
 * A certificate as it is stored. `status` is pending, valid, rejected or superseded where only people and other certificates
 * have decided, and expiring_soon or expired once the sweep has reported it; `statusOn` gives the status of today.
 */
export type Certificate = {
  id: string;
  org_id: string;
  type: CertificateType;
  name: string;
  status: CertificateStatus;
  supplier_id: string | null;
  component_id: string | null;
  batch_number: string | null;
  /** Days, YYYY-MM-DD. */
  issue_date: string | null;
  expiry_date: string | null;
  /** The certificate that this one takes the place of once it is found valid. */
  supersedes: string | null;
  superseded_by: string | null;
  document: StoredDocument;
  extraction: Extraction;
  overrides: Override[];
  validation: { validated_at: Date; validated_by: string; validation_notes: string | null } | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  created_by: string;
};

/** How many days before its expiry a certificate is expiring_soon (specification, "Limits"). */
export const EXPIRING_DAYS = 90;

const BY_DATE: ReadonlySet<CertificateStatus> = new Set(['valid', 'expiring_soon', 'expired']);

/**
 * The state that holds on the organisation's day, whether or not the sweep has been there: valid on its expiry date, expired from the
 * day after; without an expiry date it never expires (decisions §4, "Certificates").
 */
export const statusOn = (
  { status, expiry_date }: Pick<Certificate, 'status' | 'expiry_date'>,
  at: LocalTime,
): CertificateStatus => {
  if (!BY_DATE.has(status)) return status;
  if (expiry_date === null) return 'valid';
  if (expiry_date < toDay(at)) return 'expired';
  return expiry_date <= dayAfter(at, EXPIRING_DAYS) ? 'expiring_soon' : 'valid';
};
