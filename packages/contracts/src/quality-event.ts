/** The kinds of quality event (specification, "Quality event"). */
export const QUALITY_EVENT_TYPES = ['deviation', 'capa', 'audit_finding', 'complaint', 'change_request'] as const;

export type QualityEventType = (typeof QUALITY_EVENT_TYPES)[number];

/**
 * The statuses of a quality event (specification, "Quality event status"). A workflow may have states that are none of them,
 * such as `pending_approval`: while an instance is there, the record keeps the status that it has.
 */
export const QUALITY_EVENT_STATUSES = [
  'draft',
  'submitted',
  'investigation',
  'root_cause_identified',
  'action_planning',
  'implementation',
  'verification',
  'closed',
  'rejected',
] as const;

export type QualityEventStatus = (typeof QUALITY_EVENT_STATUSES)[number];

/** The statuses in which nothing is left to do. */
export const ENDED_STATUSES: readonly QualityEventStatus[] = ['closed', 'rejected'];

export const CLASSIFICATIONS = ['critical', 'major', 'minor', 'observation'] as const;

export type Classification = (typeof CLASSIFICATIONS)[number];

export const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;

export type Priority = (typeof PRIORITIES)[number];

/** What quality events of every type say, by path; of a list the whole. */
const COMMON_PATHS = [
  'title',
  'description',
  'priority',
  'classification',
  'category',
  'related_entities',
  'root_cause.category',
  'root_cause.description',
  'root_cause.identified_date',
  'impact_assessment.products_affected',
  'impact_assessment.batches_affected',
  'impact_assessment.patient_impact',
  'impact_assessment.regulatory_reportable',
  'rejection_reason',
  'assigned_to',
  'due_date',
];

/** What those of one type say beside it. */
const OWN_PATHS: Partial<Record<QualityEventType, readonly string[]>> = {
  audit_finding: [
    'audit_details.audit_type',
    'audit_details.audit_date',
    'audit_details.auditor',
    'audit_details.audit_reference',
    'audit_details.area',
    'response_due_date',
  ],
  capa: [
    'corrective_actions',
    'preventive_actions',
    'effectiveness_criteria',
    'effectiveness_check.due_date',
    'effectiveness_check.outcome',
    'effectiveness_check.results',
    'effectiveness_check.performed_by',
    'effectiveness_check.performed_at',
  ],
};

/** The paths of what a quality event of the type can say: what a transition of its workflow may require. */
export const pathsOfQualityEvent = (type: QualityEventType): string[] => [...COMMON_PATHS, ...(OWN_PATHS[type] ?? [])];
