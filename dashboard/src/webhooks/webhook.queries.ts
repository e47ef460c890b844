import type { Body, Schemas } from '@qsc/client';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { type ListSearch, toFilters } from '../ui/list/search.ts';

/** The filters of the list of webhooks, as the API takes them. */
export const WEBHOOK_FILTERS = ['status'];

export const WEBHOOK_STATUSES = ['active', 'disabled'];

/** The filters of the deliveries of a webhook. */
export const DELIVERY_FILTERS = ['status'];

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'];

export type Webhook = Schemas['Webhook'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type Delivery = Schemas['Delivery'];
export type DeliveryDetail = Schemas['DeliveryDetail'];

const PER_PAGE = 25;

/** How many of the latest deliveries the list of webhooks counts. */
const LATELY = 20;

/** Deliveries change without an act of the user, so that what is shown of them is read again. */
const REFRESH_MS = 5_000;

export const webhookListQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: ['webhooks', 'list', search],
    queryFn: () =>
      client.webhooks.list({ ...toFilters<'listWebhooks'>(search), per_page: PER_PAGE }).page(search.page ?? 1),
    placeholderData: keepPreviousData,
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'record', id],
    queryFn: ({ signal }) => client.webhooks.get(id, { signal }),
    // A webhook is disabled by the system too.
    refetchInterval: REFRESH_MS,
  });

/** The latest deliveries of a webhook, newest first. */
export const latelyQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'lately', id],
    queryFn: async () => (await client.webhooks.listDeliveries(id, { per_page: LATELY }).page(1)).data,
  });

export const deliveryListQuery = (id: string, search: ListSearch) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', id, search],
    queryFn: () =>
      client.webhooks
        .listDeliveries(id, { ...toFilters<'listDeliveries'>(search), per_page: PER_PAGE })
        .page(search.page ?? 1),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const deliveryQuery = (webhookId: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', webhookId, id],
    queryFn: ({ signal }) => client.webhooks.getDelivery(webhookId, id, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** Refetches everything that is shown of webhooks. */
export const refreshWebhooks = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['webhooks'] });

export const createWebhook = (body: Body<'createWebhook'>): Promise<WebhookWithSecret> => client.webhooks.create(body);

export const updateWebhook = (id: string, patch: Body<'updateWebhook'>, ifMatch?: number): Promise<Webhook> =>
  client.webhooks.update(id, patch, ifMatch === undefined ? {} : { ifMatch });

export const deleteWebhook = (id: string): Promise<void> => client.webhooks.delete(id);

export const rotateSecret = (id: string): Promise<WebhookWithSecret> => client.webhooks.rotateSecret(id);

/** Sends a `webhook.test`; answers the id of its delivery. */
export const testWebhook = async (id: string): Promise<string> => (await client.webhooks.test(id)).delivery_id;

export const redeliver = (webhookId: string, id: string): Promise<unknown> => client.webhooks.redeliver(webhookId, id);

/** Sends again what was skipped or has failed in the period; answers how many deliveries that are. */
export const recoverDeliveries = async (id: string, period: Body<'recoverDeliveries'>): Promise<number> =>
  (await client.webhooks.recoverDeliveries(id, period)).count;
