import type { LatencyClass } from './latency.ts';

/** The recent cost of somebody's requests in this process, and how many are in flight. */
type Usage = { cost: number; inFlight: number };

/** A receiver that shares the requests of this process with others. */
export type ReceiverUsage = Usage & {
  readonly organisation: Usage;
  /** The assumed cost of its next request. */
  expectedCost: number;
  /** Its class at the last check. */
  latency: LatencyClass;
  queued: QueuedRequest[];
};

/** A request that waits for its turn. */
export type QueuedRequest = { latency: () => LatencyClass; start: () => void };

export type RequestUsage = {
  get(orgId: string, webhookId: string): ReceiverUsage;
  /** Counts one more request in flight. Call the returned function once, when the request ends. */
  start(receiver: ReceiverUsage): () => void;
};

/** The lowest cost first: of the organisations, then of the receivers. */
export const byCost = (one: ReceiverUsage, other: ReceiverUsage): number =>
  one.organisation.cost - other.organisation.cost || one.cost - other.cost;

const HALF_LIFE_MS = 60_000;
/** From here on a second of a request costs twice its first second: long requests delay others more. */
const DOUBLED_MS = 5_000;
/** The assumed duration of a receiver's first request: it may not answer at all. */
const UNKNOWN_MS = 15_000;
/** A receiver with this cost or less, and no request, is forgotten. */
const NEGLIGIBLE_COST = 1;

const toCost = (durationMs: number): number => durationMs * (1 + durationMs / (2 * DOUBLED_MS));

/** Charges the expected cost when a request starts, and corrects it when the request ends. `now` is in milliseconds. */
export const makeRequestUsage = (now: () => number): RequestUsage => {
  const organisations = new Map<string, Usage & { receivers: Map<string, ReceiverUsage> }>();
  let decayedAt = now();

  /** Scales every cost by the same factor, so that their order stays. */
  const scaleBy = (factor: number): void => {
    for (const [orgId, organisation] of organisations) {
      organisation.cost *= factor;
      for (const [webhookId, receiver] of organisation.receivers) {
        receiver.cost *= factor;
        const isIdle = receiver.inFlight === 0 && receiver.queued.length === 0;
        if (isIdle && receiver.cost <= NEGLIGIBLE_COST) organisation.receivers.delete(webhookId);
      }
      if (organisation.receivers.size === 0) organisations.delete(orgId);
    }
  };

  const decay = (): void => {
    const halvings = Math.floor((now() - decayedAt) / HALF_LIFE_MS);
    if (halvings === 0) return;
    decayedAt += halvings * HALF_LIFE_MS;
    scaleBy(0.5 ** halvings);
  };

  const getOrganisation = (orgId: string) => {
    const known = organisations.get(orgId);
    if (known) return known;
    const organisation = { cost: 0, inFlight: 0, receivers: new Map<string, ReceiverUsage>() };
    organisations.set(orgId, organisation);
    return organisation;
  };

  const add = (usage: Usage, requests: number, cost: number): void => {
    usage.inFlight += requests;
    usage.cost = Math.max(0, usage.cost + cost);
  };

  return {
    get(orgId, webhookId) {
      decay();
      const organisation = getOrganisation(orgId);
      const known = organisation.receivers.get(webhookId);
      if (known) return known;
      const expectedCost = toCost(UNKNOWN_MS);
      const receiver: ReceiverUsage = {
        organisation,
        cost: 0,
        inFlight: 0,
        expectedCost,
        latency: 'unknown',
        queued: [],
      };
      organisation.receivers.set(webhookId, receiver);
      return receiver;
    },
    start(receiver) {
      const { organisation, expectedCost } = receiver;
      const startedAt = now();
      for (const usage of [receiver, organisation]) add(usage, 1, expectedCost);
      return () => {
        receiver.expectedCost = toCost(now() - startedAt);
        for (const usage of [receiver, organisation]) add(usage, -1, receiver.expectedCost - expectedCost);
      };
    },
  };
};
