import { expect } from 'chai';
import { RemoteRefusal, RemoteTrouble } from '../../src/remote/remote-error.ts';
import { DEVIATIONS, SUPPLIERS } from '../cap/cap.ts';
import { failure } from './remote.ts';
import { creation, deviations, guid, startV4, supplierRow, suppliers, update, type V4Partner } from './v4-partner.ts';

describe('a service of OData v4', () => {
  let v4: V4Partner;

  before(async () => {
    v4 = await startV4();
  });
  beforeEach(() => v4.reset());
  after(() => v4?.stop());

  describe('writing', () => {
    it('changes rows in one batch, by their versions, and answers their new ones', async () => {
      await v4.cap.put(SUPPLIERS, [supplierRow(1, '2026-01-01T00:00:00Z'), supplierRow(2, '2026-01-01T00:00:00Z')]);
      const records = await v4.changed();
      const results = await v4.upsert(
        suppliers,
        records.map(({ externalId, etag }) => update(externalId, { name: 'New' }, etag)),
      );
      expect(results.map(({ ok }) => ok)).to.deep.equal([true, true]);
      expect((await v4.cap.rows(SUPPLIERS)).map(({ name }) => name)).to.deep.equal(['New', 'New']);
      const writes = (await v4.cap.seen()).filter(({ method }) => method !== 'GET');
      expect(writes.map(({ url }) => url)).to.deep.equal(['/odata/v4/quality/$batch']);
      const again = await v4.changed();
      const etags = results.map((result) => result.ok && result.etag);
      expect(again.map(({ etag }) => etag)).to.have.members(etags);
      expect(results.map((result) => result.ok && result.record?.fields.name)).to.deep.equal(['New', 'New']);
    });

    it('gives each row its own result: made, stale, refused by field, not there', async () => {
      await v4.cap.put(SUPPLIERS, [supplierRow(1, '2026-01-01T00:00:00Z')]);
      const results = await v4.upsert(suppliers, [
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
      const names = (await v4.cap.rows(SUPPLIERS)).map(({ name }) => name);
      expect(names).to.have.members(['Supplier 1', "O'Neil"]);
      const [made] = results;
      expect(made?.ok && (await v4.system.fetch(suppliers, [made.externalId]))[0]?.fields.code).to.equal('N-1');
    });

    it('writes rows one by one where the service takes no batch, and remembers it', async () => {
      await v4.cap.fault({ path: '$batch', status: 501 });
      const results = await v4.upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
      await v4.upsert(suppliers, [creation({ name: 'C' }), creation({ name: 'D' })]);
      expect(results.every(({ ok }) => ok)).to.equal(true);
      expect(await v4.cap.rows(SUPPLIERS)).to.have.lengthOf(4);
      expect((await v4.cap.seen()).filter(({ url }) => url.includes('$batch'))).to.have.lengthOf(1);
    });

    it('makes a record under a key of ours once, though the answer was lost', async () => {
      const first = creation({ site: 'Basel', number: 7, title: 'Leak' });
      const [made] = await v4.upsert(deviations, [first]);
      const [again] = await v4.upsert(deviations, [first]);
      expect(made).to.include({ ok: true, externalId: 'site=Basel,number=7' });
      expect(again).to.include({ ok: true, externalId: 'site=Basel,number=7' });
      const [other] = await v4.upsert(deviations, [creation({ site: 'Basel', number: 7, title: 'Another' })]);
      expect(other?.ok === false && other.error).to.include({ code: 'VALIDATION_ERROR' });
      expect(await v4.cap.rows(DEVIATIONS)).to.have.lengthOf(1);
    });

    it('does not send a batch again that makes records, when a fault came back', async () => {
      await v4.cap.fault({
        path: '$batch',
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<html>Bad Gateway</html>',
      });
      const results = await v4.upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
      expect(results.every((result) => !result.ok && result.error instanceof RemoteTrouble)).to.equal(true);
      expect((await v4.cap.seen()).filter(({ url }) => url.includes('$batch'))).to.have.lengthOf(1);
    });

    it('returns what was done when the rate is limited between single writes', async () => {
      await v4.cap.fault({ path: '$batch', status: 415 });
      await v4.upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
      const limit = { method: 'PATCH', path: guid(2), status: 429, headers: { 'retry-after': '3600' } };
      await v4.cap.put(
        SUPPLIERS,
        [1, 2, 3].map((number) => supplierRow(number, '2026-01-01T00:00:00Z')),
      );
      await v4.cap.fault(limit);
      const results = await v4.upsert(
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
      it(`takes ${status} for ${code ?? 'temporary trouble'} and shows no text of it`, async () => {
        const secret = '<html>stack trace of the partner</html>';
        const headers: Record<string, string> = status === 429 ? { 'retry-after': '3600' } : {};
        await v4.cap.fault({ path: '/Suppliers', times: 9, status, headers, body: secret });
        const error = (await failure(v4.changed())) as RemoteRefusal;
        expect(error).to.be.instanceOf(code === null ? RemoteTrouble : RemoteRefusal);
        if (code !== null) expect(error.code).to.equal(code);
        expect(error.message).not.to.contain('stack');
      });

    it('takes a page in HTML with the status 200 for trouble', async () => {
      await v4.cap.fault({ path: '/Suppliers', times: 9, status: 200, body: '<html>Wartung</html>' });
      expect(await failure(v4.changed())).to.be.instanceOf(RemoteTrouble);
    });

    it('repeats a request after an HTML 502, and continues', async () => {
      await v4.cap.put(SUPPLIERS, [supplierRow(1, '2026-01-01T00:00:00Z')]);
      await v4.cap.fault({ path: '/Suppliers', status: 502, body: '<html></html>' });
      expect(await v4.changed()).to.have.lengthOf(1);
    });
  });

  describe('its credentials', () => {
    for (const [kind, name, value] of [
      ['basic', 'authorization', 'Basic YW5uOnBhc3M='],
      ['a token', 'authorization', 'Bearer abc'],
      ['an API key', 'x-api-key', 'k1'],
    ] as const)
      it(`sends ${kind} with every request`, async () => {
        await v4.cap.demand({ name, value });
        expect(await failure(v4.changed())).to.include({ code: 'INVALID_SESSION' });
        v4.system = v4.open({ [name]: value });
        await v4.upsert(suppliers, [creation({ name: 'A' }), creation({ name: 'B' })]);
        expect(await v4.changed()).to.have.lengthOf(2);
      });
  });

  it('reports that it answers, its version and its clock', async () => {
    expect(await v4.system.test()).to.deep.include({ apiVersion: '4.0' });
    const now = await v4.system.now();
    expect(Math.abs((now?.getTime() ?? 0) - Date.now())).to.be.below(60_000);
  });
});
