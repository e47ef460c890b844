import { type Change, hold, listPage, type PageOf } from '@qsc/service-kit';
import { ofStanding, type QualityEventCollection, toQualityEvent } from '../quality-event/quality-event.store.ts';
import type { QualityEvent } from '../quality-event/quality-event.ts';
import { type QualityEventView, viewOf } from '../quality-event/quality-event.view.ts';
import type { CapaListQuery } from './action.schemas.ts';

/** The CAPAs that were opened for an event. */
export type ListCapas = (orgId: string, sourceId: string, query: CapaListQuery) => Promise<PageOf<QualityEventView>>;

/** Keeps a CAPA from being opened for an event that ends at the same moment: the commit is decided again then. */
export type HoldSource = (source: Pick<QualityEvent, 'id' | 'org_id' | 'standing'>) => Change;

/** Holds events that are open, as they stand. */
export const makeHoldSource =
  (events: QualityEventCollection): HoldSource =>
  ({ id, org_id, standing }) =>
    hold(events, id, { org_id, open: true, ...ofStanding(standing) });

/** Lists CAPAs by the event that they were opened for. Their ids rise with time. */
export const makeListCapas =
  (events: QualityEventCollection): ListCapas =>
  (org_id, source_event_id, query) =>
    listPage(events, {
      filter: { org_id, source_event_id },
      query,
      show: (stored) => viewOf(toQualityEvent(stored)),
      paths: { created_at: '_id' },
    });
