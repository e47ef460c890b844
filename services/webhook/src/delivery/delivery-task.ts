import { type Claimed, type Clock, type Collection, type DueEffect, trusted } from '@qsc/service-kit';
import { z } from 'zod';
import type { Announce } from '../sending/announce.ts';
import type { EndpointQueueStore } from '../sending/endpoint-queue.store.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import { buildLostFilter, type StoredDelivery } from './delivery.store.ts';

/** A task that a request of the API commits: due at once, and carried out even if the process dies. */
export const DeliveryTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refresh'), webhook_id: z.string() }),
  z.object({ kind: z.literal('reset'), webhook_id: z.string() }),
  z.object({ kind: z.literal('redeliver'), webhook_id: z.string(), delivery_id: z.string() }),
  z.object({
    kind: z.literal('recover'),
    webhook_id: z.string(),
    from: z.date(),
    until: z.date(),
    requested_at: z.date(),
  }),
]);

export type DeliveryTask = z.infer<typeof DeliveryTask>;

type Parts = {
  deliveries: Collection<StoredDelivery>;
  webhooks: Pick<WebhookStore, 'find'>;
  queues: Pick<EndpointQueueStore, 'resetReceiver'>;
  announce: Announce;
  onDue: () => void;
  clock: Clock;
};

const DONE: DueEffect = { changes: [], events: [] };

/**
 * Makes deliveries pending again, or skipped where the webhook was disabled meanwhile. Safe to repeat: a delivery that has the
 * id of the task stays as it is.
 */
export const makeDoDeliveryTask =
  ({ deliveries, webhooks, queues, announce, onDue, clock }: Parts) =>
  async ({ orgId, row, payload: task }: Claimed & { payload: DeliveryTask }): Promise<DueEffect> => {
    const now = clock();
    const webhook = await webhooks.find(orgId, task.webhook_id);
    const resend = webhook?.status === 'active' ? buildResendFilter(orgId, task) : null;
    if (webhook && resend) {
      const again = { status: 'pending', next_attempt_at: now, former_attempts: '$attempts', resend_task_id: row._id };
      const unhandled = { ...resend, resend_task_id: { $ne: row._id } };
      await deliveries.model.collection.updateMany(unhandled as never, [
        { $set: { ...again, webhook_version: webhook.version } },
      ]);
    }
    if (webhook?.status === 'disabled' && task.kind === 'redeliver') {
      const handled = {
        _id: task.delivery_id,
        org_id: orgId,
        webhook_id: task.webhook_id,
        resend_task_id: { $ne: row._id },
      };
      const skipped = { status: 'skipped', next_attempt_at: null, resend_task_id: row._id };
      await deliveries.model.collection.updateOne(handled as never, { $set: skipped });
    }
    if (task.kind === 'reset') await queues.resetReceiver(task.webhook_id, now);
    else await announce([{ id: task.webhook_id, org_id: orgId }], now);
    onDue();
    return DONE;
  };

const buildResendFilter = (orgId: string, task: DeliveryTask): Record<string, unknown> | null => {
  if (task.kind === 'refresh' || task.kind === 'reset') return null;
  const { webhook_id: webhookId } = task;
  if (task.kind === 'redeliver') return { _id: task.delivery_id, org_id: orgId, webhook_id: webhookId };
  const untried = [{ last_attempt_at: null }, { last_attempt_at: trusted({ $lte: task.requested_at }) }];
  return { ...buildLostFilter({ orgId, webhookId, from: task.from, until: task.until }), $or: untried };
};
