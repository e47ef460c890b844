import { type Change, hold, listPage, type PageOf } from '@qsc/service-kit';
import { eventGuard, type QualityEventCollection, toQualityEvent } from '../quality-event/quality-event.store.ts';
import type { QualityEvent } from '../quality-event/quality-event.ts';
import { type QualityEventView, toView } from '../quality-event/quality-event.view.ts';
import type { CapaListQuery } from './action.schemas.ts';

/** The CAPAs that were opened for an event. */
export type ListCapas = (orgId: string, sourceId: string, query: CapaListQuery) => Promise<PageOf<QualityEventView>>;

/** Prevents a CAPA from being opened for an event that ends at the same moment: the commit conflicts and is decided again. */
export type HoldSource = (source: QualityEvent) => Change;

/** Holds an open event whose transitions have not changed. */
export const makeHoldSource =
  (events: QualityEventCollection): HoldSource =>
  (source) =>
    hold(events, source.id, { org_id: source.org_id, open: true, ...eventGuard(source) });

/** Lists CAPAs by their source event. Their ids rise with time. */
export const makeListCapas =
  (events: QualityEventCollection): ListCapas =>
  (org_id, source_event_id, query) =>
    listPage(events, {
      filter: { org_id, source_event_id },
      query,
      show: (stored) => toView(toQualityEvent(stored)),
      paths: { created_at: '_id' },
    });
