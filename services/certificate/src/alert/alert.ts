import { dayAfter, type LocalTime, toDay } from '@qsc/contracts';
import { certificateEvents, type Envelope } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import { type Certificate, statusOn } from '../certificate/certificate.ts';
import { toSnapshot } from '../certificate/certificate-snapshot.ts';
import type { AlertRule } from './alert-rule.ts';

/** How an alert ended; `pending` until the mail server has taken it. */
export const ALERT_STATUSES = ['pending', 'sent', 'refused', 'not_configured'] as const;

export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** One certificate met by one rule; its id is made of both, so that there is one alert and no second. */
export type Alert = {
  id: string;
  org_id: string;
  rule_id: string;
  certificate_id: string;
  status: AlertStatus;
  version: number;
  created_at: Date;
};

export const toAlertId = (ruleId: string, certificateId: string): string => `${ruleId}/${certificateId}`;

/** The days that a rule looks at: what expires on one of them is reported. After a pause, days that have passed too. */
export const toDays = ({ days_before_expiry, created_at }: AlertRule, at: LocalTime): { from: string; to: string } => ({
  from: toDay({ now: created_at, zone: at.zone }),
  to: dayAfter(at, days_before_expiry),
});

const ALERTED: ReadonlySet<Certificate['status']> = new Set(['valid', 'expiring_soon', 'expired']);

/** Whether a rule is met: the certificate was found valid, is of a type of the rule, and did not expire before the rule or its finding. */
export const isMet = (rule: AlertRule, certificate: Certificate, at: LocalTime): boolean => {
  const { type, status, expiry_date, validation } = certificate;
  const isOfType = rule.certificate_types.length === 0 || rule.certificate_types.includes(type);
  if (!isOfType || !ALERTED.has(status) || expiry_date === null) return false;
  const { from, to } = toDays(rule, at);
  const found = validation ? toDay({ now: validation.validated_at, zone: at.zone }) : from;
  return expiry_date >= from && expiry_date >= found && expiry_date <= to;
};

/** A new alert, which is yet to be sent. */
export const raiseAlert = (rule: AlertRule, { id, org_id }: Certificate, now: Date): Alert => ({
  id: toAlertId(rule.id, id),
  org_id,
  rule_id: rule.id,
  certificate_id: id,
  status: 'pending',
  version: 1,
  created_at: now,
});

/** What the e-mail says. */
export const makeMail = (
  rule: AlertRule,
  certificate: Certificate,
  at: LocalTime,
): { subject: string; text: string } => {
  const hasExpired = statusOn(certificate, at) === 'expired';
  const what = `${certificate.name} (${certificate.type})`;
  const when = `${hasExpired ? 'expired on' : 'expires on'} ${certificate.expiry_date}`;
  const lines = [
    `The certificate ${what} ${when}.`,
    '',
    `Certificate: ${certificate.id}`,
    `Supplier: ${certificate.supplier_id ?? '-'}`,
    `Component: ${certificate.component_id ?? '-'}`,
    `Batch: ${certificate.batch_number ?? '-'}`,
    '',
    `You get this since the alert rule ${rule.id} asks for it ${rule.days_before_expiry} days before expiry.`,
  ];
  return { subject: `Certificate ${when}: ${certificate.name}`, text: `${lines.join('\n')}\n` };
};

type Ended = { rule: AlertRule; certificate: Certificate; refused: readonly string[]; call: Call };

/** The end of an alert: one event and audit entry by the system, also where there was no mail server to send by. */
export const endAlert = (
  alert: Alert,
  status: AlertStatus,
  { rule, certificate, refused, call }: Ended,
): { alert: Alert; event: Envelope } => {
  const details = { mail: status, ...(refused.length > 0 ? { refused } : {}) };
  const event = makeEvent(certificateEvents.alerted, call, {
    audit: {
      action: 'create',
      entity_type: 'expiry_alert',
      entity_id: alert.id,
      entity_name: certificate.name,
      entity_version: null,
      changes: {},
      details: { rule_id: rule.id, certificate_id: certificate.id, expiry_date: certificate.expiry_date, ...details },
    },
    record: { rule_id: rule.id, certificate: toSnapshot(certificate), notify: rule.notify },
  });
  return { alert: { ...alert, status, version: alert.version + 1 }, event };
};
