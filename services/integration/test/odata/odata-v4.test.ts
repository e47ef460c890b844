import { expect } from 'chai';
import type { RemoteRecord, RemoteSystem, RemoteWrite } from '../../src/connector/connector.ts';
import { odataV4 } from '../../src/connector/odata-v4/odata-v4.ts';
import { RemoteRefusal, RemoteTrouble } from '../../src/remote/remote-error.ts';
import { type Cap, DEVIATIONS, DOCUMENTS, SUPPLIERS, startCap } from '../cap/cap.ts';
import { startPlainPartner } from '../plain-partner.ts';
import { allOf, openOutbound, openSystem, sourceOf } from './remote.ts';

const suppliers = sourceOf('Suppliers', { fields: ['code', 'name', 'country'], changeField: 'modifiedAt' });
const deviations = sourceOf('Deviations', { fields: ['title'], changeField: 'changedOn' });

const guid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const supplierRow = (number: number, modifiedAt: string) => ({
  ID: guid(number),
  code: `S-${number}`,
  name: `Supplier ${number}`,
  country: 'CH',
  modifiedAt,
});

const update = (externalId: string, fields: Record<string, unknown>, etag: string | null): RemoteWrite => ({
  ...{ externalId, reference: externalId, fields, etag },
});

const creation = (fields: Record<string, unknown>): RemoteWrite => ({
  ...{ externalId: null, reference: 'ent_1', fields, etag: null },
});

