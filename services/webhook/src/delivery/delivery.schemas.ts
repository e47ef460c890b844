import { exampleId } from '@qsc/contracts';
import { Instant, LastMoment, listParameter, listQuery, Moment } from '@qsc/service-kit';
import { z } from 'zod';
import { EVENT_NAMES, TEST_EVENT } from '../webhook/event-name.ts';
import { WebhookId } from '../webhook/webhook.schemas.ts';
import { DELIVERY_STATUSES } from './delivery.ts';

const Status = z.enum(DELIVERY_STATUSES).meta({
  id: 'DeliveryStatus',
  description:
    '`pending` waits for its first or its next attempt, `failed` has used them up, `skipped` came while the webhook was disabled.',
});

export const DeliveryView = z
  .object({
    id: z.string(),
    message_id: z.string().meta({ description: 'The `webhook-id` of every attempt.' }),
    event: z.enum([...EVENT_NAMES, TEST_EVENT]),
    status: Status,
    attempts: z.number().int(),
    request_url: z.string().nullable().meta({
      description:
        'Where the latest attempt went; null before the first, and where nothing was sent. The webhook may have another address since.',
    }),
    response_status: z.number().int().nullable(),
    response_body: z.string().nullable().meta({ description: 'The first 8 KiB of the latest answer.' }),
    error: z.string().nullable().meta({
      description:
        'Why there was no answer: `timeout`, `dns`, `connection`, `tls`, `network` and the like; `secret` where the secret of the webhook does not open, so that nothing was sent.',
    }),
    duration_ms: z.number().int().nullable(),
    created_at: Instant,
    last_attempt_at: Instant.nullable(),
    next_attempt_at: Instant.nullable(),
  })
  .meta({ id: 'Delivery', description: 'A message for one webhook and what became of it.' });

/** One delivery with what is sent. */
export const DeliveryDetail = DeliveryView.extend({
  request_body: z.string().nullable().meta({ description: 'The body of the request, as it is signed.' }),
}).meta({ id: 'DeliveryDetail', description: 'A delivery with what it sends.' });

export const AcceptedDelivery = z
  .object({ delivery_id: z.string() })
  .meta({ id: 'AcceptedDelivery', description: 'The delivery that is sent as soon as can be.' });

export const DeliveryId = WebhookId.extend({
  delivery_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the delivery.', examples: [exampleId('delivery')] }),
});

export const DeliveryListQuery = z.strictObject({
  status: listParameter(Status)
    .optional()
    .meta({ description: 'Only deliveries with one of these statuses, separated by commas.' }),
  ...listQuery(['created_at']),
});

export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>;

export const Recover = z
  .strictObject({
    from: Moment.meta({ description: 'Deliveries of this instant or day and later.' }),
    until: LastMoment.meta({ description: 'Deliveries until this instant, or the end of this day (UTC).' }),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'The end comes after the beginning' })
  .meta({ id: 'WebhookRecovery', description: 'When the deliveries were made that are wanted again.' });

export type Recover = z.infer<typeof Recover>;

export const Recovered = z
  .object({ count: z.number().int() })
  .meta({ id: 'RecoveredDeliveries', description: 'How many deliveries are sent again.' });

export const deliveryExample = {
  id: exampleId('delivery'),
  message_id: exampleId('message'),
  event: 'audit.create' as const,
  status: 'succeeded' as const,
  attempts: 1,
  request_url: 'https://hooks.example.com/quality',
  response_status: 204,
  response_body: '',
  error: null,
  duration_ms: 43,
  created_at: '2026-03-09T14:05:00.046Z',
  last_attempt_at: '2026-03-09T14:05:00.071Z',
  next_attempt_at: null,
};

export const deliveryDetailExample = {
  ...deliveryExample,
  request_body: `{"event":"audit.create","timestamp":"2026-03-09T14:05:00.000Z","data":{"id":"${exampleId('auditEntry')}","action":"create","entity_type":"supplier","entity_id":"${exampleId('entity')}","user":{"id":"${exampleId('user')}","name":"Marta Rossi"},"changes":{}}}`,
};

export const recoverExample = { from: '2026-03-09T00:00:00.000Z', until: '2026-03-10T00:00:00.000Z' };
