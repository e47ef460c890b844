import { newId } from '@qsc/contracts';
import { indexDescriptions } from '@qsc/service-kit';
import type { MongoClient } from 'mongodb';
import { entryDefinition, type StoredEntry, toStored } from '../../services/audit/src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter, type Head } from '../../services/audit/src/entry/entry.ts';
import { factsAt } from '../benchmark/sample/audit-record.ts';

const DATABASE = 'scale_audit';
const ORGANIZATIONS = 100;
const BATCH = 1_000;
const SPAN_MS = 365 * 86_400_000;

/**
 * Fills a database of its own with audit entries of a hundred organisations over a year, in the order of their time and with
 * the indexes of the service, so that what an entry takes can be measured. Throws where that database is not empty.
 */
export const fillAuditSample = async (client: MongoClient, count: number): Promise<void> => {
  const entries = client.db(DATABASE).collection<StoredEntry>(entryDefinition.name);
  if ((await entries.estimatedDocumentCount()) > 0)
    throw new Error(`${DATABASE} holds entries already; drop it first.`);
  await entries.createIndexes(indexDescriptions(entryDefinition.indexes));
  const orgIds = Array.from({ length: ORGANIZATIONS }, () => newId('organization'));
  const heads = new Map<string, Head>();
  const began = Date.now() - SPAN_MS;
  const entryAt = (index: number): StoredEntry => {
    const orgId = orgIds[index % ORGANIZATIONS] ?? '';
    const time = new Date(began + Math.floor((index * SPAN_MS) / count));
    const action = { eventId: newId('event'), orgId, time, facts: factsAt(index, count) };
    const entry = entryAfter(heads.get(orgId) ?? EMPTY_CHAIN, action, time);
    heads.set(orgId, entry);
    return toStored(entry);
  };
  for (let from = 0; from < count; from += BATCH) {
    const length = Math.min(BATCH, count - from);
    await entries.insertMany(Array.from({ length }, (_, index) => entryAt(from + index)));
  }
};
