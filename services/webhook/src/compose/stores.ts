import { randomUUID } from 'node:crypto';
import { dueQueueDefinition, type Kit, makeDueQueue } from '@qsc/service-kit';
import { deliveryDefinition, makeDeliveryStore, messageDefinition } from '../delivery/delivery.store.ts';
import { DeliveryTask } from '../delivery/delivery-task.ts';
import { makeIntakeStore } from '../intake/intake.store.ts';
import { Notice } from '../notice/notice.ts';
import { makeAnnounce } from '../sending/announce.ts';
import { makeBodies } from '../sending/bodies.ts';
import { makeDueDeliveryStore } from '../sending/due-delivery.store.ts';
import { endpointQueueDefinition, makeEndpointQueueStore } from '../sending/endpoint-queue.store.ts';
import { makeWebhookStore, webhookDefinition } from '../webhook/webhook.store.ts';

const taskDefinition = dueQueueDefinition('delivery_task');
const noticeDefinition = dueQueueDefinition('disabled_notice');

export const collections = [
  webhookDefinition,
  messageDefinition,
  deliveryDefinition,
  endpointQueueDefinition,
  taskDefinition,
  noticeDefinition,
];

/** The lease of a task or a notice, in milliseconds. */
export const TASK_LEASE_MS = 30_000;

/** The stores of the service. */
export const openStores = ({ open, clock }: Kit) => {
  const deliveries = open(deliveryDefinition);
  const messages = open(messageDefinition);
  const queues = makeEndpointQueueStore(open(endpointQueueDefinition), randomUUID());
  const dueDeliveries = makeDueDeliveryStore(deliveries);
  const leased = { clock, leaseMs: TASK_LEASE_MS };
  return {
    deliveries,
    queues,
    dueDeliveries,
    announce: makeAnnounce({ queues, deliveries: dueDeliveries }),
    webhooks: makeWebhookStore(open(webhookDefinition)),
    deliveryStore: makeDeliveryStore({ deliveries, messages }),
    intake: makeIntakeStore({ deliveries, messages }),
    bodies: makeBodies(messages),
    tasks: makeDueQueue({ rows: open(taskDefinition), payload: DeliveryTask, ...leased }),
    notices: makeDueQueue({ rows: open(noticeDefinition), payload: Notice, ...leased }),
  };
};

export type Stores = ReturnType<typeof openStores>;
