import type { Migration } from '@qsc/service-kit';
import { entityDefinition, totalDefinition } from './entity.store.ts';

/** Counts the entities that were there before totals were kept, as one more part of each total. */
export const countEntities: Migration = {
  id: 'count-entities',
  async up(connection) {
    const database = connection.getClient().db(connection.name);
    const counted = database
      .collection(entityDefinition.name)
      .aggregate<{ _id: { org_id: string; type: string }; count: number }>([
        { $match: { deleted: false } },
        { $group: { _id: { org_id: '$org_id', type: '$type' }, count: { $sum: 1 } } },
      ]);
    const totals = database.collection<{ _id: string }>(totalDefinition.name);
    for await (const { _id: of, count } of counted) {
      const total = `${of.org_id}/${of.type}`;
      await totals.replaceOne({ _id: `${total}/before` }, { org_id: of.org_id, total, count }, { upsert: true });
    }
  },
};
