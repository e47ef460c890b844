import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Schemas, WebhookData } from '@qsc/client';

export type EventName = Schemas['WebhookEventName'];

/** An event that a webhook can subscribe to: when it is sent, and an example of its data. */
type CatalogueEvent<Name extends EventName> = { when: MessageDescriptor; data: WebhookData[Name] };

const TIME = '2026-03-09T14:05:00.000Z';
const ULID = '01K8ZJ6C4Q7R2M9T5V3X1W0BA1';

const auditEntry: WebhookData['audit.create'] = {
  id: `log_${ULID}`,
  action: 'update',
  entity_type: 'supplier',
  entity_id: `ent_${ULID}`,
  user: { id: `usr_${ULID}`, name: 'Marta Rossi' },
  changes: { 'attributes.risk_level': { from: 'low', to: 'medium' } },
};

const qualityEvent: WebhookData['quality_event.created'] = {
  id: `qe_${ULID}`,
  entity_type: 'deviation',
  number: 'DEV-2026-0042',
  title: 'Lactose out of specification',
  status: 'investigation',
  priority: 'high',
  assigned_to: `usr_${ULID}`,
  due_date: '2026-03-20',
  version: 3,
};

const certificate: WebhookData['certificate.expired'] = {
  id: `cert_${ULID}`,
  entity_type: 'certificate',
  type: 'gmp',
  supplier_id: `ent_${ULID.slice(0, -1)}2`,
  component_id: null,
  expiry_date: '2026-06-01',
  version: 2,
};

const EVENTS: { readonly [Name in EventName]: CatalogueEvent<Name> } = {
  'audit.create': { when: msg`An audit entry was recorded.`, data: auditEntry },
  'audit.signature': {
    when: msg`An electronic signature was recorded.`,
    data: { ...auditEntry, action: 'sign', entity_type: 'deviation', entity_id: qualityEvent.id, changes: {} },
  },
  'quality_event.created': {
    when: msg`A quality event was opened.`,
    data: { ...qualityEvent, status: 'draft', version: 1 },
  },
  'quality_event.updated': { when: msg`A quality event was changed.`, data: qualityEvent },
  'quality_event.overdue': {
    when: msg`A quality event is past its due date.`,
    data: { ...qualityEvent, due_date: '2026-03-06' },
  },
  'certificate.expiring': {
    when: msg`A certificate expires within 90 days, or an alert rule applies.`,
    data: { ...certificate, alert_rule_id: null },
  },
  'certificate.expired': {
    when: msg`A certificate is past its expiry date.`,
    data: { ...certificate, expiry_date: '2026-03-08' },
  },
  'supplier.qualification_changed': {
    when: msg`The qualification status of a supplier changed.`,
    data: {
      id: `ent_${ULID}`,
      entity_type: 'supplier',
      status: 'qualified',
      previous_status: 'evaluation',
      version: 5,
    },
  },
  'workflow.approval_requested': {
    when: msg`A record waits for approval.`,
    data: {
      id: `apr_${ULID}`,
      entity_type: 'deviation',
      entity_id: qualityEvent.id,
      title: 'Lactose out of specification',
      state: 'pending_approval',
      approver_roles: ['quality_manager'],
      requested_by: `usr_${ULID}`,
      due_date: null,
    },
  },
  'integration.sync_failed': {
    when: msg`A synchronisation failed, or could not take some records.`,
    data: {
      id: `sync_${ULID}`,
      entity_type: 'integration_connection',
      connection_id: `conn_${ULID}`,
      connection_name: 'ERP production',
      status: 'partial_success',
      records_attempted: 120,
      records_succeeded: 118,
      records_failed: 2,
      error: null,
    },
  },
  'security.signature_lockout': {
    when: msg`Signing was locked after five wrong passwords.`,
    data: { id: `usr_${ULID}`, entity_type: 'user', username: 'm.rossi@example.com' },
  },
  'webhook.disabled': {
    when: msg`The system disabled another webhook.`,
    data: {
      id: `wh_${ULID}`,
      entity_type: 'webhook',
      url: 'https://hooks.example.com/quality',
      disabled_reason: 'retries_exhausted',
      disabled_at: TIME,
    },
  },
};

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** When an event is sent. */
export const eventWhen = (name: EventName): MessageDescriptor => EVENTS[name].when;

/** The body of a request of that event, as an example. */
export const examplePayload = (name: EventName): string =>
  JSON.stringify({ event: name, timestamp: TIME, data: EVENTS[name].data }, null, 2);

/** Whether filters on actions apply to it. */
export const isAuditEvent = (name: string): boolean => name.startsWith('audit.');
