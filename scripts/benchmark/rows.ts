import { AUDIT_ROWS } from './audit/audit-rows.ts';
import { CERTIFICATE_ROWS } from './certificate/certificate-rows.ts';
import { measureLoad, type Shot } from './load.ts';
import type { BenchMesh, Material } from './mesh.ts';
import { QUALITY_ROWS } from './quality/quality-rows.ts';
import { BATCHES, recordOf } from './record.ts';
import type { RowKind } from './row-kind.ts';
import { SUPPLIER_ROWS } from './supplier/supplier-rows.ts';

const PAGE = 25;
/** The first number of what is written while it is measured: above every entity that was there before. */
const NEW_RECORDS = 1_000_000;

const someOf = (ids: readonly string[]): string => ids[Math.floor(Math.random() * ids.length)] ?? '';

const gets =
  ({ ids }: BenchMesh) =>
  (): Shot => ({ method: 'GET', path: `/v1/entities/${someOf(ids)}` });

const getPath = (path: string) => (): Shot => ({ method: 'GET', path });

const creates = () => {
  let index = NEW_RECORDS;
  return (): Shot => ({ method: 'POST', path: '/v1/entities', body: recordOf(index++) });
};

const patches = ({ ids }: BenchMesh) => {
  let index = NEW_RECORDS;
  return (): Shot => {
    const body = { attributes: { remark: `R-${index++}` } };
    return { method: 'PATCH', path: `/v1/entities/${someOf(ids)}`, body };
  };
};

/** Every filter value in turn, and with it every full page of what it matches: one in `share` of its records. */
const distinctLists =
  (filterOf: (batch: number) => string, share = 1) =>
  ({ ids }: BenchMesh) => {
    const pages = Math.max(1, Math.floor(ids.length / BATCHES / share / PAGE));
    let asked = 0;
    return (): Shot => {
      const [batch, page] = [asked % BATCHES, 1 + (Math.floor(asked / BATCHES) % pages)];
      asked += 1;
      return { method: 'GET', path: `/v1/entities?${filterOf(batch)}&page=${page}` };
    };
  };

const byBatch = (batch: number): string => `attributes.batch=B-${batch}`;

/** A type that a third of the batch has. */
const typeIn = (batch: number): string => (batch % 2 === 0 ? 'supplier' : 'component');

const ENTITY_ROWS: readonly Omit<RowKind, 'of' | 'connections'>[] = [
  { name: 'create', shots: creates, floor: ({ floors }, shape) => floors.insertOne(shape) },
  { name: 'get', shots: gets, floor: ({ floors }, shape) => floors.findOne(shape) },
  {
    name: 'list of 25, by type',
    shots: () => getPath('/v1/entities?type=supplier'),
    floor: ({ floors }, shape) => floors.find25(shape),
  },
  {
    name: 'list of 25, by attribute, distinct',
    shots: distinctLists(byBatch),
    floor: ({ floors }, shape) => floors.find25(shape),
  },
  {
    name: 'list of 25, by type and attribute, distinct',
    shots: distinctLists((batch) => `type=${typeIn(batch)}&${byBatch(batch)}`, 3),
    floor: ({ floors }, shape) => floors.find25(shape),
  },
  {
    name: 'list of 25, by attribute, equal',
    shots: () => getPath('/v1/entities?attributes.batch=B-7'),
    floor: ({ floors }, shape) => floors.find25(shape),
  },
  {
    name: 'list of 25 audit entries',
    shots: () => getPath('/v1/audit-logs?entity_type=supplier'),
    floor: ({ floors }, shape) => floors.find25(shape),
  },
  { name: 'patch', shots: patches, floor: ({ floors }, shape) => floors.insertOne(shape) },
  {
    name: 'gateway hop (get, against entity itself)',
    shots: gets,
    floor: (mesh, shape) => measureLoad(mesh.direct, shape, gets(mesh)),
  },
];

const CONNECTIONS = [16, 64];

/** The rows in the order in which they are measured. */
export const ROW_KINDS: readonly RowKind[] = [
  ...ENTITY_ROWS.map((row) => ({ ...row, of: 'entity' as const, connections: CONNECTIONS })),
  ...SUPPLIER_ROWS,
  ...CERTIFICATE_ROWS,
  ...QUALITY_ROWS,
  ...AUDIT_ROWS,
];

/** What the rows need a mesh to be filled with. */
export const materialsOf = (kinds: readonly RowKind[]): Set<Material> => new Set(kinds.map((kind) => kind.of));
