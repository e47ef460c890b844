import type { WebhookData } from '@qsc/client';
import {
  certificateEvents,
  type Envelope,
  type EventDefinition,
  entityEvents,
  identityEvents,
  integrationEvents,
  qualityEvents,
  webhookEvents,
  workflowEvents,
} from '@qsc/contracts/events';
import type { z } from 'zod';
import type { EventName } from '../webhook/event-name.ts';

/** The data of a message, by the types of the client. Filters compare `entity_type`. */
type EventData = WebhookData[FurtherName];

type FurtherName = Exclude<EventName, `audit.${string}`>;

type Row = {
  name: FurtherName;
  definition: EventDefinition;
  /** The data of the message, or null for an event that is not of this name. */
  toData: (record: never, event: Envelope) => EventData | null;
};

const row = <Name extends FurtherName, Payload extends z.ZodType>(
  name: Name,
  definition: EventDefinition<string, Payload>,
  toData: (record: z.infer<Payload>, event: Envelope) => WebhookData[Name] | null,
): Row => ({ name, definition, toData: toData as Row['toData'] });

type QualityEvent = z.infer<typeof qualityEvents.created.payload>;
type Certificate = z.infer<typeof certificateEvents.created.payload>;

const toQualityEventData = (event: QualityEvent): WebhookData['quality_event.created'] => ({
  id: event.id,
  entity_type: event.type,
  number: event.number,
  title: event.title,
  status: event.status,
  priority: event.priority,
  assigned_to: event.assigned_to,
  due_date: event.due_date,
  version: event.version,
});

const toCertificateData = (certificate: Certificate): WebhookData['certificate.expired'] => ({
  id: certificate.id,
  entity_type: 'certificate',
  type: certificate.type,
  supplier_id: certificate.supplier_id,
  component_id: certificate.component_id,
  expiry_date: certificate.expiry_date,
  version: certificate.version,
});

const QUALIFICATION = 'attributes.qualification_status';

/** The names beyond those of the audit log, by the domain events that they stand for (decisions, "Further events"). */
export const FURTHER_EVENTS: readonly Row[] = [
  row('quality_event.created', qualityEvents.created, toQualityEventData),
  row('quality_event.updated', qualityEvents.updated, toQualityEventData),
  row('quality_event.overdue', qualityEvents.overdue, toQualityEventData),
  row('certificate.expiring', certificateEvents.expiring, (certificate) => ({
    ...toCertificateData(certificate),
    alert_rule_id: null,
  })),
  row('certificate.expiring', certificateEvents.alerted, ({ certificate, rule_id }) => ({
    ...toCertificateData(certificate),
    alert_rule_id: rule_id,
  })),
  row('certificate.expired', certificateEvents.expired, toCertificateData),
  row('supplier.qualification_changed', entityEvents.updated, ({ id, type, version }, { data }) => {
    const change = data.audit?.changes[QUALIFICATION];
    if (type !== 'supplier' || !change) return null;
    return { id, entity_type: type, status: change.to, previous_status: change.from, version };
  }),
  row('workflow.approval_requested', workflowEvents.approvalRequested, (approval) => ({
    id: approval.id,
    entity_type: approval.record_type,
    entity_id: approval.record_id,
    title: approval.title,
    state: approval.state,
    approver_roles: approval.approver_roles,
    requested_by: approval.requested_by,
    due_date: approval.due_date,
  })),
  row('integration.sync_failed', integrationEvents.syncFailed, (sync) => ({
    id: sync.id,
    entity_type: 'integration_connection',
    connection_id: sync.connection_id,
    connection_name: sync.connection_name,
    status: sync.status,
    records_attempted: sync.records_attempted,
    records_succeeded: sync.records_succeeded,
    records_failed: sync.records_failed,
    error: sync.error,
  })),
  row('security.signature_lockout', identityEvents.signatureLockout, ({ user_id, username }) => ({
    id: user_id,
    entity_type: 'user',
    username,
  })),
  row('webhook.disabled', webhookEvents.disabled, ({ id, url, disabled_reason, disabled_at }) => ({
    id,
    entity_type: 'webhook',
    url,
    disabled_reason,
    disabled_at,
  })),
];
