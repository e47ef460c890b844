import { AUDIT_ACTIONS } from '@qsc/contracts';
import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  notFound,
  type PageOf,
  remove,
  replace,
} from '@qsc/service-kit';
import { z } from 'zod';
import { EVENT_NAMES } from './event-name.ts';
import type { WebhookListQuery } from './webhook.schemas.ts';
import { DISABLED_REASONS, WEBHOOK_STATUSES, type Webhook } from './webhook.ts';

export const webhookDefinition = defineCollection({
  name: 'webhook',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    url: z.string(),
    events: z.array(z.enum(EVENT_NAMES)),
    filters: z.object({ entity_types: z.array(z.string()), actions: z.array(z.enum(AUDIT_ACTIONS)) }),
    status: z.enum(WEBHOOK_STATUSES),
    disabled_reason: z.enum(DISABLED_REASONS).nullable(),
    disabled_at: z.date().nullable(),
    secrets: z.array(z.object({ sealed: z.string(), until: z.date().nullable() })),
    created_at: z.date(),
    created_by: z.string(),
    updated_at: z.date(),
    version: z.number().int(),
    tried_from: z.number().int().optional(),
  }),
  indexes: [
    { keys: { org_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, updated_at: -1, _id: -1 } },
    { keys: { org_id: 1, status: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, status: 1, updated_at: -1, _id: -1 } },
  ],
});

type StoredWebhook = z.infer<typeof webhookDefinition.shape>;

export type WebhookStore = {
  /** The webhook of the organisation. Throws `not_found`. */
  get(orgId: string, id: string): Promise<Webhook>;
  find(orgId: string, id: string): Promise<Webhook | null>;
  list(orgId: string, query: WebhookListQuery): Promise<PageOf<Webhook>>;
  /** The number of webhooks of the organisation, disabled ones included. */
  count(orgId: string): Promise<number>;
  /** The webhooks of several organisations, for the intake of events. */
  listByOrganizations(orgIds: readonly string[]): Promise<Webhook[]>;
  insert(webhook: Webhook): Change;
  /** Writes a webhook that was read at the previous version. */
  update(webhook: Webhook): Change;
  remove(webhook: Webhook): Change;
};

const toWebhook = ({ _id, ...stored }: StoredWebhook): Webhook => ({ id: _id, ...stored });

const toStored = ({ id, ...webhook }: Webhook): StoredWebhook => ({ _id: id, ...webhook });

/** The store of webhooks in MongoDB. */
export const makeWebhookStore = (webhooks: Collection<StoredWebhook>): WebhookStore => {
  const find = async (orgId: string, id: string): Promise<Webhook | null> => {
    const stored = await webhooks.findOne({ org_id: orgId, _id: id });
    return stored && toWebhook(stored);
  };
  return {
    find,
    async get(orgId, id) {
      const webhook = await find(orgId, id);
      if (!webhook) throw notFound('webhook', id);
      return webhook;
    },
    async list(orgId, query) {
      const filter = { org_id: orgId, ...(query.status ? { status: anyOf(query.status) } : {}) };
      return listPage(webhooks, { filter, query, show: toWebhook });
    },
    count: (orgId) => webhooks.count({ org_id: orgId }),
    async listByOrganizations(orgIds) {
      const found = await webhooks.model.collection.find({ org_id: { $in: [...orgIds] } }).toArray();
      return (found as unknown as StoredWebhook[]).map(toWebhook);
    },
    insert: (webhook) => insert(webhooks, toStored(webhook)),
    update: (webhook) => replace(webhooks, toStored(webhook), webhook.version - 1),
    remove: ({ id, version }) => remove(webhooks, id, version),
  };
};
