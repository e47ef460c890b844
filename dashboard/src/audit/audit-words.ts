import { msg } from '@lingui/core/macro';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';

/** The kinds of record that the audit log has entries of. */
export const AUDITED_TYPES = {
  ...RECORD_TYPES,
  api_key: msg`API key`,
  audit_export: msg`Export of the audit log`,
  audit_review: msg`Review of the audit log`,
  audit_segment: msg`Archived part of the audit log`,
  compliance_report: msg`Compliance report`,
  delegation: msg`Delegation`,
  expiry_alert: msg`Expiry alert`,
  expiry_alert_rule: msg`Rule of expiry alerts`,
  integration_conflict: msg`Conflict of a synchronisation`,
  integration_connection: msg`Connection to another system`,
  legal_hold: msg`Legal hold`,
  oauth_application: msg`OAuth application`,
  organization: msg`Organisation`,
  restore_drill: msg`Restore test`,
  retention_policy: msg`Retention policy`,
  signing_key: msg`Signing key`,
  system_qualification: msg`Qualification of the system`,
  user: msg`User`,
  vendor_list: msg`Approved vendor list`,
  webhook: msg`Webhook`,
  workflow: msg`Workflow`,
};

export const typeName = (type: string): string => wordFor(AUDITED_TYPES, type);
