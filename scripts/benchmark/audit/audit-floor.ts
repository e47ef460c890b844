import type { MongoClient } from 'mongodb';
import { EntryQuery } from '../../../services/audit/src/entry/entry.schemas.ts';
import { filterOf, pageOf } from '../../../services/audit/src/entry/entry.service.ts';
import { entryDefinition, type StoredEntry } from '../../../services/audit/src/entry/entry.store.ts';
import { type Measured, measureCalls, type Shape } from '../load.ts';
import { databaseOf } from '../straight.ts';

/** What MongoDB and the driver alone do for what the API is asked. */
export type AuditFloors = {
  /** The page of each search, by its query string, in turn. Nothing is counted. */
  search(shape: Shape, queries: readonly string[]): Promise<Measured>;
  /** Reads the entries of a period in the order of the chain. */
  walk(shape: Shape, period: { from: Date; to: Date }): Promise<Measured>;
};

const READ_BATCH = 500;

const parsed = (query: string): EntryQuery => EntryQuery.parse(Object.fromEntries(new URLSearchParams(query)));

/** The floors of an organisation's log, on its own entries. */
export const openAuditFloors = (client: MongoClient, orgId: string): AuditFloors => {
  const entries = client.db(databaseOf('audit')).collection<StoredEntry>(entryDefinition.name);
  let next = 0;
  return {
    search(shape, queries) {
      const asked = queries.map(parsed);
      return measureCalls(shape, () => {
        const query = asked[next++ % asked.length] as EntryQuery;
        return entries.find(filterOf(orgId, query), pageOf(query)).toArray();
      });
    },
    walk: (shape, { from, to }) =>
      measureCalls(shape, async () => {
        const period = { org_id: orgId, timestamp: { $gte: from, $lte: to } };
        for await (const _entry of entries.find(period).sort({ timestamp: 1 }).batchSize(READ_BATCH));
      }),
  };
};
