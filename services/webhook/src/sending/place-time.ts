import type { Speed } from './pace.ts';

/** What somebody has had of the places of this process lately, and how many of them are held now. */
type Share = { spent: number; held: number };

/** A receiver among those that share the places. */
export type Sharer = Share & {
  readonly organisation: Share;
  /** What the next place is taken to cost it. */
  expected: number;
  /** As it was looked at last. */
  speed: Speed;
  asks: Ask[];
};

/** A request that waits for a place. */
export type Ask = { speed: () => Speed; begin: () => void };

export type PlaceTime = {
  of(orgId: string, webhookId: string): Sharer;
  /** From now on it holds one place more; called once, the answer ends that. */
  begin(sharer: Sharer): () => void;
};

/** First comes who has spent least: of the organisations, then of the receivers. */
export const bySpent = (one: Sharer, other: Sharer): number =>
  one.organisation.spent - other.organisation.spent || one.spent - other.spent;

const HALF_LIFE_MS = 60_000;
/** When a second of a request costs twice what its first one does: who answers sooner keeps others waiting less. */
const DOUBLED_MS = 5_000;
/** A receiver that has not answered yet may be one that does not answer at all. */
const UNKNOWN_MS = 15_000;
/** Who has spent no more, and neither holds a place nor waits for one, is forgotten. */
const NOTHING = 1;

const costOf = (heldMs: number): number => heldMs * (1 + heldMs / (2 * DOUBLED_MS));

/** A place is paid for when it is given, and what it did cost is set right when it is given back. */
export const makePlaceTime = (now: () => number): PlaceTime => {
  const organisations = new Map<string, Share & { sharers: Map<string, Sharer> }>();
  let fadedAt = now();

  /** All of them by the same factor, so that their order stays. */
  const fadeBy = (factor: number): void => {
    for (const [orgId, organisation] of organisations) {
      organisation.spent *= factor;
      for (const [webhookId, sharer] of organisation.sharers) {
        sharer.spent *= factor;
        const isIdle = sharer.held === 0 && sharer.asks.length === 0;
        if (isIdle && sharer.spent <= NOTHING) organisation.sharers.delete(webhookId);
      }
      if (organisation.sharers.size === 0) organisations.delete(orgId);
    }
  };

  const fade = (): void => {
    const halvings = Math.floor((now() - fadedAt) / HALF_LIFE_MS);
    if (halvings === 0) return;
    fadedAt += halvings * HALF_LIFE_MS;
    fadeBy(0.5 ** halvings);
  };

  const organisationOf = (orgId: string) => {
    const known = organisations.get(orgId);
    if (known) return known;
    const organisation = { spent: 0, held: 0, sharers: new Map<string, Sharer>() };
    organisations.set(orgId, organisation);
    return organisation;
  };

  const count = (share: Share, places: number, cost: number): void => {
    share.held += places;
    share.spent = Math.max(0, share.spent + cost);
  };

  return {
    of(orgId, webhookId) {
      fade();
      const organisation = organisationOf(orgId);
      const known = organisation.sharers.get(webhookId);
      if (known) return known;
      const expected = costOf(UNKNOWN_MS);
      const sharer: Sharer = { organisation, spent: 0, held: 0, expected, speed: 'unknown', asks: [] };
      organisation.sharers.set(webhookId, sharer);
      return sharer;
    },
    begin(sharer) {
      const { organisation, expected } = sharer;
      const from = now();
      for (const one of [sharer, organisation]) count(one, 1, expected);
      return () => {
        sharer.expected = costOf(now() - from);
        for (const one of [sharer, organisation]) count(one, -1, sharer.expected - expected);
      };
    },
  };
};
