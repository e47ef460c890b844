import type { RemoteRecord, RemoteSystem, RemoteWrite } from '../../src/connector/connector.ts';
import { odataV4 } from '../../src/connector/odata-v4/odata-v4.ts';
import { startCap } from '../cap/cap.ts';
import { openOutbound, openSystem, readAll, toSource } from './remote.ts';

export const suppliers = toSource('Suppliers', { fields: ['code', 'name', 'country'], changeField: 'modifiedAt' });
export const deviations = toSource('Deviations', { fields: ['title'], changeField: 'changedOn' });

export const guid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const supplierRow = (number: number, modifiedAt: string) => ({
  ID: guid(number),
  code: `S-${number}`,
  name: `Supplier ${number}`,
  country: 'CH',
  modifiedAt,
});

export const update = (externalId: string, fields: Record<string, unknown>, etag: string | null): RemoteWrite => ({
  externalId,
  reference: externalId,
  fields,
  etag,
});

export const creation = (fields: Record<string, unknown>): RemoteWrite => ({
  externalId: null,
  reference: 'ent_1',
  fields,
  etag: null,
});

/** Starts the CAP server, as the connector reaches it by OData v4. */
export const startV4 = async () => {
  const cap = await startCap();
  const outbound = openOutbound();
  const open = (headers: Record<string, string> = {}): RemoteSystem =>
    openSystem({ connector: odataV4, apiBase: cap.base('v4/quality'), headers }, outbound);
  const v4 = {
    cap,
    open,
    system: open(),
    upsert: (...given: Parameters<NonNullable<RemoteSystem['upsert']>>) => v4.system.upsert!(...given),
    changed: async (source = suppliers, since: Date | null = null): Promise<RemoteRecord[]> =>
      (await readAll(v4.system.changedSince(source, since))).flatMap(({ records }) => records),
    /** Empties it, and forgets what the connector knows of it. */
    async reset() {
      await cap.reset();
      v4.system = open();
    },
    stop: async () => void (await Promise.all([cap.stop(), outbound.close()])),
  };
  return v4;
};

export type V4Partner = Awaited<ReturnType<typeof startV4>>;
