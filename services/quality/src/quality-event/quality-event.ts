import type { Classification, Priority, QualityEventStatus, QualityEventType } from '@qsc/contracts';
import type { Capa } from '../capa/capa.ts';

export type RelatedEntity = { type: string; id: string; name: string };

export type RootCause = { category: string; description: string; identified_date: string | null };

export type ImpactAssessment = {
  products_affected: string[];
  batches_affected: string[];
  patient_impact: string;
  regulatory_reportable: boolean;
};

export type AuditDetails = {
  audit_type: string;
  audit_date: string;
  auditor: string;
  audit_reference: string;
  area: string;
};

/** A quality event as the domain knows it (specification, "Quality event"; decisions §4). Dates are YYYY-MM-DD. */
export type QualityEvent = {
  id: string;
  org_id: string;
  type: QualityEventType;
  /** Such as DEV-2026-0001: counted by organisation, type and year, without gaps. */
  number: string;
  title: string;
  description: string;
  status: QualityEventStatus;
  priority: Priority;
  classification: Classification | null;
  category: string | null;
  related_entities: RelatedEntity[];
  root_cause: Partial<RootCause> | null;
  impact_assessment: Partial<ImpactAssessment> | null;
  rejection_reason: string | null;
  assigned_to: string | null;
  due_date: string | null;
  /** Of an audit finding. */
  audit_details: Partial<AuditDetails> | null;
  response_due_date: string | null;
  /** Of a CAPA. */
  capa: Capa | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  created_by: string;
  /** When it was closed or rejected; kept for the metrics and not shown. */
  ended_at: Date | null;
  /** How many moves of its workflow changed it: the next that it takes is one above. */
  record_moves: number;
};
