import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  notFound,
  type PageOf,
} from '@qsc/service-kit';
import { z } from 'zod';
import { EVENT_NAMES, TEST_EVENT } from '../webhook/event-name.ts';
import type { DeliveryListQuery } from './delivery.schemas.ts';
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts';

/** How long deliveries and what they sent are stored (decisions, "Webhooks"). */
const RETENTION_SECONDS = 90 * 86_400;

const SentEventName = z.enum([...EVENT_NAMES, TEST_EVENT]);

/** The body of an event, stored once for all its receivers. */
export const messageDefinition = defineCollection({
  name: 'message',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    event: SentEventName,
    body: z.string(),
    /** The trace of the event; absent where none is known. */
    traceparent: z.string().optional(),
    created_at: z.date(),
  }),
  indexes: [{ keys: { created_at: 1 }, expireAfterSeconds: RETENTION_SECONDS }],
});

export const deliveryDefinition = defineCollection({
  name: 'delivery',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    webhook_id: z.string(),
    message_id: z.string(),
    event: SentEventName,
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.number().int(),
    former_attempts: z.number().int(),
    resend_task_id: z.string().nullable(),
    webhook_version: z.number().int(),
    request_url: z.string().nullable(),
    response_status: z.number().int().nullable(),
    response_body: z.string().nullable(),
    error: z.string().nullable(),
    duration_ms: z.number().int().nullable(),
    created_at: z.date(),
    last_attempt_at: z.date().nullable(),
    next_attempt_at: z.date().nullable(),
  }),
  indexes: [
    { keys: { webhook_id: 1, next_attempt_at: 1 }, partial: { status: 'pending' } },
    { keys: { org_id: 1, webhook_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, webhook_id: 1, status: 1, created_at: -1, _id: -1 } },
    { keys: { created_at: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});

export type StoredDelivery = z.infer<typeof deliveryDefinition.shape>;
export type StoredMessage = z.infer<typeof messageDefinition.shape>;

export type Message = Omit<StoredMessage, '_id'> & { id: string };

/** Deliveries of one webhook that were made in a span of time. */
export type Span = { orgId: string; webhookId: string; from: Date; until: Date };

export type DeliveryStore = {
  /** The delivery of the webhook. Throws `not_found`. */
  get(orgId: string, webhookId: string, id: string): Promise<Delivery>;
  /** The body of a delivery; null where it has expired. */
  getBody(orgId: string, messageId: string): Promise<string | null>;
  list(orgId: string, webhookId: string, query: DeliveryListQuery): Promise<PageOf<Delivery>>;
  /** How many of the span were skipped or have failed. */
  countLost(span: Span): Promise<number>;
  /** The writes of a message and its one delivery, for the commit of their cause. */
  insert(message: Message, delivery: Delivery): Change[];
};

export const toDelivery = ({ _id, ...stored }: StoredDelivery): Delivery => ({ id: _id, ...stored });

export const toStored = ({ id, ...delivery }: Delivery): StoredDelivery => ({ _id: id, ...delivery });

export const toStoredMessage = ({ id, ...message }: Message): StoredMessage => ({ _id: id, ...message });

/** The deliveries of a span that were skipped or have failed. */
export const buildLostFilter = ({ orgId, webhookId, from, until }: Span) => ({
  org_id: orgId,
  webhook_id: webhookId,
  status: { $in: ['skipped', 'failed'] },
  created_at: { $gte: from, $lte: until },
});

type Parts = { deliveries: Collection<StoredDelivery>; messages: Collection<StoredMessage> };

/** What the API reads and writes of deliveries. */
export const makeDeliveryStore = ({ deliveries, messages }: Parts): DeliveryStore => ({
  async get(orgId, webhookId, id) {
    const stored = await deliveries.findOne({ org_id: orgId, _id: id });
    if (stored?.webhook_id !== webhookId) throw notFound('delivery', id);
    return toDelivery(stored);
  },
  getBody: async (orgId, messageId) => (await messages.findOne({ org_id: orgId, _id: messageId }))?.body ?? null,
  async list(orgId, webhookId, query) {
    const filter = { org_id: orgId, webhook_id: webhookId, ...(query.status ? { status: anyOf(query.status) } : {}) };
    return listPage(deliveries, { filter, query, show: toDelivery });
  },
  countLost: (span) => deliveries.model.collection.countDocuments(buildLostFilter(span)),
  insert: (message, delivery) => [insert(messages, toStoredMessage(message)), insert(deliveries, toStored(delivery))],
});
