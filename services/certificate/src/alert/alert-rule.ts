import { newId } from '@qsc/contracts';
import { certificateEvents, type Envelope } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import type { CertificateType } from '../certificate/certificate.ts';

/** A rule by which people are notified that certificates expire (specification, "Expiry alert rule"). */
export type AlertRule = {
  id: string;
  org_id: string;
  days_before_expiry: number;
  notify: string[];
  /** Empty for all types. */
  certificate_types: CertificateType[];
  version: number;
  created_at: Date;
  created_by: string;
};

export type NewAlertRule = Pick<AlertRule, 'days_before_expiry' | 'notify' | 'certificate_types'>;

const toRecord = ({ id, days_before_expiry, notify, certificate_types }: AlertRule) => ({
  id,
  days_before_expiry,
  notify,
  certificate_types,
});

const toName = ({ days_before_expiry }: AlertRule): string => `${days_before_expiry} days before expiry`;

const listChanges = (rule: AlertRule, isThere: boolean) => {
  const { id: _id, ...members } = toRecord(rule);
  const change = (value: unknown) => (isThere ? { from: null, to: value } : { from: value, to: null });
  return Object.fromEntries(Object.entries(members).map(([path, value]) => [path, change(value)]));
};

const requireAuditFacts = (rule: AlertRule, action: 'create' | 'delete') => ({
  action,
  entity_type: 'expiry_alert_rule',
  entity_id: rule.id,
  entity_name: toName(rule),
  entity_version: rule.version,
  changes: listChanges(rule, action === 'create'),
});

/** A new rule, with its event. */
export const createRule = (input: NewAlertRule, call: Call): { rule: AlertRule; event: Envelope } => {
  const rule: AlertRule = {
    id: newId('alertRule'),
    org_id: call.actor.org_id,
    ...input,
    version: 1,
    created_at: call.now,
    created_by: call.actor.id,
  };
  const event = makeEvent(certificateEvents.alertRuleCreated, call, {
    audit: requireAuditFacts(rule, 'create'),
    record: toRecord(rule),
  });
  return { rule, event };
};

/** The event of a deleted rule. */
export const deleteRule = (rule: AlertRule, call: Call): Envelope =>
  makeEvent(certificateEvents.alertRuleDeleted, call, {
    audit: requireAuditFacts(rule, 'delete'),
    record: toRecord(rule),
  });
