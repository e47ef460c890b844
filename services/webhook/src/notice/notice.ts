import { z } from 'zod';
import { DISABLED_REASONS } from '../webhook/webhook.ts';

/** The notice of a webhook that the system has disabled. */
export const DisabledNotice = z.object({
  webhook_id: z.string(),
  url: z.string(),
  reason: z.enum(DISABLED_REASONS),
  disabled_at: z.date(),
});

export type DisabledNotice = z.infer<typeof DisabledNotice>;

/** The notice of an approval that nobody can complete. */
export const BlockedNotice = z.object({
  record_id: z.string(),
  title: z.string(),
  approver_roles: z.array(z.string()),
});

export const Notice = z.union([DisabledNotice, BlockedNotice]);

export type Notice = z.infer<typeof Notice>;

const REASON_TEXT: Record<DisabledNotice['reason'], string> = {
  requested: 'a user requested it',
  gone: 'the receiver answered that it is gone (410)',
  retries_exhausted: 'every attempt of a delivery has failed',
};

const toDisabledMail = ({ webhook_id, url, reason, disabled_at }: DisabledNotice) => ({
  subject: `Webhook disabled: ${new URL(url).host}`,
  text: [
    `The webhook ${webhook_id} was disabled on ${disabled_at.toISOString()}, since ${REASON_TEXT[reason]}.`,
    '',
    `Receiver: ${url}`,
    '',
    'Meanwhile events are stored as skipped deliveries. When the receiver is back, set the status of the webhook to "active" and',
    'send what was missed by POST /v1/webhooks/{id}/recover.',
    '',
  ].join('\n'),
});

const toBlockedMail = ({ record_id, title, approver_roles }: z.infer<typeof BlockedNotice>) => ({
  subject: `Approval without approvers: ${title}`,
  text: [
    `The record ${record_id} ("${title}") waits for an approval that too few active users can decide on.`,
    '',
    `Roles that decide: ${approver_roles.join(', ')}. Its requester and the creator of the record cannot decide.`,
    '',
    'Activate a user of such a role, or have the approval withdrawn by its requester or by a quality manager.',
    '',
  ].join('\n'),
});

/** The e-mail of a notice. */
export const toMail = (notice: Notice): { subject: string; text: string } =>
  'webhook_id' in notice ? toDisabledMail(notice) : toBlockedMail(notice);