describe('a service of OData v4', () => {
  let cap: Cap;
  let system: RemoteSystem;
  const outbound = openOutbound();

  const open = (headers: Record<string, string> = {}) =>
    openSystem({ connector: odataV4, apiBase: cap.base('v4/quality'), headers }, outbound);
  const upsert = (...given: Parameters<NonNullable<RemoteSystem['upsert']>>) => system.upsert!(...given);
  const changed = async (source = suppliers, since: Date | null = null): Promise<RemoteRecord[]> =>
    (await allOf(system.changedSince(source, since))).flatMap(({ records }) => records);
  const failure = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  before(async () => {
    cap = await startCap();
  });
  beforeEach(async () => {
    await cap.reset();
    system = open();
  });
  after(async () => {
    await Promise.all([cap?.stop(), outbound.close()]);
  });

  describe('reading', () => {
    it('gives all records in the order of their change, with key, time, version and fields', async () => {
      await cap.put(SUPPLIERS, [
        supplierRow(2, '2026-01-02T00:00:00.500Z'),
        supplierRow(1, '2026-01-03T00:00:00.000Z'),
      ]);
      const records = await changed();
      expect(records.map(({ externalId }) => externalId)).to.deep.equal([guid(2), guid(1)]);
      expect(records[0]).to.deep.include({
        modifiedAt: '2026-01-02T00:00:00.500Z',
        etag: 'W/"2026-01-02T00:00:00.500Z"',
        deleted: false,
      });
      expect(records[0]?.fields).to.include({ code: 'S-2', name: 'Supplier 2', country: 'CH' });
    });

    it('gives what changed then or later, the instant itself included', async () => {
      await cap.put(SUPPLIERS, [
        supplierRow(1, '2026-01-01T00:00:00.999Z'),
        supplierRow(2, '2026-01-01T00:00:01.000Z'),
        supplierRow(3, '2026-01-01T00:00:01.001Z'),
      ]);
      const records = await changed(suppliers, new Date('2026-01-01T00:00:01.000Z'));
      expect(records.map(({ fields }) => fields.code)).to.deep.equal(['S-2', 'S-3']);
    });

    it('loses none of more records of one instant than a page holds, nor gives one twice', async () => {
      const rows = Array.from({ length: 2_500 }, (_, index) => supplierRow(index, '2026-01-01T00:00:00.000Z'));
      await cap.put(SUPPLIERS, rows);
      const ids = (await changed({ ...suppliers, pageSize: 100 })).map(({ externalId }) => externalId);
      expect(new Set(ids)).to.have.lengthOf(2_500);
      expect(ids).to.have.lengthOf(2_500);
    });

    it('loses no record behind one that changes while pages are walked', async () => {
      await cap.put(
        DEVIATIONS,
        Array.from({ length: 30 }, (_, index) => ({
          ...{ site: 'Basel', number: index, title: `D${index}` },
          changedOn: `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`,
        })),
      );
      const seen: unknown[] = [];
      for await (const { records } of system.changedSince({ ...deviations, pageSize: 10 }, null)) {
        seen.push(...records.map(({ fields }) => fields.number));
        if (seen.length === 10)
          await cap.put(DEVIATIONS, [{ site: 'Basel', number: 3, title: 'new', changedOn: '2026-01-02T00:00:00Z' }]);
      }
      expect(seen).to.deep.equal([...Array.from({ length: 30 }, (_, index) => index), 3]);
    });

    it('goes by the links of the service where keys have no order, and over a page that a change moved', async () => {
      const rows = Array.from({ length: 1_500 }, (_, index) =>
        supplierRow(index, new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString()),
      );
      await cap.put(SUPPLIERS, rows);
      const seen = new Set<unknown>();
      let moved = false;
      for await (const { records } of system.changedSince({ ...suppliers, pageSize: 500 }, null)) {
        for (const { fields } of records) seen.add(fields.code);
        if (!moved) await cap.put(SUPPLIERS, [supplierRow(0, '2026-06-01T00:00:00.000Z')]);
        moved = true;
      }
      expect(seen).to.have.lengthOf(1_500);
    });

    it('takes what never had a time when everything is taken, and by days the day before too', async () => {
      await cap.put(DOCUMENTS, [
        { code: 'A', title: 'never', changedOn: null },
        { code: 'B', title: 'once', changedOn: '2026-01-02' },
        { code: 'C', title: 'the day before', changedOn: '2026-01-01' },
        { code: 'D', title: 'long before', changedOn: '2025-12-31' },
      ]);
      const documents = sourceOf('Documents', { fields: ['title'], changeField: 'changedOn' });
      const all = await changed(documents);
      expect(all.map(({ externalId, modifiedAt }) => [externalId, modifiedAt])).to.deep.equal([
        ['A', null],
        ['D', '2025-12-31T00:00:00.000Z'],
        ['C', '2026-01-01T00:00:00.000Z'],
        ['B', '2026-01-02T00:00:00.000Z'],
      ]);
      const later = await changed(documents, new Date('2026-01-02T01:00:00Z'));
      expect(later.map(({ externalId }) => externalId)).to.deep.equal(['C', 'B']);
    });

    it('asks for what the filters of the mapping let through', async () => {
      await cap.put(SUPPLIERS, [
        { ...supplierRow(1, '2026-01-01T00:00:00Z'), country: 'CH', score: 4.5 },
        { ...supplierRow(2, '2026-01-01T00:00:00Z'), country: "D'", score: 2 },
        { ...supplierRow(3, '2026-01-01T00:00:00Z'), country: 'FR', score: null },
      ]);
      const withFilters = (...filters: (typeof suppliers)['filters'][number][]) => changed({ ...suppliers, filters });
      const codes = (records: RemoteRecord[]) => records.map(({ fields }) => fields.code);
      expect(codes(await withFilters({ field: 'country', operator: 'in', value: ['CH', "D'"] }))).to.deep.equal([
        'S-1',
        'S-2',
      ]);
      expect(codes(await withFilters({ field: 'score', operator: 'ge', value: 3 }))).to.deep.equal(['S-1']);
      expect(codes(await withFilters({ field: 'score', operator: 'eq', value: null }))).to.deep.equal(['S-3']);
      const injected = { field: 'country', operator: 'eq', value: "x' or 'a' eq 'a" } as const;
      expect(await withFilters(injected)).to.deep.equal([]);
    });

    it('fetches records by their keys, of several members too, and leaves out what is not there', async () => {
      await cap.put(DEVIATIONS, [
        { site: "O'Neil, a=b/1", number: 4, title: 'one', changedOn: '2026-01-01T00:00:00Z' },
        { site: 'Basel', number: 5, title: 'two', changedOn: '2026-01-01T00:00:00Z' },
      ]);
      const [first] = await changed(deviations, null).then((all) => all.filter(({ fields }) => fields.number === 4));
      expect(first?.externalId).to.equal("site=O'Neil%2C%20a%3Db%2F1,number=4");
      const found = await system.fetch(deviations, [
        first?.externalId ?? '',
        'site=Nowhere,number=1',
        'nonsense',
        'site=a,number=x or 1',
      ]);
      expect(found.map(({ fields }) => fields.title)).to.deep.equal(['one']);
    });

    it('fetches many keys in parts', async () => {
      await cap.put(
        SUPPLIERS,
        Array.from({ length: 120 }, (_, index) => supplierRow(index, '2026-01-01T00:00:00Z')),
      );
      const found = await system.fetch(
        suppliers,
        Array.from({ length: 121 }, (_, index) => guid(index)),
      );
      expect(found).to.have.lengthOf(120);
      expect(Math.max(...(await cap.seen()).map(({ url }) => url.length))).to.be.below(4_000);
    });

    it('sweeps all keys, whatever the filters of the mapping are', async () => {
      await cap.put(
        SUPPLIERS,
        Array.from({ length: 25 }, (_, index) => supplierRow(index, '2026-01-01T00:00:00Z')),
      );
      await cap.put(
        DEVIATIONS,
        Array.from({ length: 25 }, (_, number) => ({ site: 'B', number, changedOn: null })),
      );
      const filters = [{ field: 'code', operator: 'eq', value: 'none' }] as const;
      expect((await allOf(system.keys({ ...suppliers, filters, pageSize: 10 }))).flat()).to.have.lengthOf(25);
      const keys = (await allOf(system.keys({ ...deviations, pageSize: 10 }))).flat();
      expect(new Set(keys)).to.have.lengthOf(25);
    });

    it('refuses a set, a field or a change field that the service does not have, by its name', async () => {
      const refusal = async (source: typeof suppliers) => (await failure(changed(source))) as RemoteRefusal;
      expect(await refusal({ ...suppliers, object: "Suppliers('x')/name" })).to.include({ code: 'VALIDATION_ERROR' });
      expect(await refusal({ ...suppliers, fields: ['nmae'] })).to.include({ code: 'VALIDATION_ERROR', field: 'nmae' });
      expect(await refusal({ ...suppliers, changeField: 'score' })).to.include({
        code: 'VALIDATION_ERROR',
        field: 'score',
      });
      expect(await refusal({ ...suppliers, changeField: null })).to.include({ code: 'VALIDATION_ERROR' });
    });

    it('gives records by a field, however many are asked for', async () => {
      await cap.put(
        SUPPLIERS,
        [1, 2, 3].map((number) => supplierRow(number, '2026-01-01T00:00:00Z')),
      );
      const many = Array.from({ length: 200 }, (_, index) => `none-${index}`);
      const found = await system.find!(suppliers, 'code', ['S-3', ...many, 'S-1']);
      expect(found.map(({ externalId }) => externalId)).to.have.members([guid(1), guid(3)]);
    });

    it('does not follow a next link to another origin', async () => {
      const stranger = await startPlainPartner();
      const page = { value: [supplierRow(1, '2026-01-01T00:00:00Z')], '@odata.nextLink': `${stranger.url}/next` };
      const headers = { 'content-type': 'application/json' };
      await cap.fault({ path: '/Suppliers', status: 200, headers, body: JSON.stringify(page) });
      expect(await failure(system.fetch(suppliers, [guid(1)]))).to.include({ code: 'NO_PERMISSION' });
      expect(stranger.seen).to.deep.equal([]);
      await stranger.stop();
    });

    it('ends with trouble where a service answers the same page again and again', async () => {
      const row = { site: 'B', number: 1, title: 'x', changedOn: '2026-01-01T00:00:00Z' };
      const page = JSON.stringify({ value: [row] });
      await cap.fault({
        path: '/Deviations',
        times: 9,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: page,
      });
      const since = new Date('2026-01-01T00:00:00Z');
      expect(await failure(changed({ ...deviations, pageSize: 1 }, since))).to.be.instanceOf(RemoteTrouble);
    });
  });

  describe('writing', () => {
    it('changes rows in one batch, by their versions, and answers their new ones', async () => {
      await cap.put(SUPPLIERS, [supplierRow(1, '2026-01-01T00:00:00Z'), supplierRow(2, '2026-01-01T00:00:00Z')]);
      const records = await changed();
      const results = await upsert(
        suppliers,
        records.map(({ externalId, etag }) => update(externalId, { name: 'New' }, etag)),
      );
      expect(results.map(({ ok }) => ok)).to.deep.equal([true, true]);
      expect((await cap.rows(SUPPLIERS)).map(({ name }) => name)).to.deep.equal(['New', 'New']);
      const writes = (await cap.seen()).filter(({ method }) => method !== 'GET');
      expect(writes.map(({ url }) => url)).to.deep.equal(['/odata/v4/quality/$batch']);
      const again = await changed();
      const etags = results.map((result) => result.ok && result.etag);
      expect(again.map(({ etag }) => etag)).to.have.members(etags);
      expect(results.map((result) => result.ok && result.record?.fields.name)).to.deep.equal(['New', 'New']);
    });

    it('gives each row its own result: made, stale, refused by field, not there', async () => {
      await cap.put(SUPPLIERS, [supplierRow(1, '2026-01-01T00:00:00Z')]);
      const results = await upsert(suppliers, [
        creation({ name: "O'Neil", code: 'N-1' }),
        update(guid(1), { name: 'Stale' }, 'W/"2020-01-01T00:00:00.000Z"'),
        creation({ code: 'N-2' }),
        update(guid(9), { name: 'Nobody' }, null),
        update(guid(1), { unknown: 1 }, null),
        update(guid(1), { approvedOn: '2026-02-30' }, null),
        update('1 or 1', { name: 'x' }, null),
      ]);
      const errors = results.map((result) => (result.ok ? null : result.error));
      expect(errors[0]).to.equal(null);
      expect(errors[1]).to.be.instanceOf(RemoteTrouble);
      expect(errors[2]).to.include({ code: 'VALIDATION_ERROR', field: 'name' });
      expect(errors[3]).to.satisfy(
        (error: unknown) => error instanceof RemoteTrouble || (error as RemoteRefusal).code === 'RECORD_NOT_FOUND',
      );
      expect(errors[4]).to.include({ code: 'VALIDATION_ERROR', field: 'unknown' });
      expect(errors[5]).to.include({ code: 'VALIDATION_ERROR', field: 'approvedOn' });
      expect(errors[6]).to.include({ code: 'RECORD_NOT_FOUND' });
      const names = (await cap.rows(SUPPLIERS)).map(({ name }) => name);
      expect(names).to.have.members(['Supplier 1', "O'Neil"]);
      const [made] = results;
      expect(made?.ok && (await system.fetch(suppliers, [made.externalId]))[0]?.fields.code).to.equal('N-1');
    });

    it('writes rows one by one where the service takes no batch, and remembers it', async () => {
      await cap.fault({ path: '$batch', status: 501 });
      const results = await upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
      await upsert(suppliers, [creation({ name: 'C' }), creation({ name: 'D' })]);
      expect(results.every(({ ok }) => ok)).to.equal(true);
      expect(await cap.rows(SUPPLIERS)).to.have.lengthOf(4);
      expect((await cap.seen()).filter(({ url }) => url.includes('$batch'))).to.have.lengthOf(1);
    });

    it('makes a record under a key of ours once, though the answer was lost', async () => {
      const first = creation({ site: 'Basel', number: 7, title: 'Leak' });
      const [made] = await upsert(deviations, [first]);
      const [again] = await upsert(deviations, [first]);
      expect(made).to.include({ ok: true, externalId: 'site=Basel,number=7' });
      expect(again).to.include({ ok: true, externalId: 'site=Basel,number=7' });
      const [other] = await upsert(deviations, [creation({ site: 'Basel', number: 7, title: 'Another' })]);
      expect(other?.ok === false && other.error).to.include({ code: 'VALIDATION_ERROR' });
      expect(await cap.rows(DEVIATIONS)).to.have.lengthOf(1);
    });

    it('does not send a batch again that makes records, when a fault came back', async () => {
      await cap.fault({
        path: '$batch',
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<html>Bad Gateway</html>',
      });
      const results = await upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
      expect(results.every((result) => !result.ok && result.error instanceof RemoteTrouble)).to.equal(true);
      expect((await cap.seen()).filter(({ url }) => url.includes('$batch'))).to.have.lengthOf(1);
    });

    it('keeps what was done when the rate is limited in the midst of single writes', async () => {
      await cap.fault({ path: '$batch', status: 415 });
      await upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
      const limit = { method: 'PATCH', path: guid(2), status: 429, headers: { 'retry-after': '3600' } };
      await cap.put(
        SUPPLIERS,
        [1, 2, 3].map((number) => supplierRow(number, '2026-01-01T00:00:00Z')),
      );
      await cap.fault(limit);
      const results = await upsert(
        suppliers,
        [1, 2, 3].map((number) => update(guid(number), { name: 'New' }, null)),
      );
      expect(results.map(({ ok }) => ok)).to.deep.equal([true, false, false]);
      expect(results[2]?.ok === false && results[2].error).to.include({ code: 'RATE_LIMIT', retryAfterMs: 3_600_000 });
    });
  });

  describe('its errors', () => {
    const cases: [number, string | null][] = [
      [400, 'VALIDATION_ERROR'],
      [401, 'INVALID_SESSION'],
      [403, 'NO_PERMISSION'],
      [404, 'RECORD_NOT_FOUND'],
      [302, 'INVALID_SESSION'],
      [429, 'RATE_LIMIT'],
      [423, null],
      [412, null],
      [500, null],
      [502, null],
      [503, null],
    ];
    for (const [status, code] of cases)
      it(`takes ${status} for ${code ?? 'trouble that may pass'} and shows no word of it`, async () => {
        const secret = '<html>stack trace of the partner</html>';
        const headers: Record<string, string> = status === 429 ? { 'retry-after': '3600' } : {};
        await cap.fault({ path: '/Suppliers', times: 9, status, headers, body: secret });
        const error = (await failure(changed())) as RemoteRefusal;
        expect(error).to.be.instanceOf(code === null ? RemoteTrouble : RemoteRefusal);
        if (code !== null) expect(error.code).to.equal(code);
        expect(error.message).not.to.contain('stack');
      });

    it('takes a page in HTML with the status 200 for trouble', async () => {
      await cap.fault({ path: '/Suppliers', times: 9, status: 200, body: '<html>Wartung</html>' });
      expect(await failure(changed())).to.be.instanceOf(RemoteTrouble);
    });

    it('asks again after an HTML 502, and goes on', async () => {
      await cap.put(SUPPLIERS, [supplierRow(1, '2026-01-01T00:00:00Z')]);
      await cap.fault({ path: '/Suppliers', status: 502, body: '<html></html>' });
      expect(await changed()).to.have.lengthOf(1);
    });
  });

  describe('its credentials', () => {
    for (const [kind, name, value] of [
      ['basic', 'authorization', 'Basic YW5uOnBhc3M='],
      ['a token', 'authorization', 'Bearer abc'],
      ['an API key', 'x-api-key', 'k1'],
    ] as const)
      it(`sends ${kind} with every request`, async () => {
        await cap.demand({ name, value });
        expect(await failure(changed())).to.include({ code: 'INVALID_SESSION' });
        system = open({ [name]: value });
        await upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
        expect(await changed()).to.have.lengthOf(2);
      });
  });

  it('tells that it answers, its version and its clock', async () => {
    expect(await system.test()).to.deep.include({ apiVersion: '4.0' });
    const now = await system.now();
    expect(Math.abs((now?.getTime() ?? 0) - Date.now())).to.be.below(60_000);
  });
});
