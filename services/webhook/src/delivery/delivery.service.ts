import { newId } from '@qsc/contracts';
import { webhookEvents } from '@qsc/contracts/events';
import { type Call, type Change, type DueQueue, makeEvent, type PageOf, type UnitOfWork } from '@qsc/service-kit';
import { formatBody } from '../intake/message.ts';
import { TEST_EVENT } from '../webhook/event-name.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import { actFacts, requireActive, type Webhook } from '../webhook/webhook.ts';
import type { DeliveryListQuery, Recover } from './delivery.schemas.ts';
import type { DeliveryStore } from './delivery.store.ts';
import { type Delivery, newDelivery } from './delivery.ts';
import type { DeliveryTask } from './delivery-task.ts';

export type DeliveryService = {
  list(webhookId: string, query: DeliveryListQuery, orgId: string): Promise<PageOf<Delivery>>;
  /** One delivery with what it sends. Throws `not_found`. */
  read(webhookId: string, id: string, call: Call): Promise<Delivery & { request_body: string | null }>;
  /** Sends a `webhook.test`, whatever the webhook subscribes to. Throws `conflict` while it is disabled. */
  test(webhookId: string, call: Call): Promise<{ delivery_id: string }>;
  /** Sends a delivery once more, with the id of its message. Throws `conflict` while the webhook is disabled. */
  redeliver(webhookId: string, id: string, call: Call): Promise<{ delivery_id: string }>;
  /** Sends what was skipped or has failed in that span. Throws `conflict` while the webhook is disabled. */
  recover(webhookId: string, span: Recover, call: Call): Promise<{ count: number }>;
};

type Parts = {
  webhooks: Pick<WebhookStore, 'get'>;
  store: DeliveryStore;
  tasks: Pick<DueQueue<DeliveryTask>, 'enqueue'>;
  /** Called when a task was committed. */
  onTask: () => void;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** The use cases of deliveries. Each is one commit with its audit entry and the task that sends. */
export const makeDeliveryService = ({ webhooks, store, tasks, onTask, unitOfWork }: Parts): DeliveryService => {
  const activeWebhook = async (id: string, call: Call): Promise<Webhook> => {
    const webhook = await webhooks.get(call.actor.org_id, id);
    requireActive(webhook);
    return webhook;
  };

  const enqueue = (task: DeliveryTask, call: Call): Change =>
    tasks.enqueue(call.actor.org_id, newId('request'), { at: call.now, payload: task });

  return {
    async list(webhookId, query, orgId) {
      await webhooks.get(orgId, webhookId);
      return store.list(orgId, webhookId, query);
    },

    async read(webhookId, id, call) {
      const orgId = call.actor.org_id;
      await webhooks.get(orgId, webhookId);
      const delivery = await store.get(orgId, webhookId, id);
      return { ...delivery, request_body: await store.getBody(orgId, delivery.message_id) };
    },

    async test(webhookId, call) {
      const answer = await unitOfWork.decide(call, {}, async () => {
        const webhook = await activeWebhook(webhookId, call);
        const { message, delivery } = testDelivery(webhook, call);
        const record = { webhook_id: webhook.id, delivery_id: delivery.id };
        const details = { operation: 'test', delivery_id: delivery.id };
        const event = makeEvent(webhookEvents.tested, call, { audit: actFacts({ webhook, details }), record });
        const refresh = enqueue({ kind: 'refresh', webhook_id: webhook.id }, call);
        const changes = [...store.insert(message, delivery), refresh];
        return { changes, events: [event], answer: { delivery_id: delivery.id } };
      });
      onTask();
      return answer;
    },

    async redeliver(webhookId, id, call) {
      const answer = await unitOfWork.decide(call, {}, async () => {
        const webhook = await activeWebhook(webhookId, call);
        const delivery = await store.get(webhook.org_id, webhook.id, id);
        const record = { webhook_id: webhook.id, delivery_id: delivery.id };
        const details = { operation: 'redeliver', delivery_id: delivery.id };
        const event = makeEvent(webhookEvents.redelivered, call, { audit: actFacts({ webhook, details }), record });
        return {
          changes: [enqueue({ kind: 'redeliver', ...record }, call)],
          events: [event],
          answer: { delivery_id: id },
        };
      });
      onTask();
      return answer;
    },

    async recover(webhookId, span, call) {
      const answer = await unitOfWork.decide(call, {}, async () => {
        const webhook = await activeWebhook(webhookId, call);
        const count = await store.countLost({ orgId: webhook.org_id, webhookId, ...span });
        const details = { from: span.from.toISOString(), until: span.until.toISOString(), deliveries: count };
        const event = makeEvent(webhookEvents.recovered, call, {
          audit: actFacts({ webhook, details: { operation: 'recover', ...details } }),
          record: { webhook_id: webhook.id, ...details },
        });
        const task = { kind: 'recover' as const, webhook_id: webhook.id, ...span, requested_at: call.now };
        return { changes: [enqueue(task, call)], events: [event], answer: { count } };
      });
      onTask();
      return answer;
    },
  };
};

const testDelivery = (webhook: Webhook, { now, traceparent }: Call) => {
  const ids = { org_id: webhook.org_id, event: TEST_EVENT } as const;
  const body = formatBody(TEST_EVENT, now.toISOString(), { webhook_id: webhook.id });
  const joined = traceparent ? { traceparent } : {};
  const message = { ...ids, id: newId('message'), body, ...joined, created_at: now };
  const about = { ...ids, id: newId('delivery'), webhook_id: webhook.id, message_id: message.id };
  return { message, delivery: newDelivery(about, { webhook, now }) };
};
