import { inTurn, type LoadRequest } from '../load.ts';
import { BATCHES, toRecord } from '../sample/record.ts';
import type { Filled } from '../seed.ts';
import { type Floor, getInTurn, type RowKind, row } from './row.ts';

const PAGE = 25;
/** The first number of what is written while it is measured: above every entity that was there before. */
const NEW_RECORDS = 1_000_000;
const CONNECTIONS = [16, 64];
const FILES = [1, 4];

type Entities = Filled['entity'];

const some = (ids: readonly string[]): string => ids[Math.floor(Math.random() * ids.length)] ?? '';

const gets =
  ({ ids }: Entities) =>
  (): LoadRequest => ({ method: 'GET', path: `/v1/entities/${some(ids)}` });

const creates = () => {
  let index = NEW_RECORDS;
  return (): LoadRequest => ({ method: 'POST', path: '/v1/entities', body: toRecord(index++) });
};

/** Gives entities in any order a remark that they did not have. */
export const patches = (ids: readonly string[]) => {
  let index = NEW_RECORDS;
  return (): LoadRequest => ({
    method: 'PATCH',
    path: `/v1/entities/${some(ids)}`,
    body: { attributes: { remark: `R-${Date.now()}-${index++}` } },
  });
};

/** Every filter value in turn, and with it every full page of what it matches: one in `share` of its records. */
const distinctLists =
  (buildFilter: (batch: number) => string, share = 1) =>
  ({ ids }: Entities) => {
    const pages = Math.max(1, Math.floor(ids.length / BATCHES / share / PAGE));
    let requested = 0;
    return (): LoadRequest => {
      const [batch, page] = [requested % BATCHES, 1 + (Math.floor(requested / BATCHES) % pages)];
      requested += 1;
      return { method: 'GET', path: `/v1/entities?${buildFilter(batch)}&page=${page}` };
    };
  };

const byBatch = (batch: number): string => `attributes.batch=B-${batch}`;
/** A type that a third of the batch has. */
const typeIn = (batch: number): string => (batch % 2 === 0 ? 'supplier' : 'component');

type Requests = (entities: Entities) => () => LoadRequest;

const entityRow = (name: string, requests: Requests, compared: 'insertOne' | 'findOne' | 'find25'): RowKind =>
  row({ name, of: 'entity', connections: CONNECTIONS, requests, floor: ({ floors }): Floor => floors[compared] });

/** The rows of entities and of certificates, in the order in which they are measured. */
export const ENTITY_ROWS: readonly RowKind[] = [
  entityRow('create', creates, 'insertOne'),
  entityRow('get', gets, 'findOne'),
  entityRow('list of 25, by type', () => getInTurn(['/v1/entities?type=supplier']), 'find25'),
  entityRow('list of 25, by attribute, distinct', distinctLists(byBatch), 'find25'),
  entityRow(
    'list of 25, by type and attribute, distinct',
    distinctLists((batch) => `type=${typeIn(batch)}&${byBatch(batch)}`, 3),
    'find25',
  ),
  entityRow('list of 25, by attribute, equal', () => getInTurn(['/v1/entities?attributes.batch=B-7']), 'find25'),
  entityRow('list of 25 audit entries', () => getInTurn(['/v1/audit-logs?entity_type=supplier']), 'find25'),
  entityRow('patch', ({ ids }) => patches(ids), 'insertOne'),
];

/** Downloads first, since the worker reads for a while what is uploaded. */
export const CERTIFICATE_ROWS: readonly RowKind[] = [
  row({
    name: 'certificate download, 1 MiB',
    of: 'certificate',
    connections: FILES,
    requests: ({ ids }) => getInTurn(ids.map((id) => `/v1/certificates/${id}/document`)),
    floor: ({ floors }) => floors.download,
  }),
  row({
    name: 'certificate upload, 1 MiB',
    of: 'certificate',
    connections: FILES,
    requests: ({ form }) => inTurn([{ method: 'POST', path: '/v1/certificates', form }]),
    floor: ({ floors }) => floors.upload,
  }),
];
