import type { LocalTime } from '@qsc/contracts';
import type { EntitySnapshot, Envelope } from '@qsc/contracts/events';
import { z } from 'zod';
import type { Changed } from '../entity.client.ts';
import { type AskedFactor, assessmentDayOf, Judgement, judge } from './risk.ts';

export const ASSESSMENT_COMPANION = 'supplier.risk-assessment';

/** An assessment as it goes to the system of record beside the change, and comes back in the event and in the answer. */
export const AssessmentRecord = Judgement.extend({
  id: z.string(),
  notes: z.string().nullable(),
  assessed_by: z.string(),
});

export type AssessmentRecord = z.infer<typeof AssessmentRecord>;

/** An assessment of a supplier. */
export type Assessment = AssessmentRecord & {
  org_id: string;
  supplier_id: string;
  assessed_at: Date;
  supplier_version: number;
};

export type AskedAssessment = {
  assessment_date?: string | undefined;
  factors: AskedFactor[];
  notes?: string | undefined;
};

/** The record of what was asked for. Throws `validation_failed` for a date in the future. */
export const recordOfAsked = (
  { assessment_date, factors, notes }: AskedAssessment,
  { id, assessedBy, ...at }: { id: string; assessedBy: string } & LocalTime,
): AssessmentRecord => ({
  ...judge(factors, assessmentDayOf(assessment_date, at)),
  id,
  notes: notes ?? null,
  assessed_by: assessedBy,
});

/** The change of the supplier that an assessment is. */
export const changeOf = (record: AssessmentRecord) => ({
  attributes: { risk_score: record.risk_score, risk_level: record.risk_level },
  companion: { kind: ASSESSMENT_COMPANION, record },
});

/** The assessment that a command came to, in the words of its answer. */
export const assessmentOfAnswer = ({ entity, companion }: Changed): Assessment => ({
  ...AssessmentRecord.parse(companion),
  org_id: entity.org_id,
  supplier_id: entity.id,
  assessed_at: new Date(entity.updated_at),
  supplier_version: entity.version,
});

/** The assessment that an event of a supplier tells of; null for other changes. */
export const assessmentOfEvent = ({ orgid }: Envelope, supplier: EntitySnapshot): Assessment | null => {
  if (supplier.type !== 'supplier' || supplier.companion?.kind !== ASSESSMENT_COMPANION) return null;
  return {
    ...AssessmentRecord.parse(supplier.companion.record),
    org_id: orgid,
    supplier_id: supplier.id,
    assessed_at: new Date(supplier.updated_at),
    supplier_version: supplier.version,
  };
};
