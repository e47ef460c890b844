import { type Clock, type Kit, type OutboundClient, type Runner, systemClock } from '@qsc/service-kit';
import { DELIVERY_STATUSES } from '../delivery/delivery.ts';
import { makeSend } from '../sending/attempt.ts';
import type { EndpointQueueParts } from '../sending/endpoint-queue.ts';
import { makeEndpointQueues } from '../sending/endpoint-queues.ts';
import { makeLatencies } from '../sending/latency.ts';
import { makeRecorder } from '../sending/recorder.ts';
import { makeRequestLimiter } from '../sending/request-limiter.ts';
import type { Secrets } from '../webhook/secret.ts';
import type { Stores } from './stores.ts';

/** What a test may set: the clock of leases, the random numbers, and the timeout of an attempt. */
export type SendingOptions = { leaseClock?: Clock; random?: () => number; timeoutMs?: number };

type Parts = {
  stores: Stores;
  secrets: Secrets;
  outbound: OutboundClient;
  delaysSeconds: readonly number[];
  disable: EndpointQueueParts['disable'];
};

/** The endpoint queues, and the recording of attempts. */
export const makeSending = ({ log, clock, metrics }: Kit, parts: Parts, options: SendingOptions): Runner => {
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
