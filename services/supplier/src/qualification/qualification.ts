import { DocumentReference, RECORD_STATES } from '@qsc/contracts';
import { AppError, type Call, getRecordState, invalidField, requireTransition } from '@qsc/service-kit/pure';
import { z } from 'zod';
import { monthsAfter } from '../supplier/day.ts';

const table = RECORD_STATES.supplier;
if (!table) throw new Error('Suppliers have no table of states.');

/** The states of a supplier's qualification (specification, "Supplier qualification_status"). */
export const QUALIFICATIONS = Object.keys(table.transitions) as [string, ...string[]];

/** The outcomes of a qualification. One that was replaced or refused never took effect. */
export const OUTCOMES = ['effective', 'scheduled', 'replaced', 'refused'] as const;

/**
 * A requested qualification. The system of record gets it as the companion of the change and returns it in the event and in the
 * response; the same row is written from either.
 */
export const QualificationRecord = z.object({
  id: z.string(),
  status: z.string(),
  effective_date: z.iso.date(),
  reason: z.string().nullable(),
  conditions: z.array(z.string()),
  documents: z.array(z.string()),
  document_references: z.array(DocumentReference).optional(),
  next_review_date: z.iso.date().nullable(),
  changed_by: z.string(),
});

export type QualificationRecord = z.infer<typeof QualificationRecord>;

export const QUALIFICATION_COMPANION = 'supplier.qualification';

/** A qualification of a supplier as the domain knows it. */
export type Qualification = QualificationRecord & {
  org_id: string;
  supplier_id: string;
  previous_status: string;
  /** When it took effect; until then, when it was requested. */
  changed_at: Date;
  outcome: (typeof OUTCOMES)[number];
  refusal: { code: string; message: string } | null;
  /** The version of the supplier that it created, or at which it was requested. */
  supplier_version: number;
  request_id: string;
};

export type NewQualification = {
  status: string;
  effective_date: string;
  reason: string;
  next_review_date?: string | undefined;
  conditions?: string[] | undefined;
  documents?: string[] | undefined;
};

type Attributes = Readonly<Record<string, unknown>>;

/** Months to the next review, by risk. An unknown risk counts as high (decisions §4, "Suppliers"). */
const REVIEW_MONTHS: Readonly<Record<string, number>> = { critical: 12, high: 12, medium: 24, low: 36 };
const UNKNOWN_RISK_MONTHS = 12;

const REVIEWED: ReadonlySet<string> = new Set(['qualified', 'conditional']);

const nextReview = (input: NewQualification, riskLevel: unknown): string | null => {
  if (input.next_review_date !== undefined) return input.next_review_date;
  if (!REVIEWED.has(input.status)) return null;
  return monthsAfter(input.effective_date, REVIEW_MONTHS[String(riskLevel)] ?? UNKNOWN_RISK_MONTHS);
};

/** The record of a request. Throws `validation_failed` for a review before the effective date. */
export const toQualificationRecord = (
  input: NewQualification,
  supplier: { attributes: Attributes },
  { id, changedBy, references }: { id: string; changedBy: string; references: DocumentReference[] },
): QualificationRecord => {
  if (input.next_review_date !== undefined && input.next_review_date < input.effective_date)
    throw invalidField('next_review_date', 'too_early', 'The next review is not before the effective date.');
  return {
    id,
    status: input.status,
    effective_date: input.effective_date,
    reason: input.reason,
    conditions: input.conditions ?? [],
    documents: input.documents ?? [],
    document_references: references,
    next_review_date: nextReview(input, supplier.attributes.risk_level),
    changed_by: changedBy,
  };
};

const orNull = (texts: readonly string[]): readonly string[] | null => (texts.length === 0 ? null : texts);

const toAttributes = (record: QualificationRecord): Record<string, unknown> => ({
  qualification_date: record.effective_date,
  conditions: orNull(record.conditions),
  documents: orNull(record.documents),
  ...(record.next_review_date === null ? {} : { next_audit_date: record.next_review_date }),
});

/** The change of the supplier that a qualification is. */
export const toChange = (record: QualificationRecord) => ({
  toState: record.status,
  attributes: toAttributes(record),
  companion: { kind: QUALIFICATION_COMPANION, record },
});

/** The current qualification status of a supplier. */
export const currentStatus = (attributes: Attributes): string => getRecordState(table, attributes);

/**
 * Throws the refusal of the system of record if the qualification took effect now: `invalid_transition`, `forbidden`,
 * `missing_required_fields`.
 */
export const requireQualifiable = (
  attributes: Attributes,
  record: QualificationRecord,
  call: Pick<Call, 'actor' | 'now' | 'zone'>,
): void => {
  const after = { ...attributes, ...toAttributes(record) };
  requireTransition(table, { from: currentStatus(attributes), to: record.status, after }, call);
};

/** The error with the field names of this body. In the record they are attributes of the supplier. */
export const withFieldNames = (error: unknown): unknown => {
  if (!(error instanceof AppError) || error.code !== 'missing_required_fields') return error;
  const missing = (error.details?.missing_fields ?? []) as string[];
  const missing_fields = missing.map((field) => field.replace(/^attributes\./, ''));
  return new AppError(error.code, error.message, { details: { ...error.details, missing_fields }, cause: error });
};
