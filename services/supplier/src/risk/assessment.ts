import type { LocalTime } from '@qsc/contracts';
import type { EntitySnapshot, Envelope } from '@qsc/contracts/events';
import { z } from 'zod';
import type { Changed } from '../entity.client.ts';
import { assessmentDay, type NewFactor, RiskResult, scoreRisk } from './risk.ts';

export const ASSESSMENT_COMPANION = 'supplier.risk-assessment';

/** An assessment as the system of record gets it with the change and returns it in the event and in the response. */
export const AssessmentRecord = RiskResult.extend({
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

export type NewAssessment = {
  assessment_date?: string | undefined;
  factors: NewFactor[];
  notes?: string | undefined;
};

/** The record of a request. Throws `validation_failed` for a date in the future. */
export const toAssessmentRecord = (
  { assessment_date, factors, notes }: NewAssessment,
  { id, assessedBy, ...at }: { id: string; assessedBy: string } & LocalTime,
): AssessmentRecord => ({
  ...scoreRisk(factors, assessmentDay(assessment_date, at)),
  id,
  notes: notes ?? null,
  assessed_by: assessedBy,
});

/** The change of the supplier that an assessment is. */
export const toChange = (record: AssessmentRecord) => ({
  attributes: { risk_score: record.risk_score, risk_level: record.risk_level },
  companion: { kind: ASSESSMENT_COMPANION, record },
});

/** The assessment of the response to a command. */
export const toAssessment = ({ entity, companion }: Changed): Assessment => ({
  ...AssessmentRecord.parse(companion),
  org_id: entity.org_id,
  supplier_id: entity.id,
  assessed_at: new Date(entity.updated_at),
  supplier_version: entity.version,
});

/** The assessment of a supplier's event; null for other changes. */
export const readAssessment = ({ orgid }: Envelope, supplier: EntitySnapshot): Assessment | null => {
  if (supplier.type !== 'supplier' || supplier.companion?.kind !== ASSESSMENT_COMPANION) return null;
  return {
    ...AssessmentRecord.parse(supplier.companion.record),
    org_id: orgid,
    supplier_id: supplier.id,
    assessed_at: new Date(supplier.updated_at),
    supplier_version: supplier.version,
  };
};
