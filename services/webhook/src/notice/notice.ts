import { z } from 'zod';
import { DISABLED_REASONS } from '../webhook/webhook.ts';

/** What the administrators are told of a webhook that the system has disabled. */
export const DisabledNotice = z.object({
  webhook_id: z.string(),
  url: z.string(),
  reason: z.enum(DISABLED_REASONS),
  disabled_at: z.date(),
});

export type DisabledNotice = z.infer<typeof DisabledNotice>;

const BECAUSE: Record<DisabledNotice['reason'], string> = {
  requested: 'somebody asked for it',
  gone: 'the receiver answered that it is gone (410)',
  retries_exhausted: 'a delivery has failed at every try',
};

/** The e-mail, in words. */
export const mailOfNotice = ({ webhook_id, url, reason, disabled_at }: DisabledNotice) => ({
  subject: `Webhook disabled: ${new URL(url).host}`,
  text: [
    `The webhook ${webhook_id} was disabled on ${disabled_at.toISOString()}, since ${BECAUSE[reason]}.`,
    '',
    `Receiver: ${url}`,
    '',
    'Events are kept as skipped meanwhile. When the receiver is back, set the status of the webhook to "active" and',
    'send what was missed by POST /v1/webhooks/{id}/recover.',
    '',
  ].join('\n'),
});
