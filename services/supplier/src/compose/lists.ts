import { makeReadInclusions } from '../inclusion/inclusion.service.ts';
import { makeNewestEvents } from '../quality-event/quality-event.client.ts';
import type { ReadThrough } from '../read-model/read-through.ts';
import { makeListSupplied } from '../supplied-item/supplied-item.client.ts';
import { suppliedItemRoutes } from '../supplied-item/supplied-item.routes.ts';
import { makeSuppliedItemService } from '../supplied-item/supplied-item.service.ts';
import type { SupplierFigureReader } from '../supplier/metric.query.ts';
import { makeListCertificates, makeReadNewest } from '../supplier-certificate/supplier-certificate.client.ts';
import { supplierCertificateRoutes } from '../supplier-certificate/supplier-certificate.routes.ts';
import type { Clients } from './clients.ts';

/** The parts that a supplier can be read with: what it supplies, its certificates, its quality events, its metrics. */
export const makeLists = (
  figures: SupplierFigureReader,
  readThrough: ReadThrough,
  { entities, certificates, quality }: Clients,
) => {
  const suppliedItems = makeSuppliedItemService({
    listSupplied: makeListSupplied(entities.raw),
    activeByComponent: figures.activeByComponent,
  });
  const listCertificates = makeListCertificates(certificates);
  return {
    routes: [
      ...suppliedItemRoutes(suppliedItems),
      ...supplierCertificateRoutes({ listCertificates, requireSupplier: entities.getSupplier }),
    ],
    readInclusions: makeReadInclusions({
      components: suppliedItems.all,
      certificates: makeReadNewest(listCertificates),
      quality_events: makeNewestEvents(quality),
      metrics: readThrough(figures.metrics),
    }),
  };
};
