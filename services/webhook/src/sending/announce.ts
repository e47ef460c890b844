import type { DueDeliveryStore } from './due-delivery.store.ts';
import type { LaneStore } from './lane.store.ts';

/** Says that there is something to send to these webhooks now. */
export type Announce = (webhooks: readonly { id: string; org_id: string }[], now: Date) => Promise<void>;

type Parts = { lanes: Pick<LaneStore, 'wake'>; queue: Pick<DueDeliveryStore, 'skipAll'> };

/** Wakes their lanes. What was kept for a webhook that was removed meanwhile is given up: nobody else would look at it. */
export const makeAnnounce =
  ({ lanes, queue }: Parts): Announce =>
  async (webhooks, now) => {
    const ids = webhooks.map(({ id }) => id);
    const gone = new Set(await lanes.wake(ids, now));
    for (const { id, org_id } of webhooks)
      if (gone.has(id)) await queue.skipAll({ webhookId: id, orgId: org_id }, Infinity);
  };
