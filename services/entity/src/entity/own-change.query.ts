import type { Collection, ListOwnChanges } from '@qsc/service-kit';
import type { StoredHistory } from './entity.store.ts';

const READ_BATCH = 500;

/** The changes of entities in a period, out of their own history. */
export const makeListOwnChanges = ({ definition, model }: Collection<StoredHistory>): ListOwnChanges => {
  const histories = model.db.getClient().db(model.db.name).collection<StoredHistory>(definition.name);
  return async function* (org_id, { from, to }) {
    const rows = histories
      .find(
        { org_id, changed_at: { $gte: from, $lte: to } },
        { projection: { entity_id: 1, version: 1, changed_at: 1 } },
      )
      .sort({ changed_at: 1 })
      .batchSize(READ_BATCH);
    for await (const { entity_id, version, changed_at } of rows)
      yield { record_id: entity_id, version, at: changed_at };
  };
};
