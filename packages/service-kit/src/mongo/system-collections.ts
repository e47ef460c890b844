import { z } from 'zod';
import { defineCollection } from './collection.ts';

/** How long a confirmed event is kept at least, so that a queue that was lost with it can have it again. */
export const OUTBOX_KEPT_SECONDS = 24 * 3600;

/**
 * Committed events and tasks. One that the broker has not confirmed is claimed by whoever publishes it (`claimed_until`); a confirmed
 * one (`confirmed_at`) is kept for a day.
 */
export const outboxDefinition = defineCollection({
  name: 'outbox',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    /** The audit partition of the organisation; absent in tasks. */
    partition: z.number().int().optional(),
    /** The queue that a task goes to; absent in events. */
    queue: z.string().optional(),
    type: z.string(),
    /** The kind of record of an event, which its routing key ends with; absent in tasks and notices. */
    kind: z.string().optional(),
    body: z.string(),
    /** The trace that it belongs to; absent without traces. */
    traceparent: z.string().optional(),
    /** When the act took place that the audit log has an entry of; absent in tasks and notices. */
    acted_at: z.date().optional(),
    claimed_until: z.date().optional(),
    confirmed_at: z.date().optional(),
    /** The incarnations of queues for which it was sent again. */
    resent_for: z.array(z.string()).optional(),
    created_at: z.date(),
  }),
  indexes: [
    { keys: { claimed_until: 1 }, partial: { claimed_until: { $exists: true } } },
    {
      keys: { confirmed_at: 1 },
      expireAfterSeconds: OUTBOX_KEPT_SECONDS,
      partial: { confirmed_at: { $exists: true } },
    },
    // With all that a list of acts tells in it, so that it reads no bodies.
    { keys: { org_id: 1, acted_at: 1, _id: 1, confirmed_at: 1 }, partial: { acted_at: { $exists: true } } },
  ],
  shared: true,
});

export type OutboxRow = z.infer<typeof outboxDefinition.shape>;

/**
 * Incarnations of queues: a missing queue gets another one before it is created, since what it held is gone. `_id` is the name of
 * a queue that this service consumes, or `sent/` and the name of one to which this service has sent the kept events again.
 */
export const queueIncarnationDefinition = defineCollection({
  name: 'queue_incarnation',
  shape: z.object({ _id: z.string(), incarnation: z.string() }),
  indexes: [],
  shared: true,
});

export type QueueIncarnation = z.infer<typeof queueIncarnationDefinition.shape>;

const INBOX_SECONDS = 30 * 24 * 3600;

/** Events whose effect is committed, by consumer, so that one delivered again has none. */
export const inboxDefinition = defineCollection({
  name: 'inbox',
  shape: z.object({ _id: z.string(), received_at: z.date() }),
  indexes: [{ keys: { received_at: 1 }, expireAfterSeconds: INBOX_SECONDS }],
  shared: true,
});

export const IDEMPOTENCY_SECONDS = 24 * 3600;

/** Answers of POST requests that carried an idempotency key; `_id` is the organisation and a hash of caller, method, path and key. */
export const idempotencyDefinition = defineCollection({
  name: 'idempotency',
  shape: z.object({ _id: z.string(), fingerprint: z.string(), answer: z.string(), created_at: z.date() }),
  indexes: [{ keys: { created_at: 1 }, expireAfterSeconds: IDEMPOTENCY_SECONDS }],
  shared: true,
});

/** Which migrations have run. */
export const migrationDefinition = defineCollection({
  name: 'migration',
  shape: z.object({ _id: z.string(), finished_at: z.date() }),
  indexes: [],
  shared: true,
});
