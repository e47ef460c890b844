import { z } from 'zod';
import { defineCollection } from './collection.ts';

/** Events that are committed and not yet confirmed by the broker. A row is gone once its event is confirmed. */
export const outboxDefinition = defineCollection({
  name: 'outbox',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    type: z.string(),
    body: z.string(),
    claimed_until: z.date(),
    created_at: z.date(),
  }),
  indexes: [{ keys: { claimed_until: 1, _id: 1 } }],
  shared: true,
});

export type OutboxRow = z.infer<typeof outboxDefinition.shape>;

const INBOX_SECONDS = 30 * 24 * 3600;

/** Events whose effect is committed, by consumer, so that one delivered again has none. */
export const inboxDefinition = defineCollection({
  name: 'inbox',
  shape: z.object({ _id: z.string(), received_at: z.date() }),
  indexes: [{ keys: { received_at: 1 }, expireAfterSeconds: INBOX_SECONDS }],
  shared: true,
});

export const IDEMPOTENCY_SECONDS = 24 * 3600;

/** Answers of POST requests that carried an idempotency key; `_id` is the organisation and the hashed key. */
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
