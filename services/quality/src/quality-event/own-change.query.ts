import type { ListOwnChanges } from '@qsc/service-kit';
import { METRIC_KEYS } from '../metric/metric.ts';
import type { QualityEventCollection, StoredQualityEvent } from './quality-event.store.ts';

const READ_BATCH = 500;

/**
 * The changes of a period that quality events themselves record: their creation and their latest version. Versions between
 * these are in the audit log alone.
 */
export const makeListOwnChanges = ({ definition, model }: QualityEventCollection): ListOwnChanges => {
  const events = model.db.getClient().db(model.db.name).collection<StoredQualityEvent>(definition.name);
  return async function* (org_id, { from, to }) {
    const period = { $gte: from, $lte: to };
    const opened = events
      .find({ org_id, created_at: period }, { projection: { created_at: 1 } })
      .hint(METRIC_KEYS)
      .batchSize(READ_BATCH);
    for await (const { _id, created_at } of opened) yield { record_id: _id, version: 1, at: created_at };
    const changed = events
      .find({ org_id, updated_at: period, version: { $gt: 1 } }, { projection: { version: 1, updated_at: 1 } })
      .batchSize(READ_BATCH);
    for await (const { _id, version, updated_at } of changed) yield { record_id: _id, version, at: updated_at };
  };
};
