import { dayAfter, UTC } from '@qsc/contracts';
import { measureLoad, type Shot } from '../load.ts';
import type { BenchMesh } from '../mesh.ts';
import type { RowKind } from '../row-kind.ts';
import type { Suppliers } from './supplier-fill.ts';
import { CATEGORIES, COUNTRIES, LEVELS, newSupplier, REGIONS, STATUSES } from './supplier-record.ts';

const PAGES = 4;
/** One at a time tells how long a request takes; four, how long beside others. */
const READS = [1, 4];
const WRITES = [16, 64];
const AUDIT_DAYS = [1, 7, 14, 30, 60, 90];

const suppliersOf = ({ suppliers }: BenchMesh): Suppliers => {
  if (!suppliers) throw new Error('The mesh was not filled with suppliers.');
  return suppliers;
};

/** Each filter with each of its first pages, so that requests at the same time differ. */
const paged = (filters: readonly string[], pages = PAGES): string[] =>
  Array.from({ length: pages }, (_, page) => filters.map((filter) => `${filter}&page=${page + 1}`)).flat();

const pairs = (names: readonly string[]): string[] =>
  names.map((name, at) => `${name},${names[(at + 1) % names.length]}`);

const listRow = (by: string, queries: readonly string[]): RowKind => ({
  name: `supplier list, ${by}`,
  of: 'supplier',
  connections: READS,
  shots: () => {
    let asked = 0;
    return () => ({ method: 'GET', path: `/v1/suppliers?${queries[asked++ % queries.length]}` });
  },
  floor: (mesh, shape) => suppliersOf(mesh).floors.list(shape, queries),
});

const LISTS: readonly RowKind[] = [
  listRow(
    'by status and risk',
    paged(STATUSES.flatMap((status) => LEVELS.map((level) => `qualification_status=${status}&risk_level=${level}`))),
  ),
  listRow(
    'by countries and region',
    paged(pairs(COUNTRIES).flatMap((country) => REGIONS.map((region) => `country=${country}&region=${region}`))),
  ),
  listRow(
    'by category, with expiring certificates',
    paged(CATEGORIES.map((category) => `category=${category}&has_expiring_certificates=true`)),
  ),
  listRow(
    'due for audit, by its day',
    paged(
      AUDIT_DAYS.map(
        (days) => `audit_due_before=${dayAfter({ now: new Date(), zone: UTC }, days)}&sort=next_audit_date`,
      ),
    ),
  ),
  listRow('by category, by risk', paged(CATEGORIES.map((category) => `category=${category}&sort=-risk_score`))),
  listRow('all, by name', paged(['sort=name'], PAGES * PAGES)),
];

/** New suppliers, unlike all that were created before. */
const creates = (toShot: (supplier: ReturnType<typeof newSupplier>) => Shot) => (): (() => Shot) => {
  const run = `RUN-${Date.now().toString(36)}`;
  let index = 0;
  return () => toShot(newSupplier(run, index++));
};

const asEntity =
  (type: string) =>
  ({ name, supplier_code, attributes }: ReturnType<typeof newSupplier>): Shot => ({
    method: 'POST',
    path: '/v1/entities',
    body: { type, name, attributes: { supplier_code, ...attributes } },
  });

/** What is held against the creation of a supplier: that of an entity of the same size that the supplier service does not keep. */
const createEquipment = creates(asEntity('equipment'));

const createRow = (name: string, toShot: Parameters<typeof creates>[0]): RowKind => ({
  name,
  of: 'supplier',
  connections: WRITES,
  shots: creates(toShot),
  floor: (mesh, shape) => measureLoad(mesh.target, shape, createEquipment()),
});

/** The rows of suppliers in the order in which they are measured. */
export const SUPPLIER_ROWS: readonly RowKind[] = [
  ...LISTS,
  {
    name: 'supplier read, with all includes',
    of: 'supplier',
    connections: READS,
    shots: (mesh) => {
      const { ids } = suppliersOf(mesh);
      let asked = 0;
      return () => ({
        method: 'GET',
        path: `/v1/suppliers/${ids[asked++ % ids.length]}?include=components,certificates,metrics`,
      });
    },
    floor: (mesh, shape) => suppliersOf(mesh).floors.read(shape, suppliersOf(mesh).ids),
  },
  createRow('supplier create', (supplier) => ({ method: 'POST', path: '/v1/suppliers', body: supplier })),
  createRow('supplier create, as an entity', asEntity('supplier')),
];
