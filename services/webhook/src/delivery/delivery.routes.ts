import { type AnyRoute, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { WebhookId } from '../webhook/webhook.schemas.ts';
import { deliveryDetailExample, deliveryExample, recoverExample } from './delivery.examples.ts';
import {
  AcceptedDelivery,
  DeliveryDetail,
  DeliveryId,
  DeliveryListQuery,
  DeliveryView,
  Recover,
  Recovered,
} from './delivery.schemas.ts';
import type { DeliveryService } from './delivery.service.ts';

/** What was sent to a webhook, and what is to be sent again (decisions, "Webhooks"). */
export const deliveryRoutes = (deliveries: DeliveryService): AnyRoute[] => [
  route({
    id: 'testWebhook',
    tag: 'Webhooks',
    method: 'post',
    path: '/webhooks/:webhook_id/test',
    summary: 'Send a test',
    description: 'Sends a `webhook.test` to the receiver, whatever events and filters the webhook has.',
    scope: 'admin:write',
    params: WebhookId,
    answer: one(AcceptedDelivery, { status: 202 }),
    throws: ['conflict'],
    example: { answer: { delivery_id: deliveryExample.id } },
    handle: ({ params, call }) => deliveries.test(params.webhook_id, call),
  }),
  route({
    id: 'recoverDeliveries',
    tag: 'Webhooks',
    method: 'post',
    path: '/webhooks/:webhook_id/recover',
    summary: 'Send what was missed',
    description:
      'Sends again what was made between the two moments and was skipped or has failed, each with the id of its message.',
    scope: 'admin:write',
    params: WebhookId,
    body: Recover,
    answer: one(Recovered, { status: 202 }),
    throws: ['conflict'],
    example: { body: recoverExample, answer: { count: 17 } },
    handle: ({ params, body, call }) => deliveries.recover(params.webhook_id, body, call),
  }),
  listRoute({
    id: 'listDeliveries',
    tag: 'Webhooks',
    path: '/webhooks/:webhook_id/deliveries',
    summary: 'List deliveries',
    description: 'What was sent to a webhook or waits to be, newest first. Deliveries are stored for 90 days.',
    scope: 'admin:read',
    params: WebhookId,
    query: DeliveryListQuery,
    answer: page(DeliveryView),
    example: { answer: examplePage(deliveryExample) },
    handle: ({ params, query, orgId }) => deliveries.list(params.webhook_id, query, orgId),
  }),
  route({
    id: 'getDelivery',
    tag: 'Webhooks',
    method: 'get',
    path: '/webhooks/:webhook_id/deliveries/:delivery_id',
    summary: 'Read a delivery',
    description: 'One delivery with the body that it sends and the beginning of the latest answer.',
    scope: 'admin:read',
    params: DeliveryId,
    answer: one(DeliveryDetail),
    example: { answer: deliveryDetailExample },
    handle: ({ params, call }) => deliveries.read(params.webhook_id, params.delivery_id, call),
  }),
  route({
    id: 'redeliver',
    tag: 'Webhooks',
    method: 'post',
    path: '/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    summary: 'Send a delivery again',
    description:
      'Sends one delivery once more, whatever its status, with the id of its message. Its retry schedule restarts.',
    scope: 'admin:write',
    params: DeliveryId,
    answer: one(AcceptedDelivery, { status: 202 }),
    throws: ['conflict'],
    example: { answer: { delivery_id: deliveryExample.id } },
    handle: ({ params, call }) => deliveries.redeliver(params.webhook_id, params.delivery_id, call),
  }),
];
