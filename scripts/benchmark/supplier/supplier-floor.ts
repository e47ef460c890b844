import { UTC } from '@qsc/contracts';
import type { MongoClient } from 'mongodb';
import { makeListCertificates } from '../../../services/certificate/src/certificate/certificate.query.ts';
import {
  certificateDefinition,
  type StoredCertificate,
} from '../../../services/certificate/src/certificate/certificate.store.ts';
import {
  type EntityStore,
  entityDefinition,
  type StoredEntity,
  toEntity,
} from '../../../services/entity/src/entity/entity.store.ts';
import { makeListSuppliedItems } from '../../../services/entity/src/relationship/supplied-item.query.ts';
import {
  type CertificateRow,
  certificateRowDefinition,
  type QualityRow,
  qualityRowDefinition,
} from '../../../services/supplier/src/read-model/source-row.ts';
import { type SupplierRow, supplierRowDefinition } from '../../../services/supplier/src/read-model/supplier-row.ts';
import { makeStandings } from '../../../services/supplier/src/supplier/metric.query.ts';
import { makeSupplierList } from '../../../services/supplier/src/supplier/supplier.query.ts';
import { SupplierListQuery } from '../../../services/supplier/src/supplier/supplier.schemas.ts';
import { type Measured, measureCalls, type Shape } from '../load.ts';
import { databaseOf, straight } from '../straight.ts';

/** What MongoDB and the driver alone do for what the API is asked. */
export type SupplierFloors = {
  /** The page and the counts of each list, by its query string, in turn. */
  list(shape: Shape, queries: readonly string[]): Promise<Measured>;
  /** All that is read for a supplier with its components, certificates and metrics, at the same time. */
  read(shape: Shape, ids: readonly string[]): Promise<Measured>;
};

const localTime = async () => ({ now: new Date(), zone: UTC });
const NEWEST = { page: 1, per_page: 1_000, sort: '-created_at' };

const parsed = (query: string): SupplierListQuery =>
  SupplierListQuery.parse(Object.fromEntries(new URLSearchParams(query)));

/** The lists by the service's own queries: what it does besides them is the choice of an index and the look of 25 rows. */
const openLists = (client: MongoClient, orgId: string) => {
  const suppliers = straight<SupplierRow>(client, databaseOf('supplier'), supplierRowDefinition);
  const list = makeSupplierList({ suppliers, localTime });
  return (query: SupplierListQuery) => list(orgId, query);
};

const openEntities = (client: MongoClient) => {
  const entities = straight<StoredEntity, 'name_key' | 'facets' | 'holds' | 'supplier_code'>(
    client,
    databaseOf('entity'),
    entityDefinition,
  );
  const find = async (org_id: string, _id: string) => {
    const found = await entities.findOne({ org_id, _id });
    return found && toEntity(found);
  };
  const findMany = async (org_id: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : (await entities.find({ org_id, _id: { $in: [...ids] } })).map(toEntity);
  const store = { find, findMany } as unknown as EntityStore;
  return { find, listSupplied: makeListSuppliedItems({ entities, store }) };
};

const openReads = (client: MongoClient, orgId: string) => {
  const database = databaseOf('supplier');
  const { find, listSupplied } = openEntities(client);
  const { metrics, activeByComponent } = makeStandings({
    suppliers: straight<SupplierRow>(client, database, supplierRowDefinition),
    certificates: straight<CertificateRow>(client, database, certificateRowDefinition),
    qualityEvents: straight<QualityRow>(client, database, qualityRowDefinition),
    localTime,
  });
  const listCertificates = makeListCertificates(
    straight<StoredCertificate, 'name_key' | 'phase' | 'expiry_key'>(
      client,
      databaseOf('certificate'),
      certificateDefinition,
    ),
  );
  return (id: string) =>
    Promise.all([
      find(orgId, id),
      listSupplied(orgId, id),
      activeByComponent(orgId, id),
      listCertificates(orgId, { supplier_id: [id], ...NEWEST }, { now: new Date(), zone: UTC }),
      metrics(orgId, id),
    ]);
};

/** The floors of a mesh's suppliers, on its own data. */
export const openSupplierFloors = (client: MongoClient, orgId: string): SupplierFloors => {
  const list = openLists(client, orgId);
  const read = openReads(client, orgId);
  let next = 0;
  return {
    list(shape, queries) {
      const asked = queries.map(parsed);
      return measureCalls(shape, () => list(asked[next++ % asked.length] as SupplierListQuery));
    },
    read: (shape, ids) => measureCalls(shape, () => read(ids[next++ % ids.length] ?? '')),
  };
};
