import type { RemoteRecord, RemoteSystem, RemoteWrite, Source } from '../../src/connector/connector.ts';
import { sapS4Hana } from '../../src/connector/sap-s4hana/sap-s4hana.ts';
import { startCap } from '../cap/cap.ts';
import { openOutbound, openSystem, readAll, toSource } from './remote.ts';

export const partners = toSource('A_BusinessPartner', {
  fields: ['OrganizationBPName1', 'SearchTerm1', 'to_Supplier.SupplierAccountGroup'],
});
export const plainPartners = toSource('A_BusinessPartner', { fields: ['OrganizationBPName1'] });
export const suppliers = toSource('A_Supplier', { fields: ['SupplierName', 'VATRegistration'] });

type Row = Record<string, unknown>;

export const partner = (number: number, given: Row = {}): Row => ({
  BusinessPartner: String(1_000 + number),
  Supplier: String(1_000 + number),
  OrganizationBPName1: `Partner ${number}`,
  CreationDate: '2025-12-01',
  CreationTime: '08:00:00',
  LastChangeDate: '2026-01-10',
  LastChangeTime: '10:00:00',
  ETag: 1,
  ...given,
});

export const supplier = (number: number, given: Row = {}): Row => ({
  Supplier: String(1_000 + number),
  SupplierName: `Supplier ${number}`,
  SupplierAccountGroup: 'LIEF',
  CreationDate: '2025-12-01',
  ETag: 1,
  ...given,
});

export const update = (externalId: string, fields: Row, etag: string | null = null): RemoteWrite => ({
  externalId,
  reference: externalId,
  fields,
  etag,
});

export const creation = (fields: Row): RemoteWrite => ({ externalId: null, reference: 'ent_1', fields, etag: null });

export const toIds = (records: readonly RemoteRecord[]): string[] => records.map(({ externalId }) => externalId);

/** Starts the CAP server, as the connector reaches its API_BUSINESS_PARTNER by OData v2. */
export const startSap = async () => {
  const cap = await startCap();
  const outbound = openOutbound();
  const apiBase = `${cap.base('v2/API_BUSINESS_PARTNER')}?sap-client=100`;
  const open = (): RemoteSystem => openSystem({ connector: sapS4Hana, apiBase }, outbound);
  const sap = {
    cap,
    system: open(),
    upsert: (source: Source, writes: readonly RemoteWrite[]) => sap.system.upsert!(source, writes),
    changed: async (source: Source, since: Date | null = null): Promise<RemoteRecord[]> =>
      (await readAll(sap.system.changedSince(source, since))).flatMap(({ records }) => records),
    requests: async (method: string) => (await cap.seen()).filter((one) => one.method === method),
    tokenRequests: async () => (await sap.requests('GET')).filter(({ headers }) => headers['x-csrf-token'] === 'Fetch'),
    /** Empties it, and forgets what the connector knows of it. */
    async reset() {
      await cap.reset();
      sap.system = open();
    },
    stop: async () => void (await Promise.all([cap.stop(), outbound.close()])),
  };
  return sap;
};

export type SapPartner = Awaited<ReturnType<typeof startSap>>;
