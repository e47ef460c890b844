import {
  type CertificateSnapshot,
  certificateEvents,
  type EntitySnapshot,
  type Envelope,
  entityEvents,
  type QualityEventSnapshot,
  qualityEvents,
} from '@qsc/contracts/events';
import { type Collection, type ProjectionSource, projectionSource, projects } from '@qsc/service-kit';
import {
  type CertificateRow,
  certificateRowOf,
  type ItemRow,
  itemRowOf,
  type QualityRow,
  qualityRowOf,
} from './read-model/source-row.ts';
import { type SupplierRow, supplierRowOf } from './read-model/supplier-row.ts';

/** The queue of the read model: one, so that everything of a record comes in its order. */
export const READ_MODEL_QUEUE = 'supplier.read-model';

export type ReadModelRows = {
  suppliers: Collection<SupplierRow>;
  items: Collection<ItemRow>;
  certificates: Collection<CertificateRow>;
  qualityEvents: Collection<QualityRow>;
};

type Heard = Pick<Envelope, 'orgid'>;

const supplier = ({ orgid }: Heard, entity: EntitySnapshot): SupplierRow | null =>
  entity.type === 'supplier' ? supplierRowOf(orgid, entity) : null;

const ITEM_TYPES: ReadonlySet<string> = new Set(['component', 'product']);

const item = ({ orgid }: Heard, entity: EntitySnapshot): ItemRow | null =>
  ITEM_TYPES.has(entity.type) ? itemRowOf(orgid, entity) : null;

const gone = <Row extends { gone: boolean }>(row: Row | null): Row | null => row && { ...row, gone: true };

const certificate = ({ orgid }: Heard, record: CertificateSnapshot) => certificateRowOf(orgid, record);

const qualityEvent = ({ orgid }: Heard, record: QualityEventSnapshot) => qualityRowOf(orgid, record);

/** What the read model hears: the events and the rows that they make. */
export const readModelSources = ({
  suppliers,
  items,
  certificates,
  qualityEvents: quality,
}: ReadModelRows): ProjectionSource[] => [
  projectionSource(suppliers, [
    projects(entityEvents.created, supplier),
    projects(entityEvents.updated, supplier),
    projects(entityEvents.deleted, supplier),
    projects(entityEvents.restored, supplier),
    projects(entityEvents.purged, (event, record) => gone(supplier(event, record))),
  ]),
  projectionSource(items, [
    projects(entityEvents.created, item),
    projects(entityEvents.updated, item),
    projects(entityEvents.deleted, item),
    projects(entityEvents.restored, item),
    projects(entityEvents.purged, (event, record) => gone(item(event, record))),
  ]),
  projectionSource(certificates, [
    projects(certificateEvents.created, certificate),
    projects(certificateEvents.extracted, certificate),
    projects(certificateEvents.validated, certificate),
    projects(certificateEvents.superseded, certificate),
    projects(certificateEvents.expiring, certificate),
    projects(certificateEvents.expired, certificate),
  ]),
  projectionSource(quality, [
    projects(qualityEvents.created, qualityEvent),
    projects(qualityEvents.updated, qualityEvent),
  ]),
];
