import type { DueDeliveryStore } from './due-delivery.store.ts';
import type { EndpointQueueStore } from './endpoint-queue.store.ts';

/** Announces that there is something to send to these webhooks now. */
export type Announce = (webhooks: readonly { id: string; org_id: string }[], now: Date) => Promise<void>;

type Parts = { queues: Pick<EndpointQueueStore, 'wake'>; deliveries: Pick<DueDeliveryStore, 'skipAll'> };

/** Wakes their endpoint queues. Skips the deliveries of webhooks that were removed meanwhile: nothing else would. */
export const makeAnnounce =
  ({ queues, deliveries }: Parts): Announce =>
  async (webhooks, now) => {
    const ids = webhooks.map(({ id }) => id);
    const removed = new Set(await queues.wake(ids, now));
    for (const { id, org_id } of webhooks)
      if (removed.has(id)) await deliveries.skipAll({ webhookId: id, orgId: org_id }, Infinity);
  };
