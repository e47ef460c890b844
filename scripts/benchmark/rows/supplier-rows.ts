import { dayAfter, UTC } from '@qsc/contracts';
import { SupplierListQuery } from '../../../services/supplier/src/supplier/supplier.schemas.ts';
import { inTurn, type LoadRequest } from '../load.ts';
import { CATEGORIES, COUNTRIES, LEVELS, newSupplier, REGIONS, STATUSES } from '../sample/supplier-record.ts';
import { each, getInTurn, paged, parseQuery, type RowKind, row } from './row.ts';

const PAGES = 4;
/** One at a time shows how long a request takes; four, how long beside others. */
const READS = [1, 4];
const WRITES = [16, 64];
const AUDIT_DAYS = [1, 7, 14, 30, 60, 90];

const pairs = (names: readonly string[]): string[] =>
  names.map((name, at) => `${name},${names[(at + 1) % names.length]}`);

/** The query strings of each list; those of one list differ. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'by status and risk': paged(
    each(STATUSES, LEVELS, (status, level) => `qualification_status=${status}&risk_level=${level}`),
    PAGES,
  ),
  'by countries and region': paged(
    each(pairs(COUNTRIES), REGIONS, (country, region) => `country=${country}&region=${region}`),
    PAGES,
  ),
  'by category, with expiring certificates': paged(
    CATEGORIES.map((category) => `category=${category}&has_expiring_certificates=true`),
    PAGES,
  ),
  'due for audit, by its day': paged(
    AUDIT_DAYS.map((days) => `audit_due_before=${dayAfter({ now: new Date(), zone: UTC }, days)}&sort=next_audit_date`),
    PAGES,
  ),
  'by category, by risk': paged(
    CATEGORIES.map((category) => `category=${category}&sort=-risk_score`),
    PAGES,
  ),
  'all, by name': paged(['sort=name'], PAGES * PAGES),
};

type NewSupplier = ReturnType<typeof newSupplier>;

/** New suppliers, unlike all that were created before. */
const creates = (toRequest: (supplier: NewSupplier) => LoadRequest) => (): (() => LoadRequest) => {
  const run = `RUN-${Date.now().toString(36)}`;
  let index = 0;
  return () => toRequest(newSupplier(run, index++));
};

const asEntity =
  (type: string) =>
  ({ name, supplier_code, attributes }: NewSupplier): LoadRequest => ({
    method: 'POST',
    path: '/v1/entities',
    body: { type, name, attributes: { supplier_code, ...attributes } },
  });

/** Creating a supplier is compared with an entity of the same size that the supplier service does not keep. */
const createRow = (name: string, toRequest: (supplier: NewSupplier) => LoadRequest): RowKind =>
  row({
    name,
    of: 'supplier',
    connections: WRITES,
    requests: creates(toRequest),
    floor: (_suppliers, { target }) => ({ target, next: creates(asEntity('equipment'))() }),
  });

/** The rows of suppliers in the order in which they are measured. */
export const SUPPLIER_ROWS: readonly RowKind[] = [
  ...Object.entries(LISTS).map(([by, queries]) =>
    row({
      name: `supplier list, ${by}`,
      of: 'supplier',
      connections: READS,
      requests: () => getInTurn(queries.map((query) => `/v1/suppliers?${query}`)),
      floor({ floors }) {
        const next = inTurn(queries.map((query) => parseQuery(SupplierListQuery, query)));
        return () => floors.list(next());
      },
    }),
  ),
  row({
    name: 'supplier read, with all includes',
    of: 'supplier',
    connections: READS,
    requests: ({ ids }) => getInTurn(ids.map((id) => `/v1/suppliers/${id}?include=components,certificates,metrics`)),
    floor({ floors, ids }) {
      const next = inTurn(ids);
      return () => floors.read(next());
    },
  }),
  createRow('supplier create', (supplier) => ({ method: 'POST', path: '/v1/suppliers', body: supplier })),
  createRow('supplier create, as an entity', asEntity('supplier')),
];
