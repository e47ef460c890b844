import type { Collection, ListOwnChanges } from '@qsc/service-kit';
import type { StoredHistory } from './certificate.store.ts';

const READ_BATCH = 500;

/** The changes of certificates in a period, out of their own history. */
export const makeListOwnChanges = ({ definition, model }: Collection<StoredHistory>): ListOwnChanges => {
  const histories = model.db.getClient().db(model.db.name).collection<StoredHistory>(definition.name);
  return async function* (org_id, { from, to }) {
    const projection = { certificate_id: 1, version: 1, timestamp: 1 };
    const rows = histories
      .find({ org_id, timestamp: { $gte: from, $lte: to } }, { projection })
      .sort({ timestamp: 1 })
      .batchSize(READ_BATCH);
    for await (const { certificate_id, version, timestamp } of rows)
      yield { record_id: certificate_id, version, at: timestamp };
  };
};
