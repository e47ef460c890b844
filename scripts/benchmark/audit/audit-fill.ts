import { newId } from '@qsc/contracts';
import type { Db, MongoClient } from 'mongodb';
import { entryDefinition, type StoredEntry, storedOf } from '../../../services/audit/src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter, type Head } from '../../../services/audit/src/entry/entry.ts';
import { fillCollection } from '../bulk-fill.ts';
import { databaseOf } from '../straight.ts';
import { type AuditFloors, openAuditFloors } from './audit-floor.ts';
import { factsAt } from './audit-record.ts';

/** What the rows of the audit log need: whose it is, how many entries there are, the instant of each, and the floors. */
export type AuditFilling = { orgId: string; count: number; timeAt: (index: number) => Date; floors: AuditFloors };

const QUIET_MS = 5_000;
const SPAN_MS = 2 * 365 * 86_400_000;

/** Where the organisation's chain ends: what is filled in goes on from there. */
const headOf = async (database: Db, org_id: string): Promise<Head> => {
  const entries = database.collection<StoredEntry>(entryDefinition.name);
  const last = await entries.findOne({ org_id }, { sort: { sequence: -1 } });
  return last ?? EMPTY_CHAIN;
};

/** The end of the chain when what was done before is recorded: nothing was added for a while. */
const quietHeadOf = async (database: Db, orgId: string): Promise<Head> => {
  for (let head = await headOf(database, orgId); ; ) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const later = await headOf(database, orgId);
    if (later.sequence === head.sequence) return later;
    head = later;
  }
};

/** Adds so many entries to the organisation's chain, straight in the database, as the service would write them. */
export const fillAudit = async (client: MongoClient, orgId: string, count: number): Promise<AuditFilling> => {
  const database = client.db(databaseOf('audit'));
  const began = Date.now() - SPAN_MS;
  const timeAt = (index: number) => new Date(began + Math.floor((index * SPAN_MS) / count));
  let head = await quietHeadOf(database, orgId);
  const rowAt = (index: number): StoredEntry => {
    const action = { eventId: newId('event'), orgId, time: timeAt(index), facts: factsAt(index, count) };
    const entry = entryAfter(head, action, action.time);
    head = entry;
    return storedOf(entry);
  };
  await fillCollection(database, entryDefinition.name, { count, rowAt });
  return { orgId, count, timeAt, floors: openAuditFloors(client, orgId) };
};
