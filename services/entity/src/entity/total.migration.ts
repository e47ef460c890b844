import type { Migration } from '@qsc/service-kit';
import type { Connection, mongo } from 'mongoose';
import { entityDefinition, totalDefinition } from './entity.store.ts';

type Counted = { _id: string; count: number };

const BEFORE = '/before';

const countByType = (org_id: string) => [
  { $match: { org_id, deleted: false } },
  { $group: { _id: { $concat: ['$org_id', '/', '$type'] }, count: { $sum: 1 } } },
];

const sumOfTallies = (org_id: string) => [
  { $match: { org_id, _id: { $not: new RegExp(`${BEFORE}$`) } } },
  { $group: { _id: '$total', count: { $sum: '$count' } } },
];

/** Makes an organisation's totals right in one snapshot: one more part holds what was never tallied. */
const countOrganization = async (
  connection: Connection,
  org_id: string,
  session: mongo.ClientSession,
): Promise<void> => {
  const database = connection.getClient().db(connection.name);
  const totals = database.collection<{ _id: string }>(totalDefinition.name);
  const entities = database.collection(entityDefinition.name);
  const counted = await entities.aggregate<Counted>(countByType(org_id), { session }).toArray();
  const tallied = await totals.aggregate<Counted>(sumOfTallies(org_id), { session }).toArray();
  const missing = new Map(counted.map(({ _id, count }) => [_id, count]));
  for (const { _id, count } of tallied) missing.set(_id, (missing.get(_id) ?? 0) - count);
  for (const [total, count] of missing)
    await totals.replaceOne({ _id: `${total}${BEFORE}` }, { org_id, total, count }, { upsert: true, session });
};

/**
 * Counts the entities that were there before totals were kept. It can be repeated at any time, beside other replicas and
 * beside requests, and makes totals right that are wrong.
 */
export const countEntities: Migration = {
  id: 'count-entities',
  async up(connection) {
    const client = connection.getClient();
    const organizations = await client.db(connection.name).collection(entityDefinition.name).distinct('org_id');
    for (const orgId of organizations)
      await client.withSession((session) =>
        session.withTransaction(() => countOrganization(connection, orgId, session), {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority', j: true },
        }),
      );
  },
};
