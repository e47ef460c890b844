import {
  type Call,
  type Change,
  type DueQueue,
  type PageOf,
  requireMatch,
  systemCall,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { DeliveryTask } from '../delivery/delivery-task.ts';
import type { Notice } from '../notice/notice.ts';
import type { EndpointQueueStore } from '../sending/endpoint-queue.store.ts';
import { newSecret, type Secrets } from './secret.ts';
import type { CreateWebhook, PatchWebhook, WebhookListQuery } from './webhook.schemas.ts';
import type { WebhookStore } from './webhook.store.ts';
import {
  changeWebhook,
  createWebhook,
  type DisabledReason,
  deleteWebhook,
  disableWebhook,
  isNewReceiver,
  isSameReceiver,
  newWebhookId,
  requireBelowLimit,
  rotateSecret,
  type Webhook,
} from './webhook.ts';

/** A webhook without its secrets. */
export type PublicWebhook = Omit<Webhook, 'secrets' | 'org_id' | 'tried_from'>;

export type WebhookService = {
  /** Throws `validation_failed` for an address that nothing may be sent to, `conflict` at the limit of webhooks. */
  create(input: CreateWebhook, call: Call): Promise<PublicWebhook & { secret: string }>;
  list(query: WebhookListQuery, orgId: string): Promise<PageOf<PublicWebhook>>;
  read(id: string, call: Call): Promise<PublicWebhook>;
  /** A patch that changes nothing raises no version. Throws `precondition_failed`, `validation_failed`. */
  change(id: string, patch: PatchWebhook, call: Call): Promise<PublicWebhook>;
  remove(id: string, call: Call): Promise<void>;
  /** Gives the webhook a new secret; the one before signs beside it for 24 h. */
  rotate(id: string, call: Call): Promise<PublicWebhook & { secret: string }>;
  /**
   * Disables it by the system because of a delivery, and notifies the administrators. Does nothing where it is disabled or
   * removed. Returns false, and does nothing, where its address is not the one that was tried, or it was enabled again since.
   */
  disable(
    tried: Pick<Webhook, 'id' | 'org_id' | 'url' | 'version'>,
    reason: DisabledReason,
    deliveryId: string,
  ): Promise<boolean>;
};

type Parts = {
  store: WebhookStore;
  queues: Pick<EndpointQueueStore, 'insert'>;
  secrets: Pick<Secrets, 'seal'>;
  /** Throws `validation_failed` for an address that nothing may be sent to. */
  requireAllowed: (url: string) => void;
  tasks: Pick<DueQueue<DeliveryTask>, 'enqueue'>;
  notices: Pick<DueQueue<Notice>, 'enqueue'>;
  /** Called when tasks or notices were committed. */
  onTask: () => void;
  /** Called when the system has disabled a webhook. */
  onDisabled: (reason: DisabledReason) => void;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: () => Date;
};

/** The use cases of webhooks. Each is one commit with its audit entry. */
export const makeWebhookService = (parts: Parts): WebhookService => {
  const { store, queues, secrets, requireAllowed, tasks, notices, onTask, onDisabled, unitOfWork, clock } = parts;

  const getMatching = async (id: string, call: Call): Promise<Webhook> => {
    const before = await store.get(call.actor.org_id, id);
    requireMatch(call, before.version);
    return before;
  };

  /** The endpoint queue reads the webhook again: it skips what waits, or is removed, or resets its breaker. */
  const enqueueRefresh = ({ id, org_id, version }: Webhook, now: Date, kind: 'refresh' | 'reset' = 'refresh'): Change =>
    tasks.enqueue(org_id, `refresh/${id}/${version}`, { at: now, payload: { kind, webhook_id: id } });

  return {
    async create(input, call) {
      requireAllowed(input.url);
      // Replicas that are called at the same time may admit one more each, which does no harm.
      return unitOfWork.decide(call, { records: ['webhooks'] }, async () => {
        requireBelowLimit(await store.count(call.actor.org_id));
        const secret = newSecret();
        const id = newWebhookId();
        const sealed = secrets.seal(secret, { id, org_id: call.actor.org_id });
        const { webhook, event } = createWebhook(input, { id, sealed }, call);
        const changes = [store.insert(webhook), queues.insert(id, webhook.org_id)];
        return { changes, events: [event], answer: { ...toPublic(webhook), secret } };
      });
    },

    async list(query, orgId) {
      const { data, meta } = await store.list(orgId, query);
      return { data: data.map(toPublic), meta };
    },

    read: async (id, call) => toPublic(await store.get(call.actor.org_id, id)),

    async change(id, patch, call) {
      if (patch.url !== undefined) requireAllowed(patch.url);
      const webhook = await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await getMatching(id, call);
        const changed = changeWebhook(before, patch, call);
        if (!changed) return { changes: [], events: [], answer: before };
        const after = changed.webhook;
        const kind = isNewReceiver(before, after) ? 'reset' : 'refresh';
        const changes = [store.update(after), enqueueRefresh(after, call.now, kind)];
        return { changes, events: [changed.event], answer: after };
      });
      onTask();
      return toPublic(webhook);
    },

    async remove(id, call) {
      await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await getMatching(id, call);
        const changes = [store.remove(before), enqueueRefresh(before, call.now)];
        return { changes, events: [deleteWebhook(before, call)], answer: undefined };
      });
      onTask();
    },

    rotate: (id, call) =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await getMatching(id, call);
        const secret = newSecret();
        const { webhook, event } = rotateSecret(before, secrets.seal(secret, before), call);
        return { changes: [store.update(webhook)], events: [event], answer: { ...toPublic(webhook), secret } };
      }),

    async disable(tried, reason, deliveryId) {
      const { id, org_id: orgId } = tried;
      const call = { ...systemCall(orgId, clock()), cause: { delivery_id: deliveryId } };
      const outcome = await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await store.find(orgId, id);
        if (before?.status === 'active' && !isSameReceiver(before, tried))
          return { changes: [], events: [], answer: 'another receiver' };
        const changed = before && disableWebhook(before, reason, call);
        if (!changed) return { changes: [], events: [], answer: 'disabled before' };
        const { webhook, event } = changed;
        const payload = { webhook_id: id, url: webhook.url, reason, disabled_at: call.now };
        const notice = notices.enqueue(orgId, `${id}/${webhook.version}`, { at: call.now, payload });
        const changes = [store.update(webhook), enqueueRefresh(webhook, call.now), notice];
        return { changes, events: [event], answer: 'disabled' };
      });
      if (outcome === 'disabled') onDisabled(reason);
      onTask();
      return outcome !== 'another receiver';
    },
  };
};

const toPublic = ({ secrets: _secrets, org_id: _org, tried_from: _from, ...webhook }: Webhook): PublicWebhook =>
  webhook;
