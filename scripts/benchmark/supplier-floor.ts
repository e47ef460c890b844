import { UTC } from '@qsc/contracts';
import type { MongoClient } from 'mongodb';
import { makeListCertificates } from '../../services/certificate/src/certificate/certificate.query.ts';
import {
  certificateDefinition,
  type StoredCertificate,
} from '../../services/certificate/src/certificate/certificate.store.ts';
import {
  type EntityStore,
  entityDefinition,
  type StoredEntity,
  toEntity,
} from '../../services/entity/src/entity/entity.store.ts';
import { makeListSuppliedItems } from '../../services/entity/src/relationship/supplied-item.query.ts';
import {
  type CertificateRow,
  certificateRowDefinition,
  type QualityRow,
  qualityRowDefinition,
} from '../../services/supplier/src/read-model/source-row.ts';
import { type SupplierRow, supplierRowDefinition } from '../../services/supplier/src/read-model/supplier-row.ts';
import { makeSupplierFigures } from '../../services/supplier/src/supplier/metric.query.ts';
import { makeSupplierList } from '../../services/supplier/src/supplier/supplier.query.ts';
import type { SupplierListQuery } from '../../services/supplier/src/supplier/supplier.schemas.ts';
import { bareCollection } from './bare-driver.ts';

const now = () => ({ now: new Date(), zone: UTC });
const localTime = async () => now();
const NEWEST = { page: 1, per_page: 1_000, sort: '-created_at' };

const openEntities = (client: MongoClient) => {
  const entities = bareCollection<StoredEntity, 'name_key' | 'facets' | 'holds' | 'supplier_code'>(
    client,
    'entity',
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

/**
 * What MongoDB and the driver alone do for suppliers, by the services' own queries on a mesh's own data: the page and the counts
 * of a list, and all that is read for a supplier with its components, certificates and metrics, at the same time.
 */
export const openSupplierFloors = (client: MongoClient, orgId: string) => {
  const suppliers = bareCollection<SupplierRow>(client, 'supplier', supplierRowDefinition);
  const list = makeSupplierList({ suppliers, localTime });
  const { find, listSupplied } = openEntities(client);
  const { metrics, activeByComponent } = makeSupplierFigures({
    suppliers,
    certificates: bareCollection<CertificateRow>(client, 'supplier', certificateRowDefinition),
    qualityEvents: bareCollection<QualityRow>(client, 'supplier', qualityRowDefinition),
    localTime,
  });
  const listCertificates = makeListCertificates(
    bareCollection<StoredCertificate, 'name_key' | 'phase' | 'expiry_key'>(
      client,
      'certificate',
      certificateDefinition,
    ),
  );
  return {
    list: (query: SupplierListQuery) => list(orgId, query),
    read: (id: string) =>
      Promise.all([
        find(orgId, id),
        listSupplied(orgId, id),
        activeByComponent(orgId, id),
        listCertificates(orgId, { supplier_id: [id], ...NEWEST }, now()),
        metrics(orgId, id),
      ]),
  };
};
