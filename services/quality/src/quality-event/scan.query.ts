import { type QualityEventCollection, type StoredQualityEvent, toQualityEvent } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';

/** Quality events of all organisations in the order of ids, after an id; none at the end. */
export type ScanQualityEvents = (page: { afterId: string; limit: number }) => Promise<QualityEvent[]>;

const LIMIT = 500;

/** Reads quality events in the order of ids, for other services that rebuild their read models. */
export const makeScanQualityEvents = ({ definition, model }: QualityEventCollection): ScanQualityEvents => {
  const events = model.db.getClient().db(model.db.name).collection<StoredQualityEvent>(definition.name);
  // Long fields that no snapshot contains.
  const projection = { description: 0, root_cause: 0, impact_assessment: 0 };
  return async ({ afterId, limit }) => {
    const page = { projection, sort: { _id: 1 }, limit: Math.min(limit || LIMIT, LIMIT) } as const;
    return (await events.find({ _id: { $gt: afterId } }, page).toArray()).map(toQualityEvent);
  };
};
