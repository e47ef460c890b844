import { makeReadInclusions } from '../inclusion/inclusion.service.ts';
import { makeNewestEvents } from '../quality-event/quality-event.client.ts';
import type { TakeIn } from '../read-model/take-in.ts';
import { makeListSupplied } from '../supplied-item/supplied-item.client.ts';
import { suppliedItemRoutes } from '../supplied-item/supplied-item.routes.ts';
import { makeSuppliedItemService } from '../supplied-item/supplied-item.service.ts';
import type { Standings } from '../supplier/metric.query.ts';
import { makeListCertificates, newestOf } from '../supplier-certificate/supplier-certificate.client.ts';
import { supplierCertificateRoutes } from '../supplier-certificate/supplier-certificate.routes.ts';
import type { Clients } from './clients.ts';

/** What a supplier is shown with: what it supplies, its certificates, its quality events, its metrics. */
export const makeLists = (standings: Standings, takeIn: TakeIn, { entities, certificates, quality }: Clients) => {
  const suppliedItems = makeSuppliedItemService({
    listSupplied: makeListSupplied(entities.raw),
    activeByComponent: standings.activeByComponent,
  });
  const listCertificates = makeListCertificates(certificates);
  return {
    routes: [
      ...suppliedItemRoutes(suppliedItems),
      ...supplierCertificateRoutes({ listCertificates, requireSupplier: entities.getSupplier }),
    ],
    readInclusions: makeReadInclusions({
      components: suppliedItems.all,
      certificates: newestOf(listCertificates),
      quality_events: makeNewestEvents(quality),
      metrics: takeIn(standings.metrics),
    }),
  };
};
