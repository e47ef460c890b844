import { z } from 'zod';
import { anyCollection, type Change } from './change.ts';
import { type Collection, type CollectionDefinition, defineCollection } from './collection.ts';
import { makeGroupedRead } from './grouped-read.ts';

const Part = z.object({ _id: z.string(), org_id: z.string(), total: z.string(), count: z.number().int() });

/** One part of a running total; the total is the sum of `count` over its parts. */
export type TotalPart = z.infer<typeof Part>;

/** Declares a collection of running totals. */
export const defineTotals = (name: string): CollectionDefinition<typeof Part, never> =>
  defineCollection({ name, shape: Part, indexes: [{ keys: { org_id: 1, total: 1 } }] });

const toId = (orgId: string, name: string): string => `${orgId}/${name}`;

/**
 * Adds to a running total in the same commit as what is counted, so that a list need not count its matches. A total is kept
 * in parts, and commits that run at the same time add to different ones: counting makes nobody wait.
 */
export const tally = (collection: Collection<TotalPart>, of: { orgId: string; name: string }, by: 1 | -1): Change => ({
  op: 'tally',
  collection: anyCollection(collection),
  id: toId(of.orgId, of.name),
  orgId: of.orgId,
  by,
});

/** The sum of an organisation's running totals of the given names. */
export type ReadTotal = (orgId: string, names: readonly string[]) => Promise<number>;

/** Reads running totals; those requested at the same time share a query. */
export const makeReadTotal = ({ model }: Collection<TotalPart>): ReadTotal => {
  const read = makeGroupedRead<{ _id: string; count: number }>((ids, org_id) =>
    model
      .aggregate<{ _id: string; count: number }>([
        { $match: { org_id, total: { $in: ids } } },
        { $group: { _id: '$total', count: { $sum: '$count' } } },
      ])
      .exec(),
  );
  return async (orgId, names) => {
    const totals = await Promise.all(names.map((name) => read({ id: toId(orgId, name), orgId })));
    return totals.reduce((sum, total) => sum + (total?.count ?? 0), 0);
  };
};
