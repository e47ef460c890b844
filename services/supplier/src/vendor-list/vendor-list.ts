import { type LocalTime, newId, toDay } from '@qsc/contracts';
import { type Envelope, supplierEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import type { Cell, Column, Fact, Row, Table, TableFormat } from '@qsc/table-export';
import type { SupplierRow } from '../read-model/supplier-row.ts';

/** A request: the format, the states of the suppliers, and whether each component has a line. */
export type VendorListRequest = { format: TableFormat; statuses: readonly string[]; includeComponents: boolean };

/** Approved means qualified, with conditions or without (decisions §4, "Suppliers"). */
export const APPROVED: readonly string[] = ['qualified', 'conditional'];

const SUPPLIER_COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Supplier', kind: 'text', width: 30 },
  { key: 'supplier_code', title: 'Supplier code', kind: 'code', width: 12 },
  { key: 'country', title: 'Country', kind: 'text', width: 8 },
  { key: 'region', title: 'Region', kind: 'text', width: 9 },
  { key: 'qualification_status', title: 'Qualification status', kind: 'text', width: 12 },
  { key: 'qualification_date', title: 'Qualified on', kind: 'date' },
  { key: 'next_audit_date', title: 'Next audit', kind: 'date' },
  { key: 'risk_level', title: 'Risk level', kind: 'text', width: 8 },
  { key: 'risk_score', title: 'Risk score', kind: 'number' },
  { key: 'categories', title: 'Categories', kind: 'text', width: 20 },
  { key: 'certifications', title: 'Certifications', kind: 'text', width: 18 },
  { key: 'conditions', title: 'Conditions', kind: 'text', width: 24 },
];

const COMPONENT_COLUMNS: readonly Column[] = [
  { key: 'component', title: 'Component', kind: 'text', width: 24, isPart: true },
  { key: 'component_code', title: 'Component code', kind: 'code', width: 12, isPart: true },
  { key: 'component_status', title: 'Component status', kind: 'text', width: 11, isPart: true },
  { key: 'is_primary_supplier', title: 'Primary supplier', kind: 'boolean', isPart: true },
  { key: 'last_delivery', title: 'Last delivery', kind: 'date', isPart: true },
];

const isApproved = ({ statuses }: Pick<VendorListRequest, 'statuses'>): boolean =>
  statuses.every((status) => APPROVED.includes(status));

/** The title of the list. Only a list of approved suppliers alone is called approved vendor list. */
export const listTitle = (request: Pick<VendorListRequest, 'statuses'>): string =>
  isApproved(request) ? 'Approved vendor list' : `Suppliers: ${request.statuses.join(', ')}`;

/** The columns of a list. */
export const selectColumns = ({ includeComponents }: VendorListRequest): readonly Column[] =>
  includeComponents ? [...SUPPLIER_COLUMNS, ...COMPONENT_COLUMNS] : SUPPLIER_COLUMNS;

/** A value as text. Attributes are free: values that are no text or number are left out. */
const listed = (value: unknown, separator: string): string =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .join(separator);

const supplierCells = (row: SupplierRow): Record<string, Cell> => ({
  id: row._id,
  name: row.name,
  supplier_code: row.supplier_code,
  country: row.country,
  region: row.region,
  qualification_status: row.qualification_status,
  qualification_date: row.qualification_date,
  next_audit_date: row.next_audit_date,
  risk_level: row.risk_level,
  risk_score: row.risk_score,
  categories: row.categories.join(', '),
  certifications: listed(row.attributes.certifications, ', '),
  conditions: row.qualification_status === 'conditional' ? listed(row.attributes.conditions, '; ') : null,
});

const leftOut = ({ items_left_out = 0 }: SupplierRow): string => `and ${items_left_out} components more`;

/** What a list leaves out of a supplier, for its last sheet or page; undefined where it is complete. */
export const shortenedFact = (row: SupplierRow, { includeComponents }: VendorListRequest): Fact | undefined =>
  includeComponents && row.items_left_out
    ? [listed([row.name, row.supplier_code], ', '), `${leftOut(row)} than are listed`]
    : undefined;

/** The lines of a supplier: one, or one for each component where components are requested and there are some. */
export const toLines = (row: SupplierRow, { includeComponents }: VendorListRequest): Row[] => {
  const supplier = supplierCells(row);
  if (!includeComponents || row.items.length === 0) return [supplier];
  const lines = row.items.map((item) => ({
    ...supplier,
    component: item.name,
    component_code: item.component_code,
    component_status: item.status,
    is_primary_supplier: item.is_primary_supplier,
    last_delivery: item.last_delivery,
  }));
  const more = row.items_left_out ? [{ ...supplier, component: leftOut(row) }] : [];
  return [...lines, ...more];
};

const filterText = ({ statuses, includeComponents }: VendorListRequest): string =>
  `Qualification status: ${statuses.join(', ')}. ${includeComponents ? 'One line for each component.' : 'Without components.'}`;

const makerName = ({ name, email }: Call['actor']): string => (email === null ? name : `${name} (${email})`);

/** The table of the list: organisation, time, maker, filter and columns. */
export const toTable = (request: VendorListRequest, organisation: string, call: Call): Table => ({
  title: listTitle(request),
  group: 'id',
  organisation,
  madeAt: call.now,
  madeBy: makerName(call.actor),
  filter: filterText(request),
  columns: selectColumns(request),
});

/** The name of the file. */
export const toFilename = (request: VendorListRequest, at: LocalTime): string => {
  const name = isApproved(request) ? 'approved-vendor-list' : `suppliers-${request.statuses.join('-')}`;
  return `${name}-${toDay(at)}.${request.format}`;
};

/** The event of an export, with its audit entry: who exported which list, and the number of suppliers. */
export const exported = (request: VendorListRequest, suppliers: number, call: Call): Envelope => {
  const { format, statuses, includeComponents: include_components } = request;
  const record = { format, statuses: [...statuses], include_components, suppliers };
  const facts = {
    action: 'export',
    entity_type: 'vendor_list',
    entity_id: newId('exportJob'),
    entity_name: listTitle(request),
    entity_version: null,
    changes: {},
    details: record,
  } as const;
  return makeEvent(supplierEvents.vendorListExported, call, { audit: facts, record });
};
