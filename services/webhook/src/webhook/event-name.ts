/** The events that a webhook can subscribe to (specification, "Events"; decisions, "Further events"). */
export const EVENT_NAMES = [
  'audit.create',
  'audit.signature',
  'quality_event.created',
  'quality_event.updated',
  'quality_event.overdue',
  'certificate.expiring',
  'certificate.expired',
  'supplier.qualification_changed',
  'workflow.approval_requested',
  'integration.sync_failed',
  'security.signature_lockout',
  'webhook.disabled',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** The event of a test, which needs no subscription. */
export const TEST_EVENT = 'webhook.test';

export type SentEventName = EventName | typeof TEST_EVENT;
