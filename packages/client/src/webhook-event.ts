import type { Schemas } from './types.ts';

type QualityEventData = Pick<
  Schemas['QualityEvent'],
  'id' | 'number' | 'title' | 'status' | 'priority' | 'assigned_to' | 'due_date' | 'version'
> & { entity_type: Schemas['QualityEvent']['type'] };

type CertificateData = Pick<
  Schemas['Certificate'],
  'id' | 'supplier_id' | 'component_id' | 'expiry_date' | 'version'
> & { entity_type: 'certificate'; type: string };

type AuditData = {
  /** The id of the audit entry: `client.auditLogs.get(id)` has the whole. */
  id: string;
  action: string;
  entity_type: string;
  entity_id: string;
  user: { id: string; name: string };
  changes?: Record<string, { from: unknown; to: unknown }>;
  /** The changes were too long for a webhook. */
  changes_omitted?: true;
};

/** What each event tells, by its name. */
export type WebhookData = {
  'audit.create': AuditData;
  'audit.signature': AuditData;
  'quality_event.created': QualityEventData;
  'quality_event.updated': QualityEventData;
  'quality_event.overdue': QualityEventData;
  'certificate.expiring': CertificateData & { alert_rule_id: string | null };
  'certificate.expired': CertificateData;
  'supplier.qualification_changed': {
    id: string;
    entity_type: 'supplier';
    status: unknown;
    previous_status: unknown;
    version: number;
  };
  'workflow.approval_requested': {
    id: string;
    entity_type: string;
    entity_id: string;
    title: string;
    state: string;
    approver_roles: string[];
    requested_by: string;
    due_date: string | null;
  };
  'integration.sync_failed': {
    id: string;
    entity_type: 'integration_connection';
    connection_id: string;
    connection_name: string;
    status: string;
    records_attempted: number;
    records_succeeded: number;
    records_failed: number;
    error: unknown;
  };
  'security.signature_lockout': { id: string | null; entity_type: 'user'; username: string };
  'webhook.disabled': {
    id: string;
    entity_type: 'webhook';
    url: string;
    disabled_reason: string | null;
    disabled_at: string | null;
  };
};

type Event<Name extends string, Data> = { event: Name; timestamp: string; data: Data };

/** An event as a webhook tells it. More names and members may come: let a `default` pass over what you do not know. */
export type WebhookEvent =
  | { [Name in keyof WebhookData]: Event<Name, WebhookData[Name]> }[keyof WebhookData]
  | Event<'webhook.test', { webhook_id: string }>;
