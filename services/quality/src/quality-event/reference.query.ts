import { type ListReferences, REFERENCES } from '@qsc/service-kit';
import type { QualityEventCollection } from './quality-event.store.ts';

/** The quality events that relate to a record, and the CAPAs that have it as evidence. */
export const makeListReferences =
  (events: Pick<QualityEventCollection, 'find'>): ListReferences =>
  async (org_id, id) => {
    const page = { limit: REFERENCES };
    const found = await Promise.all([
      events.find({ org_id, 'related_entities.id': id }, page),
      events.find({ org_id, type: 'capa', 'capa.corrective_actions.evidence': id }, page),
      events.find({ org_id, type: 'capa', 'capa.preventive_actions.evidence': id }, page),
    ]);
    const byId = new Map(found.flat().map(({ _id, type, number }) => [_id, { type, id: _id, name: number }]));
    return [...byId.values()];
  };
