import { expect } from 'chai';
import type { RemoteSystem } from '../../src/connector/connector.ts';
import { odataV4 } from '../../src/connector/odata-v4/odata-v4.ts';
import { sapS4Hana } from '../../src/connector/sap-s4hana/sap-s4hana.ts';
import { failure, openOutbound, openSystem, readAll, toSource } from '../odata/remote.ts';
import { type ODataPartner, type Row, type Rules, startODataPartner } from './odata-partner.ts';

const CHANGED = 'LastChangeDateTime';
const properties = { ID: 'Edm.String', name: 'Edm.String', [CHANGED]: 'Edm.DateTimeOffset Nullable="false"' };
const source = toSource('Items', { fields: ['name'], changeField: CHANGED, pageSize: 50 });

const idAt = (index: number): string => `K${String(index).padStart(4, '0')}`;

/** So many rows; their stamps are to the microsecond. */
const rowsAt = (count: number, stampAt: (index: number) => string): Row[] =>
  Array.from({ length: count }, (_, index) => ({ ID: idAt(count - index), name: 'x', [CHANGED]: stampAt(index) }));

const ofOneMillisecond = (index: number): string => `2026-01-01T10:00:00.123${String(index).padStart(3, '0')}Z`;
const apart = (index: number): string => `2026-01-01T10:00:00.${String(index).padStart(3, '0')}Z`;

const inMilliseconds = (row: Row): Row => ({
  ...row,
  [CHANGED]: String(row[CHANGED]).replace(/(\.\d{3})\d+Z$/, '$1Z'),
});
const inV2 = (row: Row): Row => ({ ...row, [CHANGED]: `/Date(${Date.parse(String(row[CHANGED]))}+0000)/` });

type Case = { title: string; rows: Row[]; rules: Rules; size?: number };

const CASES: Case[] = [
  {
    title: 'brings all rows of one moment, of which the partner shows less than it stores',
    rows: rowsAt(120, ofOneMillisecond),
    rules: { shown: inMilliseconds },
  },
  { title: 'continues after a page that is shorter than requested', rows: rowsAt(65, apart), rules: { cap: 20 } },
  {
    title: 'needs no link to another scheme',
    rows: rowsAt(65, apart),
    rules: { cap: 20, link: ({ host }, skip) => `https://${host}/odata/Items?$skip=${skip}` },
  },
  {
    title: 'needs no link to another host',
    rows: rowsAt(65, apart),
    rules: { cap: 20, link: (_, skip) => `http://other.example/odata/Items?$skip=${skip}` },
  },
  { title: 'asks without $top where the partner refuses it', rows: rowsAt(65, apart), rules: { maxTop: 20, cap: 20 } },
  {
    title: 'heeds no link that leads to the same page',
    rows: rowsAt(65, apart),
    rules: { cap: 20, link: ({ href }) => href },
  },
];

for (const [protocol, connector] of [
  ['v4', odataV4],
  ['v2', sapS4Hana],
] as const)
  describe(`a walk over a service of OData ${protocol}`, () => {
    const outbound = openOutbound();
    let partner: ODataPartner;
    let system: RemoteSystem;

    before(async () => {
      partner = await startODataPartner(protocol, { keys: ['ID'], properties });
    });
    beforeEach(() => {
      Object.assign(partner, { rules: {}, rows: [], requests: [] });
      system = openSystem({ connector, apiBase: partner.url }, outbound);
    });
    after(async () => void (await Promise.all([partner.stop(), outbound.close()])));

    const walked = async (): Promise<string[]> =>
      (await readAll(system.changedSince(source, null))).flatMap(({ records }) =>
        records.map(({ externalId }) => externalId),
      );

    for (const { title, rows, rules } of CASES)
      it(title, async () => {
        partner.rows = rows;
        const { shown = (row) => row } = rules;
        partner.rules = { ...rules, shown: protocol === 'v2' ? inV2 : shown };
        const ids = await walked();
        expect(new Set(ids).size).to.equal(rows.length);
        expect(ids).to.have.length(rows.length);
      });

    it('ends with an error where the partner repeats a page', async () => {
      const [row] = rowsAt(1, apart).map(protocol === 'v2' ? inV2 : inMilliseconds);
      const body = JSON.stringify(protocol === 'v4' ? { value: [row] } : { d: { results: [row] } });
      partner.rules = { answer: ({ pathname }) => (pathname.endsWith('/Items') ? { body } : null) };
      expect(await failure(walked()))
        .to.have.property('message')
        .that.matches(/same page/);
      expect(partner.requests.length).to.be.below(30);
    });

    it('names batch_size where no page can be had', async () => {
      partner.rules = { answer: ({ pathname }) => (pathname.endsWith('/Items') ? { status: 400, body: '{}' } : null) };
      expect(await failure(walked()))
        .to.have.property('message')
        .that.matches(/batch_size/);
    });
  });
