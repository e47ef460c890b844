import {
  type CertificateSnapshot,
  certificateEvents,
  ENTITY_CHANGES,
  type EntitySnapshot,
  type Envelope,
  entityEvents,
  type QualityEventSnapshot,
  qualityEvents,
} from '@qsc/contracts/events';
import {
  type Collection,
  type HandledKinds,
  type ProjectionSource,
  projectionSource,
  projects,
} from '@qsc/service-kit';
import {
  type CertificateRow,
  type ItemRow,
  type QualityRow,
  toCertificateRow,
  toItemRow,
  toQualityRow,
} from './read-model/source-row.ts';
import { type SupplierRow, toSupplierRow } from './read-model/supplier-row.ts';

/** The queue of the read model. It is one queue, so that all events of a record arrive in order. */
export const READ_MODEL_QUEUE = 'supplier.read-model';

export type ReadModelRows = {
  suppliers: Collection<SupplierRow>;
  items: Collection<ItemRow>;
  certificates: Collection<CertificateRow>;
  qualityEvents: Collection<QualityRow>;
};

/** The kinds of entities that the read model has rows of. */
export const READ_MODEL_KINDS: HandledKinds = {
  types: ENTITY_CHANGES,
  list: async () => ['supplier', ...ITEM_TYPES],
};

type EventMeta = Pick<Envelope, 'orgid'>;

const supplier = ({ orgid }: EventMeta, entity: EntitySnapshot): SupplierRow | null =>
  entity.type === 'supplier' ? toSupplierRow(orgid, entity) : null;

const ITEM_TYPES: ReadonlySet<string> = new Set(['component', 'product']);

const item = ({ orgid }: EventMeta, entity: EntitySnapshot): ItemRow | null =>
  ITEM_TYPES.has(entity.type) ? toItemRow(orgid, entity) : null;

const gone = <Row extends { gone: boolean }>(row: Row | null): Row | null => row && { ...row, gone: true };

const certificate = ({ orgid }: EventMeta, record: CertificateSnapshot) => toCertificateRow(orgid, record);

const qualityEvent = ({ orgid }: EventMeta, record: QualityEventSnapshot) => toQualityRow(orgid, record);

/** The sources of the read model: the events, and the rows that they produce. */
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
