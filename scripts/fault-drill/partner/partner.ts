import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseCheck, type Row } from './filter.ts';

/** A record as it stands at the external system. */
export type ExternalRecord = { id: string; name: string; mark: string; changedAt: string; changes: number };

/** The records of one organisation. They change here alone; the mesh reads them. */
export type Shop = {
  /** Where the organisation's service begins. */
  url: string;
  kept(): readonly ExternalRecord[];
  create(name: string): void;
  /** Changes a record; there must be one of this name. */
  mark(name: string, mark: string): void;
};

/** A connection of an organisation, and the records of the external system that it leads to. */
export type Connected = { id: string; shop: Shop };

/** A stand-in for an external system: just so much of an OData v4 service as a connection of the mesh asks for. */
export type Partner = {
  shop(orgId: string): Shop;
  close(): Promise<void>;
};

/** What its records are called there. */
export const EXTERNAL = { set: 'Parts', key: 'ID', name: 'Name', mark: 'Mark', changedAt: 'ChangedAt' } as const;

const METADATA = `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="drill" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<EntityType Name="Part"><Key><PropertyRef Name="ID"/></Key><Property Name="ID" Type="Edm.String" Nullable="false"/>
<Property Name="Name" Type="Edm.String"/><Property Name="Mark" Type="Edm.String"/>
<Property Name="ChangedAt" Type="Edm.DateTimeOffset" Precision="3" Nullable="false"/></EntityType>
<EntityContainer Name="C"><EntitySet Name="Parts" EntityType="drill.Part"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`;

/** Opens the stand-in on a free port of the loopback. */
export const openPartner = async (): Promise<Partner> => {
  const shops = new Map<string, Map<string, ExternalRecord>>();
  const server = createServer((request, response) => answer(request, response, shops));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    shop(orgId) {
      const kept = shops.get(orgId) ?? new Map<string, ExternalRecord>();
      shops.set(orgId, kept);
      return makeShop(`http://127.0.0.1:${port}/${orgId}`, kept);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

let latest = 0;

/** No two changes have the same time, so that one which is lost cannot come again with another. */
const nextTime = (): string => {
  latest = Math.max(latest + 1, Date.now());
  return new Date(latest).toISOString();
};

const makeShop = (url: string, kept: Map<string, ExternalRecord>): Shop => ({
  url,
  kept: () => [...kept.values()],
  create(name) {
    kept.set(name, { id: `X-${name}`, name, mark: 'new', changedAt: nextTime(), changes: 1 });
  },
  mark(name, mark) {
    const before = kept.get(name);
    if (before === undefined) throw new Error(`There is no ${name} at the external system.`);
    kept.set(name, { ...before, mark, changedAt: nextTime(), changes: before.changes + 1 });
  },
});

const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  shops: ReadonlyMap<string, ReadonlyMap<string, ExternalRecord>>,
): void => {
  const url = new URL(request.url ?? '/', 'http://partner');
  const [, orgId = '', path = ''] = url.pathname.split('/');
  const kept = shops.get(orgId);
  if (request.method !== 'GET' || kept === undefined) {
    response.writeHead(404).end();
    return;
  }
  if (path === '$metadata') {
    response.writeHead(200, { 'content-type': 'application/xml' }).end(METADATA);
    return;
  }
  const value = path === EXTERNAL.set ? listed([...kept.values()].map(toRow), url.searchParams) : [];
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value }));
};

const toRow = ({ id, name, mark, changedAt }: ExternalRecord): Row => ({
  [EXTERNAL.key]: id,
  [EXTERNAL.name]: name,
  [EXTERNAL.mark]: mark,
  [EXTERNAL.changedAt]: changedAt,
});

const listed = (rows: readonly Row[], query: URLSearchParams): Row[] => {
  const filter = query.get('$filter');
  const columns = query.get('$orderby')?.split(',') ?? [EXTERNAL.key];
  const fits = filter === null ? () => true : parseCheck(filter);
  return rows
    .filter(fits)
    .toSorted((one, other) => compare(one, other, columns))
    .slice(0, Number(query.get('$top') ?? rows.length));
};

const compare = (one: Row, other: Row, columns: readonly string[]): number => {
  const column = columns.find((name) => one[name] !== other[name]);
  if (column === undefined) return 0;
  return (one[column] ?? '') < (other[column] ?? '') ? -1 : 1;
};
