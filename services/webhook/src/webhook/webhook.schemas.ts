import { AUDIT_ACTIONS, exampleId, RECORDED_TYPES, RecordedType } from '@qsc/contracts';
import { Instant, listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { EVENT_NAMES } from './event-name.ts';
import { DISABLED_REASONS, WEBHOOK_STATUSES } from './webhook.ts';

const URL_LENGTH = 2_000;

const ReceiverUrl = z
  .url({ protocol: /^https?$/, error: 'An https address' })
  .max(URL_LENGTH)
  .meta({
    description: 'Where events are posted. https, at a public address, unless the deployment allows the network.',
  });

const EventName = z
  .enum(EVENT_NAMES)
  .meta({ id: 'WebhookEventName', description: 'An event that a webhook can subscribe to.' });

const Events = z
  .array(EventName)
  .min(1)
  .max(EVENT_NAMES.length)
  .transform((names) => [...new Set(names)]);

const EntityTypes = z
  .array(RecordedType)
  .max(RECORDED_TYPES.length)
  .transform((types) => [...new Set(types)]);

const Actions = z
  .array(z.enum(AUDIT_ACTIONS))
  .max(AUDIT_ACTIONS.length)
  .transform((actions) => [...new Set(actions)]);

const NO_FILTERS = { entity_types: [], actions: [] };

const Filters = z
  .strictObject({ entity_types: EntityTypes.default([]), actions: Actions.default([]) })
  .meta({ id: 'NewWebhookFilters', description: 'Which events are delivered. An empty list restricts nothing.' });

const Status = z.enum(WEBHOOK_STATUSES).meta({ id: 'WebhookStatus' });

export const CreateWebhook = z
  .strictObject({ url: ReceiverUrl, events: Events, filters: Filters.default(NO_FILTERS) })
  .meta({ id: 'NewWebhook' });

export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const PatchWebhook = z
  .strictObject({
    url: ReceiverUrl.optional(),
    events: Events.optional(),
    filters: z.strictObject({ entity_types: EntityTypes.optional(), actions: Actions.optional() }).optional(),
    status: Status.optional().meta({ description: '`disabled` stops the deliveries, `active` resumes them.' }),
  })
  .meta({ id: 'WebhookPatch' });

export type PatchWebhook = z.infer<typeof PatchWebhook>;

/** A webhook as the API shows it, without its secret. */
export const WebhookView = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(EventName),
    filters: z.object({ entity_types: z.array(z.string()), actions: z.array(z.enum(AUDIT_ACTIONS)) }),
    status: Status,
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .meta({ description: '`requested`, `gone` (the receiver answered 410) or `retries_exhausted`.' }),
    disabled_at: Instant.nullable(),
    created_at: Instant,
    created_by: z.string(),
    updated_at: Instant,
    version: z.number().int(),
  })
  .meta({ id: 'Webhook', description: 'A receiver of webhooks without its secret.' });

/** A webhook with its new secret, which is there in this one answer only. */
export const WebhookWithSecret = WebhookView.extend({
  secret: z.string().optional().meta({ description: 'The secret, shown this once. A replayed answer has none.' }),
}).meta({ id: 'WebhookWithSecret', description: 'A receiver of webhooks with its new secret.' });

export const WebhookId = z.object({
  webhook_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the webhook.', examples: [exampleId('webhook')] }),
});

export const WebhookListQuery = z.strictObject({
  status: listParameter(Status)
    .optional()
    .meta({ description: 'Only webhooks with one of these statuses, separated by commas.' }),
  ...listQuery(['created_at', 'updated_at']),
});

export type WebhookListQuery = z.infer<typeof WebhookListQuery>;

export const newWebhookExample = {
  url: 'https://hooks.example.com/quality',
  events: ['audit.create', 'audit.signature'] as z.infer<typeof EventName>[],
  filters: { entity_types: ['supplier'], actions: ['create' as const, 'update' as const] },
};

export const webhookExample = {
  id: exampleId('webhook'),
  ...newWebhookExample,
  status: 'active' as const,
  disabled_reason: null,
  disabled_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  created_by: exampleId('user'),
  updated_at: '2026-03-02T09:00:00.000Z',
  version: 1,
};

export const webhookWithSecretExample = { ...webhookExample, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' };
