import { expect } from 'chai';
import type { RemoteSystem, Source } from '../../src/connector/connector.ts';
import { odataV4 } from '../../src/connector/odata-v4/odata-v4.ts';
import { sapS4Hana } from '../../src/connector/sap-s4hana/sap-s4hana.ts';
import { failure, openOutbound, openSystem, readAll, toSource } from '../odata/remote.ts';
import { type ODataPartner, type Raw, type Row, startODataPartner } from './odata-partner.ts';

const CHANGED = 'LastChangeDateTime';
const AT = { [CHANGED]: '2026-01-01T10:00:00Z' };
const raw = (literal: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(literal);

const outbound = openOutbound();
const open: ODataPartner[] = [];

const serve = async (shape: { keys: string[]; properties: Record<string, string>; lists?: string[] }, rows: Row[]) => {
  const properties = { ...shape.properties, [CHANGED]: 'Edm.DateTimeOffset Nullable="false"' };
  const partner = await startODataPartner('v4', { ...shape, properties });
  open.push(partner);
  partner.rows = rows.map((row) => ({ ...row, ...AT }));
  return { partner, system: openSystem({ connector: odataV4, apiBase: partner.url }, outbound) };
};

const readRecords = async (system: RemoteSystem, source: Partial<Source> = {}) =>
  (await readAll(system.changedSince(toSource('Items', { changeField: CHANGED, ...source }), null))).flatMap(
    ({ records }) => records,
  );

after(async () => void (await Promise.all([outbound.close(), ...open.map((one) => one.stop())])));

describe('numbers and keys of a partner are exact', () => {
  it('as keys beyond 2^53, each of its own, that find their records', async () => {
    const keys = ['9007199254740992', '9007199254740993'];
    const { system } = await serve(
      { keys: ['ID'], properties: { ID: 'Edm.Int64' } },
      keys.map((key) => ({ ID: raw(key) })),
    );
    expect((await readRecords(system)).map(({ externalId }) => externalId)).to.have.members(keys);
    const source = toSource('Items', { changeField: CHANGED });
    expect((await system.fetch(source, keys)).map(({ externalId }) => externalId)).to.have.members(keys);
  });

  for (const [literal, expected] of [
    ['12345678901234567890.12', '12345678901234567890.12'],
    ['9007199254740993', '9007199254740993'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['1.50', 1.5],
    ['-0.25', -0.25],
    ['1e3', 1000],
    ['9007199254740991', 9007199254740991],
  ] as const)
    it(`as decimals: ${literal}`, async () => {
      const { system } = await serve({ keys: ['ID'], properties: { ID: 'Edm.String', amount: 'Edm.Decimal' } }, [
        { ID: 'A', amount: raw(literal) },
      ]);
      const [record] = await readRecords(system, { fields: ['amount'] });
      expect(record?.fields.amount).to.equal(expected);
    });

  it('as keys of which a component is empty', async () => {
    const { system } = await serve({ keys: ['ID', 'site'], properties: { ID: 'Edm.String', site: 'Edm.String' } }, [
      { ID: 'A', site: '' },
      { ID: 'B', site: 'x' },
      { ID: '', site: '' },
    ]);
    const found = (await readRecords(system)).map(({ externalId }) => externalId);
    expect(found).to.have.members(['ID=A,site=', 'ID=B,site=x', 'ID=,site=']);
    const source = toSource('Items', { changeField: CHANGED });
    expect(await system.fetch(source, found)).to.have.length(3);
  });

  it('and a record without a key is an error that names the field', async () => {
    const { system } = await serve({ keys: ['ID'], properties: { ID: 'Edm.String' } }, [{ ID: null }]);
    expect(await failure(readRecords(system))).to.include({ code: 'VALIDATION_ERROR', field: 'ID' });
  });
});

describe('a list of a record', () => {
  const lines = Array.from({ length: 5 }, (_, no) => ({ no, text: `line ${no}` }));

  for (const [protocol, connector] of [
    ['v4', odataV4],
    ['v2', sapS4Hana],
  ] as const)
    it(`is fetched whole where a part of it came (${protocol})`, async () => {
      const partner = await startODataPartner(protocol, {
        keys: ['ID'],
        properties: { ID: 'Edm.String', [CHANGED]: 'Edm.DateTimeOffset Nullable="false"' },
        lists: ['lines'],
      });
      open.push(partner);
      const link = `${partner.url}/Items('A')/lines?$skiptoken=2`;
      const first = lines.slice(0, 2);
      const row =
        protocol === 'v4'
          ? { ID: 'A', ...AT, lines: first, 'lines@odata.nextLink': link }
          : { ID: 'A', [CHANGED]: '/Date(1767261600000+0000)/', lines: { results: first, __next: link } };
      const wrapped = (results: unknown[]): Raw => ({
        body: JSON.stringify(protocol === 'v4' ? { value: results } : { d: { results } }),
      });
      partner.rules = {
        answer: (requestUrl) => {
          if (requestUrl.pathname.endsWith('/Items'))
            return wrapped(requestUrl.searchParams.get('$filter') ? [] : [row]);
          if (!requestUrl.pathname.endsWith('/lines')) return null;
          const after = /no gt (\d+)/.exec(requestUrl.searchParams.get('$filter') ?? '')?.[1];
          return wrapped(lines.filter(({ no }) => after === undefined || no > Number(after)).slice(0, 2));
        },
      };
      const system = openSystem({ connector, apiBase: partner.url }, outbound);
      const [record] = await readRecords(system, { fields: ['lines'] });
      expect(record?.fields.lines).to.deep.equal(lines);
    });
});
