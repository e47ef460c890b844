import { type Clock, type Kit, type OutboundClient, type Runner, systemClock } from '@qsc/service-kit';
import { DELIVERY_STATUSES } from '../delivery/delivery.ts';
import { makeSend } from '../sending/attempt.ts';
import type { LaneParts } from '../sending/lane.ts';
import { makeLanes } from '../sending/lanes.ts';
import { makePace } from '../sending/pace.ts';
import { makeRecorder } from '../sending/recorder.ts';
import { makeSlots } from '../sending/slots.ts';
import type { Secrets } from '../webhook/secret.ts';
import type { Stores } from './stores.ts';

/** What a test may set: the time by which leases run, chance, and how long an attempt may take. */
export type SendingOptions = { leaseClock?: Clock; random?: () => number; timeoutMs?: number };

type Parts = {
  stores: Stores;
  secrets: Secrets;
  outbound: OutboundClient;
  delaysSeconds: readonly number[];
  disable: LaneParts['disable'];
};

/** The lanes, and how attempts are recorded. */
export const makeSending = ({ log, clock, metrics }: Kit, parts: Parts, options: SendingOptions): Runner => {
  const { stores, secrets, outbound, delaysSeconds, disable } = parts;
  const { leaseClock = systemClock, random = Math.random, timeoutMs } = options;
  const attempts = metrics.counter('webhook_attempts_recorded_total', 'Attempts recorded, by what they came to', {
    label: 'status',
    values: DELIVERY_STATUSES.filter((status) => status !== 'skipped'),
  });
  const recorder = makeRecorder({
    async write(deliveries) {
      await stores.dueDeliveries.record(deliveries);
      for (const { status } of deliveries) attempts.inc({ status });
    },
    log,
  });
  const lane: LaneParts = {
    webhooks: stores.webhooks,
    queue: stores.dueDeliveries,
    lanes: stores.lanes,
    bodies: stores.bodies,
    secrets,
    send: makeSend({ outbound, clock, timeoutMs }),
    recorder,
    disable,
    slots: makeSlots(),
    pace: makePace(),
    rules: { delaysSeconds, random },
    clock,
    log,
  };
  const lanes = makeLanes({ store: stores.lanes, lane, clock, leaseClock, log });
  return {
    ...lanes,
    async stop() {
      await lanes.stop();
      await recorder.stop();
    },
  };
};
