import { RECORD_STATES } from '@qsc/contracts';
import { AppError, type Call, invalidField, recordStateOf, requireMove } from '@qsc/service-kit/pure';
import { z } from 'zod';
import { monthsAfter } from '../supplier/day.ts';

const table = RECORD_STATES.supplier;
if (!table) throw new Error('Suppliers have no table of states.');

/** The states of a supplier's qualification (specification, "Supplier qualification_status"). */
export const QUALIFICATIONS = Object.keys(table.moves) as [string, ...string[]];

/** What becomes of a qualification. One that was replaced or refused never took effect. */
export const OUTCOMES = ['effective', 'scheduled', 'replaced', 'refused'] as const;

/**
 * A qualification as it was asked for. It goes to the system of record as the companion of the change, and comes back in the
 * event and in the answer; from either the same row is written.
 */
export const QualificationRecord = z.object({
  id: z.string(),
  status: z.string(),
  effective_date: z.iso.date(),
  reason: z.string().nullable(),
  conditions: z.array(z.string()),
  documents: z.array(z.string()),
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
  /** When it was asked for, and from when on it takes effect that of its effect. */
  changed_at: Date;
  outcome: (typeof OUTCOMES)[number];
  refusal: { code: string; message: string } | null;
  /** The version of the supplier that it made, or that it was asked for at. */
  supplier_version: number;
  request_id: string;
};

export type AskedQualification = {
  status: string;
  effective_date: string;
  reason: string;
  next_review_date?: string | undefined;
  conditions?: string[] | undefined;
  documents?: string[] | undefined;
};

type Attributes = Readonly<Record<string, unknown>>;

/** Months to the next review, by risk; a risk that nobody knows is taken for a high one (decisions §4, "Suppliers"). */
const REVIEW_MONTHS: Readonly<Record<string, number>> = { critical: 12, high: 12, medium: 24, low: 36 };
const UNKNOWN_RISK_MONTHS = 12;

const REVIEWED: ReadonlySet<string> = new Set(['qualified', 'conditional']);

const nextReviewOf = (asked: AskedQualification, riskLevel: unknown): string | null => {
  if (asked.next_review_date !== undefined) return asked.next_review_date;
  if (!REVIEWED.has(asked.status)) return null;
  return monthsAfter(asked.effective_date, REVIEW_MONTHS[String(riskLevel)] ?? UNKNOWN_RISK_MONTHS);
};

/** The record of what was asked for. Throws `validation_failed` for a review before the day that it takes effect. */
export const recordOfAsked = (
  asked: AskedQualification,
  supplier: { attributes: Attributes },
  { id, changedBy }: { id: string; changedBy: string },
): QualificationRecord => {
  if (asked.next_review_date !== undefined && asked.next_review_date < asked.effective_date)
    throw invalidField('next_review_date', 'too_early', 'The next review is not before the effective date.');
  return {
    id,
    status: asked.status,
    effective_date: asked.effective_date,
    reason: asked.reason,
    conditions: asked.conditions ?? [],
    documents: asked.documents ?? [],
    next_review_date: nextReviewOf(asked, supplier.attributes.risk_level),
    changed_by: changedBy,
  };
};

const orNull = (texts: readonly string[]): readonly string[] | null => (texts.length === 0 ? null : texts);

const attributesOf = (record: QualificationRecord): Record<string, unknown> => ({
  qualification_date: record.effective_date,
  conditions: orNull(record.conditions),
  documents: orNull(record.documents),
  ...(record.next_review_date === null ? {} : { next_audit_date: record.next_review_date }),
});

/** The change of the supplier that a qualification is. */
export const changeOf = (record: QualificationRecord) => ({
  moveTo: record.status,
  attributes: attributesOf(record),
  companion: { kind: QUALIFICATION_COMPANION, record },
});

/** The state that the supplier is in now. */
export const qualificationOf = (attributes: Attributes): string => recordStateOf(table, attributes);

/**
 * Throws what the system of record would refuse the qualification with if it took effect now: `invalid_transition`,
 * `forbidden`, `missing_required_fields`.
 */
export const requireQualifiable = (
  attributes: Attributes,
  record: QualificationRecord,
  call: Pick<Call, 'actor' | 'now' | 'zone'>,
): void => {
  const after = { ...attributes, ...attributesOf(record) };
  requireMove(table, { from: qualificationOf(attributes), to: record.status, after }, call);
};

/** The error with the names that the fields have in this body: they are attributes of the supplier in its record. */
export const namedAsAsked = (error: unknown): unknown => {
  if (!(error instanceof AppError) || error.code !== 'missing_required_fields') return error;
  const missing = (error.details?.missing_fields ?? []) as string[];
  const missing_fields = missing.map((field) => field.replace(/^attributes\./, ''));
  return new AppError(error.code, error.message, { details: { ...error.details, missing_fields }, cause: error });
};
