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
import type { LaneStore } from '../sending/lane.store.ts';
import { newSecret, type Secrets } from './secret.ts';
import type { CreateWebhook, PatchWebhook, WebhookListQuery } from './webhook.schemas.ts';
import type { WebhookStore } from './webhook.store.ts';
import {
  changeWebhook,
  createWebhook,
  type DisabledReason,
  deleteWebhook,
  disableWebhook,
  isAsTried,
  isToBeTried,
  newWebhookId,
  requireRoom,
  rotateSecret,
  type Webhook,
} from './webhook.ts';

/** A webhook without its secrets. */
export type ShownWebhook = Omit<Webhook, 'secrets' | 'org_id' | 'tried_from'>;

export type WebhookService = {
  /** Throws `validation_failed` for an address that nothing may be sent to, `conflict` where there is no room for one more. */
  create(input: CreateWebhook, call: Call): Promise<ShownWebhook & { secret: string }>;
  list(query: WebhookListQuery, orgId: string): Promise<PageOf<ShownWebhook>>;
  read(id: string, call: Call): Promise<ShownWebhook>;
  /** A patch that changes nothing raises no version. Throws `precondition_failed`, `validation_failed`. */
  change(id: string, patch: PatchWebhook, call: Call): Promise<ShownWebhook>;
  remove(id: string, call: Call): Promise<void>;
  /** Gives the webhook a new secret; the one before signs beside it for 24 h. */
  rotate(id: string, call: Call): Promise<ShownWebhook & { secret: string }>;
  /**
   * Disables it by the system, because of a delivery, with notice to the administrators. Does nothing where it is disabled or
   * gone. False, and nothing too, where it has another address than the one that was tried, or was enabled again since.
   */
  disable(
    tried: Pick<Webhook, 'id' | 'org_id' | 'url' | 'version'>,
    reason: DisabledReason,
    deliveryId: string,
  ): Promise<boolean>;
};

type Parts = {
  store: WebhookStore;
  lanes: Pick<LaneStore, 'insert'>;
  secrets: Pick<Secrets, 'seal'>;
  /** Throws `validation_failed` for an address that nothing may be sent to. */
  requireAllowed: (url: string) => void;
  tasks: Pick<DueQueue<DeliveryTask>, 'enqueue'>;
  notices: Pick<DueQueue<Notice>, 'enqueue'>;
  /** Called when tasks or notices were left to be done. */
  onTask: () => void;
  /** Called when the system has disabled a webhook. */
  onDisabled: (reason: DisabledReason) => void;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: () => Date;
};

/** What the API and the sending do with webhooks; each act is one commit with its audit entry. */
export const makeWebhookService = (parts: Parts): WebhookService => {
  const { store, lanes, secrets, requireAllowed, tasks, notices, onTask, onDisabled, unitOfWork, clock } = parts;

  const matching = async (id: string, call: Call): Promise<Webhook> => {
    const before = await store.get(call.actor.org_id, id);
    requireMatch(call, before.version);
    return before;
  };

  /** Whoever sends looks at the webhook again: what waits is skipped, or the lane goes, or it begins with another receiver. */
  const look = ({ id, org_id, version }: Webhook, now: Date, kind: 'look' | 'begin' = 'look'): Change =>
    tasks.enqueue(org_id, `look/${id}/${version}`, { at: now, payload: { kind, webhook_id: id } });

  return {
    async create(input, call) {
      requireAllowed(input.url);
      // Replicas that are asked at the same moment may let in one more each, which does no harm.
      return unitOfWork.decide(call, { records: ['webhooks'] }, async () => {
        requireRoom(await store.count(call.actor.org_id));
        const secret = newSecret();
        const id = newWebhookId();
        const sealed = secrets.seal(secret, { id, org_id: call.actor.org_id });
        const { webhook, event } = createWebhook(input, { id, sealed }, call);
        const changes = [store.insert(webhook), lanes.insert(id, webhook.org_id)];
        return { changes, events: [event], answer: { ...shown(webhook), secret } };
      });
    },

    async list(query, orgId) {
      const { data, meta } = await store.list(orgId, query);
      return { data: data.map(shown), meta };
    },

    read: async (id, call) => shown(await store.get(call.actor.org_id, id)),

    async change(id, patch, call) {
      if (patch.url !== undefined) requireAllowed(patch.url);
      const webhook = await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await matching(id, call);
        const made = changeWebhook(before, patch, call);
        if (!made) return { changes: [], events: [], answer: before };
        const after = made.webhook;
        const kind = isToBeTried(before, after) ? 'begin' : 'look';
        const changes = [store.update(after), look(after, call.now, kind)];
        return { changes, events: [made.event], answer: after };
      });
      onTask();
      return shown(webhook);
    },

    async remove(id, call) {
      await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await matching(id, call);
        const changes = [store.remove(before), look(before, call.now)];
        return { changes, events: [deleteWebhook(before, call)], answer: undefined };
      });
      onTask();
    },

    rotate: (id, call) =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await matching(id, call);
        const secret = newSecret();
        const { webhook, event } = rotateSecret(before, secrets.seal(secret, before), call);
        return { changes: [store.update(webhook)], events: [event], answer: { ...shown(webhook), secret } };
      }),

    async disable(tried, reason, deliveryId) {
      const { id, org_id: orgId } = tried;
      const call = { ...systemCall(orgId, clock()), cause: { delivery_id: deliveryId } };
      const came = await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await store.find(orgId, id);
        if (before?.status === 'active' && !isAsTried(before, tried))
          return { changes: [], events: [], answer: 'another receiver' };
        const made = before && disableWebhook(before, reason, call);
        if (!made) return { changes: [], events: [], answer: 'disabled before' };
        const { webhook, event } = made;
        const payload = { webhook_id: id, url: webhook.url, reason, disabled_at: call.now };
        const notice = notices.enqueue(orgId, `${id}/${webhook.version}`, { at: call.now, payload });
        const changes = [store.update(webhook), look(webhook, call.now), notice];
        return { changes, events: [event], answer: 'disabled' };
      });
      if (came === 'disabled') onDisabled(reason);
      onTask();
      return came !== 'another receiver';
    },
  };
};

const shown = ({ secrets: _secrets, org_id: _org, tried_from: _from, ...webhook }: Webhook): ShownWebhook => webhook;
