import { notFound, type ReadCopy } from '@qsc/service-kit';
import { type QualityEventCollection, toQualityEvent } from './quality-event.store.ts';
import { toView } from './quality-event.view.ts';

/** Reads a quality event for a copy: with its CAPAs, or the event that it was opened for. */
export const makeReadCopy = (events: QualityEventCollection): ReadCopy => {
  const find = async (org_id: string, id: string) => {
    const stored = await events.findOne({ org_id, _id: id });
    return stored && toView(toQualityEvent(stored));
  };
  return async (org_id, id) => {
    const record = await find(org_id, id);
    if (!record) throw notFound('quality event', id);
    const [capas, source] = await Promise.all([
      events.find({ org_id, source_event_id: id }, { sort: { _id: 1 } }),
      record.source_event_id === undefined ? null : find(org_id, record.source_event_id),
    ]);
    return {
      record,
      parts: { capas: capas.map((capa) => toView(toQualityEvent(capa))), source_event: source ? [source] : [] },
    };
  };
};
