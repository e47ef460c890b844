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
