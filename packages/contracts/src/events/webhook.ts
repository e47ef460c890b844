import { z } from 'zod';
import { defineEvent } from './envelope.ts';

const WebhookSnapshot = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  filters: z.object({ entity_types: z.array(z.string()), actions: z.array(z.string()) }),
  status: z.enum(['active', 'disabled']),
  disabled_reason: z.string().nullable(),
  disabled_at: z.iso.datetime().nullable(),
  version: z.number().int(),
});

export type WebhookSnapshot = z.infer<typeof WebhookSnapshot>;

const SentDelivery = z.object({ webhook_id: z.string(), delivery_id: z.string() });

const Recovery = z.object({
  webhook_id: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  deliveries: z.number().int(),
});

export const webhookEvents = {
  created: defineEvent('webhook.webhook.created.v1', 'A receiver of webhooks was registered', WebhookSnapshot),
  updated: defineEvent(
    'webhook.webhook.updated.v1',
    'A receiver of webhooks changed: its address, its events, its status or its secret',
    WebhookSnapshot,
  ),
  deleted: defineEvent('webhook.webhook.deleted.v1', 'A receiver of webhooks was removed', WebhookSnapshot),
  disabled: defineEvent(
    'webhook.webhook.disabled.v1',
    'A receiver of webhooks was disabled by the system, since it is gone or has failed for too long',
    WebhookSnapshot,
  ),
  tested: defineEvent('webhook.webhook.tested.v1', 'A delivery was sent on trial', SentDelivery),
  redelivered: defineEvent('webhook.delivery.redelivered.v1', 'A delivery was asked for once more', SentDelivery),
  recovered: defineEvent(
    'webhook.delivery.recovered.v1',
    'Deliveries that were skipped or have failed were asked for again',
    Recovery,
  ),
} as const;
