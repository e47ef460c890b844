import { PARTNERS, SUPPLIERS, startCap } from '../../../services/integration/test/cap/cap.ts';
import { codeAt, makeMapping, makeRows, nameAt, type Partner, readJson, type StartPartner } from './partner.ts';

/** What CAP takes for a credential where it demands none. */
const AUTHENTICATION = { type: 'basic', username: 'bench', password: 'bench' };

const listPages = (url: string, rowsIn: (answer: unknown) => unknown[]): Partner['pages'] =>
  async function* (size) {
    for (let skip = 0; ; skip += size) {
      const paged = `${url}&$top=${size}&$skip=${skip}`;
      const rows = rowsIn(await readJson(await fetch(paged, { headers: { accept: 'application/json' } })));
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  };

/** SAP's CAP server, with suppliers of a service of OData v4. */
export const startODataV4: StartPartner = async (count) => {
  const cap = await startCap();
  const base = cap.base('v4/quality');
  const start = Date.now() - count;
  const rowAt = (index: number) => ({
    ID: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    code: codeAt('O', index),
    name: nameAt(index),
    modifiedAt: new Date(start + index).toISOString(),
  });
  await cap.put(SUPPLIERS, makeRows(count, rowAt));
  return {
    name: 'CAP, OData v4',
    connection: { type: 'odata_v4', authentication: AUTHENTICATION, endpoints: { api_base: base } },
    changeField: 'modifiedAt',
    mapping: makeMapping('Suppliers', { name: 'name', code: 'code' }),
    pages: listPages(`${base}/Suppliers?$select=ID,code,name,modifiedAt&$orderby=modifiedAt,ID`, (answer) => {
      return (answer as { value: unknown[] }).value;
    }),
    stop: () => cap.stop(),
  };
};

const CHANGED = { day: '2026-03-02', seconds: 8 * 3600 };

const timeAt = (index: number): string => {
  const seconds = CHANGED.seconds + index;
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
};

/** The same server, with business partners of API_BUSINESS_PARTNER by OData v2. */
export const startODataV2: StartPartner = async (count) => {
  const cap = await startCap();
  const base = cap.base('v2/API_BUSINESS_PARTNER');
  const rowAt = (index: number) => ({
    BusinessPartner: String(1_000_000 + index),
    BusinessPartnerCategory: '2',
    OrganizationBPName1: nameAt(index),
    SearchTerm1: codeAt('S', index),
    CreationDate: CHANGED.day,
    CreationTime: timeAt(index),
    LastChangeDate: CHANGED.day,
    LastChangeTime: timeAt(index),
    ETag: 1,
  });
  await cap.put(PARTNERS, makeRows(count, rowAt));
  return {
    name: 'CAP, OData v2',
    connection: { type: 'sap_s4hana', authentication: AUTHENTICATION, endpoints: { api_base: base } },
    mapping: makeMapping('A_BusinessPartner', { name: 'OrganizationBPName1', code: 'SearchTerm1' }),
    pages: listPages(`${base}/A_BusinessPartner?$format=json`, (answer) => {
      return (answer as { d: { results: unknown[] } }).d.results;
    }),
    stop: () => cap.stop(),
  };
};
