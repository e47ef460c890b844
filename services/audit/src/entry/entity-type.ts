import { ENTITY_TYPES, QUALITY_EVENT_TYPES } from '@qsc/contracts';

/** The kinds of record that the services of the mesh write of; a log may hold others beside them (an entity's own type). */
export const RECORDED_TYPES: ReadonlySet<string> = new Set([
  ...ENTITY_TYPES,
  ...QUALITY_EVENT_TYPES,
  'api_key',
  'audit_export',
  'compliance_report',
  'delegation',
  'expiry_alert',
  'expiry_alert_rule',
  'integration_conflict',
  'integration_connection',
  'legal_hold',
  'oauth_application',
  'organization',
  'restore_drill',
  'retention_policy',
  'audit_review',
  'audit_segment',
  'signing_key',
  'user',
  'vendor_list',
  'webhook',
  'workflow',
]);
