import { type Claimed, type Clock, type Collection, type DueEffect, trusted } from '@qsc/service-kit';
import { z } from 'zod';
import type { Announce } from '../sending/announce.ts';
import type { LaneStore } from '../sending/lane.store.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import { lostIn, type StoredDelivery } from './delivery.store.ts';

/** What an act of the API leaves to be done: it is due at once, and done even if the process dies. */
export const DeliveryTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('look'), webhook_id: z.string() }),
  z.object({ kind: z.literal('begin'), webhook_id: z.string() }),
  z.object({ kind: z.literal('redeliver'), webhook_id: z.string(), delivery_id: z.string() }),
  z.object({ kind: z.literal('recover'), webhook_id: z.string(), from: z.date(), until: z.date(), asked_at: z.date() }),
]);

export type DeliveryTask = z.infer<typeof DeliveryTask>;

type Parts = {
  deliveries: Collection<StoredDelivery>;
  webhooks: Pick<WebhookStore, 'find'>;
  lanes: Pick<LaneStore, 'begin'>;
  announce: Announce;
  onDue: () => void;
  clock: Clock;
};

const DONE: DueEffect = { changes: [], events: [] };

/**
 * Makes deliveries wait for their sending again, or, where the webhook was disabled meanwhile, for a recovery. Safe to repeat:
 * what has heard of the act already stays as it is.
 */
export const makeDoDeliveryTask =
  ({ deliveries, webhooks, lanes, announce, onDue, clock }: Parts) =>
  async ({ orgId, row, payload: task }: Claimed & { payload: DeliveryTask }): Promise<DueEffect> => {
    const now = clock();
    const webhook = await webhooks.find(orgId, task.webhook_id);
    const wanted = webhook?.status === 'active' ? againFilter(orgId, task) : null;
    if (webhook && wanted) {
      const again = { status: 'pending', next_attempt_at: now, former_attempts: '$attempts', asked_by: row._id };
      const unheard = { ...wanted, asked_by: { $ne: row._id } };
      await deliveries.model.collection.updateMany(unheard as never, [
        { $set: { ...again, webhook_version: webhook.version } },
      ]);
    }
    if (webhook?.status === 'disabled' && task.kind === 'redeliver') {
      const kept = { _id: task.delivery_id, org_id: orgId, webhook_id: task.webhook_id, asked_by: { $ne: row._id } };
      const skipped = { status: 'skipped', next_attempt_at: null, asked_by: row._id };
      await deliveries.model.collection.updateOne(kept as never, { $set: skipped });
    }
    if (task.kind === 'begin') await lanes.begin(task.webhook_id, now);
    else await announce([{ id: task.webhook_id, org_id: orgId }], now);
    onDue();
    return DONE;
  };

const againFilter = (orgId: string, task: DeliveryTask): Record<string, unknown> | null => {
  if (task.kind === 'look' || task.kind === 'begin') return null;
  const { webhook_id: webhookId } = task;
  if (task.kind === 'redeliver') return { _id: task.delivery_id, org_id: orgId, webhook_id: webhookId };
  const untried = [{ last_attempt_at: null }, { last_attempt_at: trusted({ $lte: task.asked_at }) }];
  return { ...lostIn({ orgId, webhookId, from: task.from, until: task.until }), $or: untried };
};
