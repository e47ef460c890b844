import { workflowEvents } from '@qsc/contracts/events';
import {
  type Clock,
  type Composed,
  type Kit,
  makeDueWorker,
  makeMailer,
  makeOutboundClient,
  makeOutboundRule,
  makeSealer,
  on,
  type Runner,
  type RunningService,
  refuseLiteral,
  type StartOptions,
  startService,
  subscribe,
} from '@qsc/service-kit';
import { makeSending, type SendingOptions } from './compose/sending.ts';
import { collections, openStores, type Stores, TASK_LEASE_MS } from './compose/stores.ts';
import type { WebhookConfig } from './config.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { makeDeliveryService } from './delivery/delivery.service.ts';
import { makeDoDeliveryTask } from './delivery/delivery-task.ts';
import { EVENT_QUEUE, makeIntake } from './intake/intake.subscription.ts';
import { makeSendNotice } from './notice/notice.sender.ts';
import { watchBacklog } from './sending/backlog-metrics.ts';
import { endpointQueueDefinition } from './sending/endpoint-queue.store.ts';
import { MAX_REQUESTS } from './sending/request-limiter.ts';
import { makeSecrets } from './webhook/secret.ts';
import { webhookRoutes } from './webhook/webhook.routes.ts';
import { makeWebhookService } from './webhook/webhook.service.ts';
import { DISABLED_REASONS } from './webhook/webhook.ts';

export type WebhookOptions = StartOptions &
  SendingOptions & {
    /** The name of the queue of events; another deployment on the same broker needs another one. */
    queue?: string;
    clock?: Clock;
  };

/** The workers of tasks: deliveries to send again, administrators to notify. */
const makeWorkers = (kit: Kit, config: WebhookConfig, stores: Stores, onDue: () => void) => {
  const { unitOfWork, clock, log, identity } = kit;
  if (!identity) throw new Error('The webhook service needs the identity service.');
  const parts = { unitOfWork, clock, log, leaseMs: TASK_LEASE_MS };
  const mailer = makeMailer(config, log);
  const act = makeDoDeliveryTask({ ...stores, onDue, clock });
  const send = makeSendNotice({ identity: identity.client, mailer, log });
  const workers: Runner[] = [
    makeDueWorker({ name: 'delivery tasks', queue: stores.tasks, act, ...parts }),
    makeDueWorker({ name: 'notices of disabled webhooks', queue: stores.notices, act: send, ...parts }),
  ];
  return { workers, mailer };
};

/** Notifies administrators of approvals that nobody can complete. */
const makeNoticeConsumer = ({ unitOfWork, inbox, clock, log }: Kit, stores: Stores, queue: string) =>
  subscribe({
    queue,
    subscriptions: [
      on(workflowEvents.approvalBlocked, async ({ id, orgid }, { record_id, title, approver_roles }) => {
        const payload = { record_id, title, approver_roles };
        return { changes: [stores.notices.enqueue(orgid, id, { at: clock(), payload })], events: [] };
      }),
    ],
    unitOfWork,
    inbox,
    log,
  });

const composeWebhook =
  (config: WebhookConfig, options: WebhookOptions) =>
  (kit: Kit): Composed => {
    const { clock, log, metrics, unitOfWork } = kit;
    const stores = openStores(kit);
    const sealing = { key: config.WEBHOOK_ENCRYPTION_KEY, formerKeys: config.WEBHOOK_ENCRYPTION_FORMER_KEYS };
    const secrets = makeSecrets(makeSealer({ ...sealing, purpose: 'webhook-secrets' }), log);
    const allowedNetworks = config.OUTBOUND_ALLOWED_NETWORKS;
    const rule = makeOutboundRule(allowedNetworks);
    const outbound = makeOutboundClient({ allowedNetworks, connectionsPerOrigin: MAX_REQUESTS });
    watchBacklog({ deliveries: stores.deliveries, queues: kit.open(endpointQueueDefinition), metrics, clock });
    const disabled = metrics.counter('webhook_disabled_total', 'Webhooks that the system has disabled', {
      label: 'reason',
      values: DISABLED_REASONS.filter((reason) => reason !== 'requested'),
    });
    const runners: Runner[] = [];
    const onTask = (): void => runners.forEach((runner) => void runner.wake());
    const webhooks = makeWebhookService({
      ...{ store: stores.webhooks, queues: stores.queues, tasks: stores.tasks, notices: stores.notices },
      ...{ secrets, onTask, unitOfWork, clock },
      onDisabled: (reason) => disabled.inc({ reason }),
      requireAllowed: (url) => refuseLiteral({ url, field: 'url' }, rule),
    });
    const deliveries = makeDeliveryService({ ...stores, store: stores.deliveryStore, onTask, unitOfWork });
    const delaysSeconds = config.WEBHOOK_RETRY_SCHEDULE_SECONDS;
    const sending = makeSending(kit, { stores, secrets, outbound, delaysSeconds, disable: webhooks.disable }, options);
    const { workers, mailer } = makeWorkers(kit, config, stores, sending.wake);
    runners.push(...workers);
    const { queue = EVENT_QUEUE } = options;
    const intake = makeIntake({ ...stores, queue, store: stores.intake, onDue: sending.wake, clock, log });
    return {
      routes: [...webhookRoutes(webhooks), ...deliveryRoutes(deliveries)],
      consumers: [intake.consumer, makeNoticeConsumer(kit, stores, `${queue}.notices`)],
      start: (signal) => [sending, ...workers].forEach((runner) => void runner.start(signal)),
      async stop() {
        await Promise.all([intake.stop(), sending.stop(), ...workers.map((worker) => worker.stop())]);
        await outbound.close();
        mailer.close();
      },
    };
  };

/** Starts the webhook service. */
export const startWebhookService = (config: WebhookConfig, options: WebhookOptions = {}): Promise<RunningService> =>
  startService(
    {
      name: 'webhook',
      config,
      collections,
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeWebhook(config, options),
    },
    options,
  );
