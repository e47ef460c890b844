import { z } from 'zod';
import { defineEvent } from './envelope.ts';

const WebhookSnapshot = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  status: z.enum(['active', 'disabled']),
  disabled_reason: z.string().nullable(),
  version: z.number().int(),
});

export type WebhookSnapshot = z.infer<typeof WebhookSnapshot>;

export const webhookEvents = {
  created: defineEvent('webhook.webhook.created.v1', 'A receiver of webhooks was registered', WebhookSnapshot),
  updated: defineEvent('webhook.webhook.updated.v1', 'A receiver of webhooks changed', WebhookSnapshot),
  deleted: defineEvent('webhook.webhook.deleted.v1', 'A receiver of webhooks was removed', WebhookSnapshot),
  disabled: defineEvent(
    'webhook.webhook.disabled.v1',
    'A receiver of webhooks was disabled by the system, since it is gone or has failed for too long',
    WebhookSnapshot,
  ),
} as const;
