import type { Receipt, Webhook } from '../receiver/receiver.ts';
import type { Breaches } from './rules.ts';
import type { StoredEntry } from './stored.ts';

/** A webhook and the audit entries of its organisation. */
export type Addressed = { webhook: Webhook; entries: readonly Pick<StoredEntry, 'id' | 'at'>[] };

/** `repeated`: deliveries that were taken before; `unexplained`: those of them that no interruption explains. */
export type DeliveryCounts = { deliveries: number; repeated: number; unexplained: number };

type Comparison = { counts: DeliveryCounts; breaches: Required<Pick<Breaches, 'delivered' | 'sameId' | 'repeated'>> };

const ALLOWED_SHARE = 0.01;

/** What was answered this long after an interruption may not have been recorded: MongoDB, or the way to it, is still away. */
const AWAY_MS = 15_000;

/**
 * Compares what arrived at webhooks with the audit entries. `interruptions`: when a process that sends or MongoDB was killed, or
 * the way between them disturbed. What was answered and not recorded by then is sent again, rightly.
 */
export const compareDeliveries = (all: readonly Addressed[], interruptions: readonly number[]): Comparison => {
  const taken = all.map(({ webhook }) => webhook.receipts.filter(({ isTaken }) => isTaken));
  const repeats = taken.flatMap((receipts) => listRepeats(receipts));
  const unexplained = repeats.filter((repeat) => !interruptions.some((at) => explains(at, repeat)));
  const deliveries = taken.reduce((sum, receipts) => sum + receipts.length, 0) - repeats.length;
  const isTooMuch = unexplained.length > Math.ceil(deliveries * ALLOWED_SHARE);
  return {
    counts: { deliveries, repeated: repeats.length, unexplained: unexplained.length },
    breaches: {
      delivered: all.flatMap(missing),
      sameId: all
        .flatMap(({ webhook }) => renamed(webhook))
        .concat(changed(all.flatMap(({ webhook }) => webhook.receipts))),
      repeated: isTooMuch ? [`${unexplained.length} of ${deliveries}`] : [],
    },
  };
};

const missing = ({ webhook: { id, since, receipts }, entries }: Addressed): string[] => {
  const arrived = new Set(receipts.filter(({ isTaken }) => isTaken).map(({ entryId }) => entryId));
  return entries
    .filter((entry) => entry.at > since.getTime() && !arrived.has(entry.id))
    .map((entry) => `${entry.id} at ${id}`);
};

/** Entries that arrived at one webhook by several ids. */
const renamed = ({ id, receipts }: Webhook): string[] =>
  manifold(receipts.map(({ entryId, messageId }) => [entryId, messageId])).map((entryId) => `${entryId} at ${id}`);

/** Ids that came with several bodies. */
const changed = (receipts: readonly Receipt[]): string[] =>
  manifold(receipts.map(({ messageId, body }) => [messageId, body]));

/** The keys that stand beside more than one value. */
const manifold = (pairs: readonly (readonly [string, string])[]): string[] =>
  [...Map.groupBy(pairs, ([key]) => key)]
    .filter(([, same]) => new Set(same.map(([, value]) => value)).size > 1)
    .map(([key]) => key);

type Repeat = { before: number; at: number };

const listRepeats = (taken: readonly Receipt[]): Repeat[] =>
  [...Map.groupBy(taken, ({ messageId }) => messageId).values()].flatMap((same) =>
    same.slice(1).map(({ at }, index) => ({ before: same[index]?.at ?? at, at })),
  );

const explains = (interruption: number, { before, at }: Repeat): boolean =>
  interruption >= before - AWAY_MS && interruption <= at;
