import { type AnyRoute, type Kit, makeReferToDocuments } from '@qsc/service-kit';
import { makeHoldSource, makeListCapas } from '../capa/capa.query.ts';
import { capaRoutes } from '../capa/capa.routes.ts';
import { makeCapaService } from '../capa/capa.service.ts';
import { makeReadMetrics } from '../metric/metric.query.ts';
import { metricRoutes } from '../metric/metric.routes.ts';
import type { RecordRead } from '../quality-event/record-read.ts';
import type { Clients } from './clients.ts';
import type { EventStore } from './events.ts';

type Parts = EventStore & { recordRead: RecordRead };

/** CAPAs with their actions. */
export const makeCapaRoutes = ({ unitOfWork }: Kit, clients: Clients, parts: Parts): AnyRoute[] => {
  const { events } = parts.collections;
  return capaRoutes(
    makeCapaService({
      ...parts,
      holdSource: makeHoldSource(events),
      listCapas: makeListCapas(events),
      referToDocuments: makeReferToDocuments(clients.entity),
      unitOfWork,
    }),
  );
};

/** The metrics of quality events. */
export const makeMetricRoutes = ({ localTime }: Kit, { collections }: EventStore): AnyRoute[] =>
  metricRoutes(makeReadMetrics({ events: collections.events, localTime }));
