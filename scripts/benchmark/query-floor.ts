import { UTC } from '@qsc/contracts';
import type { MongoClient } from 'mongodb';
import type { EntryQuery } from '../../services/audit/src/entry/entry.schemas.ts';
import { buildFilter, toPage } from '../../services/audit/src/entry/entry.service.ts';
import { entryDefinition, type StoredEntry } from '../../services/audit/src/entry/entry.store.ts';
import { DEPTH } from '../../services/audit/src/entry/entry-count.ts';
import { entityDefinition } from '../../services/entity/src/entity/entity.store.ts';
import { makePasswords } from '../../services/identity/src/password/password-hash.ts';
import { type MetricQuery, makeReadMetrics } from '../../services/quality/src/metric/metric.query.ts';
import { makeListQualityEvents } from '../../services/quality/src/quality-event/quality-event.query.ts';
import type { QualityEventListQuery } from '../../services/quality/src/quality-event/quality-event.schemas.ts';
import {
  type QualityEventCollection,
  type QualityEventCollections,
  qualityEventDefinition,
  totalDefinition,
} from '../../services/quality/src/quality-event/quality-event.store.ts';
import { bareCollection, databaseName } from './bare-driver.ts';

const now = () => ({ now: new Date(), zone: UTC });

/** The collection of quality events, for the metrics: these name their index and run by `exec`. */
const openMetrics = (client: MongoClient) => {
  const stored = client.db(databaseName('quality')).collection(qualityEventDefinition.name);
  const aggregate = (stages: object[]) => ({
    hint: (hint: Record<string, 1>) => ({ exec: () => stored.aggregate(stages, { hint }).toArray() }),
  });
  return makeReadMetrics({
    events: { model: { aggregate } } as unknown as QualityEventCollection,
    localTime: async () => now(),
  });
};

/** The page and the count of a list of quality events, and the aggregations of their metrics, by the service's own queries. */
export const openQualityFloors = (client: MongoClient, orgId: string) => {
  const list = makeListQualityEvents({
    events: bareCollection(client, 'quality', qualityEventDefinition) as unknown as QualityEventCollection,
    totals: bareCollection(client, 'quality', totalDefinition) as unknown as QualityEventCollections['totals'],
  });
  const readMetrics = openMetrics(client);
  return {
    list: (query: QualityEventListQuery) => list(orgId, query, now()),
    metrics: (query: MetricQuery) => readMetrics(orgId, query),
  };
};

/** Reads what points to an entity, once: an analysis asks for each level of it both ways. */
export const openLinkedFloor = (client: MongoClient, org_id: string, targetId: string) => {
  const entities = client.db(databaseName('entity')).collection(entityDefinition.name);
  const linked = { org_id, deleted: false, 'relationships.target_id': targetId };
  const projection = { type: 1, name: 1, 'attributes.batches': 1, relationships: 1 };
  return () => entities.find(linked, { projection }).toArray();
};

/** Checks a password as identity does, in this process. */
export const openPasswordFloor = async (password: string) => {
  const passwords = makePasswords();
  const hash = await passwords.hash(password);
  return () => passwords.verify(hash, password);
};

const READ_BATCH = 500;

/**
 * What MongoDB and the driver alone do for an organisation's log: the page of a search; with its total, as far as the API counts
 * and counted each time, while the API keeps what it has counted; and the entries of a period in the order of the chain.
 */
export const openAuditFloors = (client: MongoClient, orgId: string) => {
  const entries = client.db(databaseName('audit')).collection<StoredEntry>(entryDefinition.name);
  const search = (query: EntryQuery) => entries.find(buildFilter(orgId, query), toPage(query)).toArray();
  return {
    search,
    searchAndCount: (query: EntryQuery) =>
      Promise.all([search(query), entries.countDocuments(buildFilter(orgId, query), { limit: DEPTH })]),
    async walk({ from, to }: { from: Date; to: Date }): Promise<void> {
      const period = { org_id: orgId, timestamp: { $gte: from, $lte: to } };
      for await (const _entry of entries.find(period).sort({ timestamp: 1 }).batchSize(READ_BATCH));
    },
  };
};
