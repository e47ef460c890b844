import { randomUUID } from 'node:crypto';
import { workflowEvents } from '@qsc/contracts/events';
import {
  type Clock,
  type Composed,
  dueQueueDefinition,
  type Kit,
  makeDueQueue,
  makeDueWorker,
  makeMailer,
  makeOutboundClient,
  makeOutboundRule,
  makeSealer,
  type OutboundClient,
  on,
  type Runner,
  type RunningService,
  refuseLiteral,
  type StartOptions,
  startService,
  subscribe,
  systemClock,
} from '@qsc/service-kit';
import type { WebhookConfig } from './config.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { makeDeliveryService } from './delivery/delivery.service.ts';
import { deliveryDefinition, makeDeliveryStore, messageDefinition } from './delivery/delivery.store.ts';
import { DELIVERY_STATUSES } from './delivery/delivery.ts';
import { DeliveryTask, makeDoDeliveryTask } from './delivery/delivery-task.ts';
import { makeIntakeStore } from './intake/intake.store.ts';
import { EVENT_QUEUE, makeIntake } from './intake/intake.subscription.ts';
import { makeSendNotice } from './notice/notice.sender.ts';
import { Notice } from './notice/notice.ts';
import { makeAnnounce } from './sending/announce.ts';
import { makeSend } from './sending/attempt.ts';
import { watchBacklog } from './sending/backlog-metrics.ts';
import { makeBodies } from './sending/bodies.ts';
import { makeDueDeliveryStore } from './sending/due-delivery.store.ts';
import { endpointQueueDefinition, makeEndpointQueueStore } from './sending/endpoint-queue.store.ts';
import type { EndpointQueueParts } from './sending/endpoint-queue.ts';
import { makeEndpointQueues } from './sending/endpoint-queues.ts';
import { makeLatencies } from './sending/latency.ts';
import { makeRecorder } from './sending/recorder.ts';
import { LIMITS, makeRequestLimiter } from './sending/request-limiter.ts';
import { makeSecrets, type Secrets } from './webhook/secret.ts';
import { webhookRoutes } from './webhook/webhook.routes.ts';
import { makeWebhookService } from './webhook/webhook.service.ts';
import { makeWebhookStore, webhookDefinition } from './webhook/webhook.store.ts';
import { DISABLED_REASONS } from './webhook/webhook.ts';

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
const TASK_LEASE_MS = 30_000;

/** The stores of the service. */
const openStores = ({ open, clock }: Kit) => {
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

type Stores = ReturnType<typeof openStores>;

/** What a test may set: the clock of leases, the random numbers, and the timeout of an attempt. */
type SendingOptions = { leaseClock?: Clock; random?: () => number; timeoutMs?: number };

type Parts = {
  stores: Stores;
  secrets: Secrets;
  outbound: OutboundClient;
  delaysSeconds: readonly number[];
  disable: EndpointQueueParts['disable'];
};

/** The endpoint queues, and the recording of attempts. */
const makeSending = ({ log, clock, metrics }: Kit, parts: Parts, options: SendingOptions): Runner => {
  const { stores, secrets, outbound, delaysSeconds, disable } = parts;
  const { leaseClock = systemClock, random = Math.random, timeoutMs } = options;
  const attempts = metrics.counter(
    'webhook_attempts_recorded_total',
    'Attempts recorded, by the status of their delivery',
    {
      label: 'status',
      values: DELIVERY_STATUSES.filter((status) => status !== 'skipped'),
    },
  );
  const recorder = makeRecorder({
    async write(deliveries) {
      await stores.dueDeliveries.record(deliveries);
      for (const { status } of deliveries) attempts.inc({ status });
    },
    log,
  });
  const queue: EndpointQueueParts = {
    webhooks: stores.webhooks,
    deliveries: stores.dueDeliveries,
    queues: stores.queues,
    bodies: stores.bodies,
    secrets,
    send: makeSend({ outbound, clock, timeoutMs }),
    recorder,
    disable,
    limiter: makeRequestLimiter(),
    latencies: makeLatencies(),
    rules: { delaysSeconds, random },
    clock,
    log,
  };
  const queues = makeEndpointQueues({ store: stores.queues, queue, clock, leaseClock, log });
  return {
    ...queues,
    async stop() {
      await queues.stop();
      await recorder.stop();
    },
  };
};

export type WebhookOptions = StartOptions &
  SendingOptions & {
    /** The name of the queue of events; another deployment on the same broker needs another one. */
    queue?: string;
    clock?: Clock;
  };

/** The workers of tasks: deliveries to send again, administrators to notify. */
const makeWorkers = (kit: Kit, config: WebhookConfig, stores: Stores, onDue: () => void) => {
  const { unitOfWork, clock, log, identity } = kit;
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
    const outbound = makeOutboundClient({ allowedNetworks, connectionsPerOrigin: LIMITS.total });
    watchBacklog({ deliveries: stores.deliveries, queues: kit.open(endpointQueueDefinition), metrics, clock });
    const disabled = metrics.counter('webhook_disabled_total', 'Webhooks that the system has disabled', {
      label: 'reason',
      values: DISABLED_REASONS.filter((reason) => reason !== 'requested'),
    });
    const runners: Runner[] = [];
    const onTask = (): void => runners.forEach((runner) => void runner.wake());
    const webhooks = makeWebhookService({
      store: stores.webhooks,
      queues: stores.queues,
      tasks: stores.tasks,
      notices: stores.notices,
      secrets,
      onTask,
      unitOfWork,
      clock,
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
