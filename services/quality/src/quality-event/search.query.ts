import { type Search, searchIn } from '@qsc/service-kit';
import type { QualityEventCollection } from './quality-event.store.ts';

/** Finds quality events by the words of number, title, description and affected batches. */
export const makeSearch =
  (events: Pick<QualityEventCollection, 'model'>): Search =>
  (org_id, query) =>
    searchIn(events, query, {
      filter: { org_id },
      projection: { type: 1, number: 1, title: 1, status: 1 },
      show: ({ _id: id, type, title, number: subtitle, status }) => ({ type, id, title, subtitle, status }),
    });
