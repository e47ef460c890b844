import { UTC } from '@qsc/contracts';
import type { MongoClient } from 'mongodb';
import { entityDefinition } from '../../../services/entity/src/entity/entity.store.ts';
import { makePasswords } from '../../../services/identity/src/password/password-hash.ts';
import { type MetricQuery, makeReadMetrics } from '../../../services/quality/src/metric/metric.query.ts';
import { makeListQualityEvents } from '../../../services/quality/src/quality-event/quality-event.query.ts';
import { QualityEventListQuery } from '../../../services/quality/src/quality-event/quality-event.schemas.ts';
import {
  type QualityEventCollection,
  type QualityEventCollections,
  qualityEventDefinition,
  totalDefinition,
} from '../../../services/quality/src/quality-event/quality-event.store.ts';
import { type Measured, measureCalls, type Shape } from '../load.ts';
import { databaseOf, straight } from '../straight.ts';

/** What MongoDB and the driver alone do for what the API is asked. */
export type QualityFloors = {
  /** The page and the count of each list, by its query string, in turn. */
  list(shape: Shape, queries: readonly string[]): Promise<Measured>;
  /** The aggregations of the metrics. */
  metrics(shape: Shape, query: MetricQuery): Promise<Measured>;
};

const localTime = async () => ({ now: new Date(), zone: UTC });

/** The collection of quality events, for the metrics: these name their index and run by `exec`. */
const openMetrics = (client: MongoClient) => {
  const stored = client.db(databaseOf('quality')).collection(qualityEventDefinition.name);
  const aggregate = (stages: object[]) => ({
    hint: (hint: Record<string, 1>) => ({ exec: () => stored.aggregate(stages, { hint }).toArray() }),
  });
  return makeReadMetrics({ events: { model: { aggregate } } as unknown as QualityEventCollection, localTime });
};

/** The floors of lists and metrics, by the service's own queries on a mesh's own data. */
export const openQualityFloors = (client: MongoClient, orgId: string): QualityFloors => {
  const database = databaseOf('quality');
  const list = makeListQualityEvents({
    events: straight(client, database, qualityEventDefinition) as unknown as QualityEventCollection,
    totals: straight(client, database, totalDefinition) as unknown as QualityEventCollections['totals'],
  });
  const readMetrics = openMetrics(client);
  let next = 0;
  return {
    list(shape, queries) {
      const asked = queries.map((query) => QualityEventListQuery.parse(Object.fromEntries(new URLSearchParams(query))));
      return measureCalls(shape, () =>
        list(orgId, asked[next++ % asked.length] as QualityEventListQuery, { now: new Date(), zone: UTC }),
      );
    },
    metrics: (shape, query) => measureCalls(shape, () => readMetrics(orgId, query)),
  };
};

/** Reads what points to an entity, once: an analysis asks for each level of it both ways. */
export const openLinkedFloor = (client: MongoClient, org_id: string, targetId: string) => {
  const entities = client.db(databaseOf('entity')).collection(entityDefinition.name);
  const linked = { org_id, deleted: false, 'relationships.target_id': targetId };
  const projection = { type: 1, name: 1, 'attributes.batches': 1, relationships: 1 };
  return (shape: Shape): Promise<Measured> =>
    measureCalls(shape, () => entities.find(linked, { projection }).toArray());
};

/** Checks a password as identity does, in this process. */
export const openPasswordFloor = async (password: string) => {
  const passwords = makePasswords();
  const hash = await passwords.hash(password);
  return (shape: Shape): Promise<Measured> => measureCalls(shape, () => passwords.verify(hash, password));
};
