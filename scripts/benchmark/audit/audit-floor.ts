import type { MongoClient } from 'mongodb';
import { EntryQuery } from '../../../services/audit/src/entry/entry.schemas.ts';
import { filterOf, pageOf } from '../../../services/audit/src/entry/entry.service.ts';
import { entryDefinition, type StoredEntry } from '../../../services/audit/src/entry/entry.store.ts';
import { DEPTH } from '../../../services/audit/src/entry/entry-count.ts';
import { type Measured, measureCalls, type Shape } from '../load.ts';
import { databaseOf } from '../straight.ts';

/** What MongoDB and the driver alone do for what the API is asked. */
export type AuditFloors = {
  /** The page of each search, by its query string, in turn. Nothing is counted. */
  search(shape: Shape, queries: readonly string[]): Promise<Measured>;
  /** The page of each search and its total, as far as the API counts and anew each time; the API keeps what it has counted. */
  searchAndCount(shape: Shape, queries: readonly string[]): Promise<Measured>;
  /** Reads the entries of a period in the order of the chain. */
  walk(shape: Shape, period: { from: Date; to: Date }): Promise<Measured>;
};

const READ_BATCH = 500;

const parsed = (query: string): EntryQuery => EntryQuery.parse(Object.fromEntries(new URLSearchParams(query)));

/** The floors of an organisation's log, on its own entries. */
export const openAuditFloors = (client: MongoClient, orgId: string): AuditFloors => {
  const entries = client.db(databaseOf('audit')).collection<StoredEntry>(entryDefinition.name);
  let next = 0;
  const inTurn = (shape: Shape, queries: readonly string[], call: (query: EntryQuery) => Promise<unknown>) => {
    const asked = queries.map(parsed);
    return measureCalls(shape, () => call(asked[next++ % asked.length] as EntryQuery));
  };
  const read = (query: EntryQuery) => entries.find(filterOf(orgId, query), pageOf(query)).toArray();
  const count = (query: EntryQuery) => entries.countDocuments(filterOf(orgId, query), { limit: DEPTH });
  return {
    search: (shape, queries) => inTurn(shape, queries, read),
    searchAndCount: (shape, queries) => inTurn(shape, queries, (query) => Promise.all([read(query), count(query)])),
    walk: (shape, { from, to }) =>
      measureCalls(shape, async () => {
        const period = { org_id: orgId, timestamp: { $gte: from, $lte: to } };
        for await (const _entry of entries.find(period).sort({ timestamp: 1 }).batchSize(READ_BATCH));
      }),
  };
};
