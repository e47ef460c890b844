import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { RemoteSystem } from '../../src/connector/connector.ts';
import { odataV4 } from '../../src/connector/odata-v4/odata-v4.ts';
import { sapS4Hana } from '../../src/connector/sap-s4hana/sap-s4hana.ts';
import { toSyncError } from '../../src/sync/interruption.ts';
import { failure, openOutbound, openSystem, readAll, toSource } from '../odata/remote.ts';
import { type ODataPartner, type Raw, startODataPartner } from './odata-partner.ts';

const CHANGED = 'LastChangeDateTime';
const properties = { ID: 'Edm.String', name: 'Edm.String', [CHANGED]: 'Edm.DateTimeOffset Nullable="false"' };
const source = toSource('Items', { fields: ['name'], changeField: CHANGED });
const page = JSON.stringify({ value: [{ ID: 'A', name: 'Acme', [CHANGED]: '2026-01-01T10:00:00Z' }] });

describe('what a partner answers otherwise than it should', () => {
  const outbound = openOutbound();
  let partner: ODataPartner;
  let system: RemoteSystem;

  before(async () => {
    partner = await startODataPartner('v4', { keys: ['ID'], properties });
  });
  beforeEach(() => {
    Object.assign(partner, { rules: {}, rows: [], requests: [] });
    system = openSystem({ connector: odataV4, apiBase: partner.url }, outbound);
  });
  after(async () => void (await Promise.all([partner.stop(), outbound.close()])));

  const walked = async () =>
    (await readAll(system.changedSince(source, null))).flatMap(({ records }) =>
      records.map(({ fields }) => fields.name),
    );

  const first = (raw: Raw): void => {
    partner.rules = {
      answer: ({ pathname, searchParams }) =>
        pathname.endsWith('/Items') ? (searchParams.get('$filter') ? { body: '{"value":[]}' } : raw) : null,
    };
  };

  for (const [title, raw] of [
    ['a byte order mark', { body: `\uFEFF${page}` }],
    ['gzip without a request for it', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(page) }],
  ] as const)
    it(`is read: ${title}`, async () => {
      first(raw);
      expect(await walked()).to.deep.equal(['Acme']);
    });

  for (const [title, raw, cause] of [
    ['a bare NaN', { body: page.replace('"Acme"', 'NaN') }, /no JSON.*NaN/],
    ['a page for people', { headers: { 'content-type': 'text/html' }, body: '<html>Log in</html>' }, /web page.*login/],
    ['broken gzip', { headers: { 'content-encoding': 'gzip' }, body: page }, /gzip/],
  ] as const)
    it(`is reported by its cause: ${title}`, async () => {
      first(raw);
      expect(toSyncError(await failure(walked())).message).to.match(cause);
    });
});

describe('an entity tag', () => {
  const outbound = openOutbound();
  const etag = `W/"'Łódź'"`;

  for (const [protocol, connector] of [
    ['v4', odataV4],
    ['v2', sapS4Hana],
  ] as const) {
    const write = async (tag: string) => {
      const partner = await startODataPartner(protocol, { keys: ['ID'], properties });
      partner.rows = ['A', 'B'].map((ID) => ({ ID, name: 'x', [CHANGED]: '2026-01-01T10:00:00Z' }));
      const toTag = (ID: unknown): string => (ID === 'A' ? tag : 'W/"1"');
      const shown = (row: Record<string, unknown>) =>
        protocol === 'v4'
          ? { ...row, '@odata.etag': toTag(row.ID) }
          : { ...row, [CHANGED]: '/Date(1767261600000+0000)/', __metadata: { etag: toTag(row.ID) } };
      partner.rules = { shown };
      const system = openSystem({ connector, apiBase: partner.url }, outbound);
      const read = await system.fetch(source, ['A', 'B']);
      const writes = read.map(({ externalId, etag }) => ({
        externalId,
        reference: externalId,
        etag,
        fields: { name: 'y' },
      }));
      const results = await system.upsert!(source, writes).finally(() => partner.stop());
      const sent = partner.requests
        .filter(({ method }) => method === 'PATCH')
        .map(({ headers }) => headers['if-match']);
      return { results, sent };
    };

    it(`goes back byte by byte (${protocol})`, async () => {
      const { results, sent } = await write(etag);
      expect(results.map(({ ok }) => ok)).to.deep.equal([true, true]);
      expect(sent.map((one) => Buffer.from(one ?? '', 'latin1').toString('utf8'))).to.have.members([etag, 'W/"1"']);
    });

    it(`that cannot be sent is a problem of its record alone (${protocol})`, async () => {
      const { results } = await write('W/"\n"');
      expect(results.map((one) => (one.ok ? 'ok' : one.error.message))).to.satisfy(
        ([one, other]: string[]) => /version tag/.test(one ?? '') && other === 'ok',
      );
    });
  }

  after(() => outbound.close());
});
