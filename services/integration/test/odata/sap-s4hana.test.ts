import { expect } from 'chai';
import type { RemoteRecord, RemoteSystem, RemoteWrite, Source } from '../../src/connector/connector.ts';
import { sapS4Hana } from '../../src/connector/sap-s4hana/sap-s4hana.ts';
import { RemoteRefusal, RemoteTrouble } from '../../src/remote/remote-error.ts';
import { type Cap, PARTNER_SUPPLIERS, PARTNERS, startCap } from '../cap/cap.ts';
import { startPlainPartner } from '../plain-partner.ts';
import { allOf, openOutbound, openSystem, sourceOf } from './remote.ts';

const partners = sourceOf('A_BusinessPartner', {
  fields: ['OrganizationBPName1', 'SearchTerm1', 'to_Supplier.SupplierAccountGroup'],
});
const plainPartners = sourceOf('A_BusinessPartner', { fields: ['OrganizationBPName1'] });
const suppliers = sourceOf('A_Supplier', { fields: ['SupplierName', 'VATRegistration'] });

type Row = Record<string, unknown>;

const partner = (number: number, given: Row = {}): Row => ({
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

const supplier = (number: number, given: Row = {}): Row => ({
  Supplier: String(1_000 + number),
  SupplierName: `Supplier ${number}`,
  SupplierAccountGroup: 'LIEF',
  CreationDate: '2025-12-01',
  ETag: 1,
  ...given,
});

const update = (externalId: string, fields: Row, etag: string | null = null): RemoteWrite => ({
  ...{ externalId, reference: externalId, fields, etag },
});

const creation = (fields: Row): RemoteWrite => ({ externalId: null, reference: 'ent_1', fields, etag: null });

describe('an S/4HANA by OData v2', () => {
  let cap: Cap;
  let system: RemoteSystem;
  const outbound = openOutbound();

  const upsert = (source: Source, writes: readonly RemoteWrite[]) => system.upsert!(source, writes);
  const changed = async (source: Source, since: Date | null = null): Promise<RemoteRecord[]> =>
    (await allOf(system.changedSince(source, since))).flatMap(({ records }) => records);
  const idsOf = (records: readonly RemoteRecord[]): string[] => records.map(({ externalId }) => externalId);
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  const requests = async (method: string) => (await cap.seen()).filter((one) => one.method === method);
  const tokenRequests = async () =>
    (await requests('GET')).filter(({ headers }) => headers['x-csrf-token'] === 'Fetch');

  before(async () => {
    cap = await startCap();
  });
  beforeEach(async () => {
    await cap.reset();
    system = openSystem(
      { connector: sapS4Hana, apiBase: `${cap.base('v2/API_BUSINESS_PARTNER')}?sap-client=100` },
      outbound,
    );
  });
  after(async () => {
    await Promise.all([cap?.stop(), outbound.close()]);
  });

  describe('reading', () => {
    it('gives a business partner with its supplier, dates and times in our form', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      await cap.put(PARTNER_SUPPLIERS, [supplier(1)]);
      const [record] = await changed(partners);
      expect(record).to.deep.include({
        externalId: '1001',
        modifiedAt: '2026-01-10T10:00:00.000Z',
        etag: 'W/"1"',
        deleted: false,
      });
      expect(record?.fields).to.deep.include({
        OrganizationBPName1: 'Partner 1',
        LastChangeDate: '2026-01-10',
        LastChangeTime: '10:00:00',
      });
      expect(record?.fields.to_Supplier).to.include({ SupplierAccountGroup: 'LIEF', DeletionIndicator: false });
    });

    it('takes the second in which it stopped again, and nothing of that day that is earlier', async () => {
      await cap.put(PARTNERS, [
        partner(1, { LastChangeDate: '2026-01-09', LastChangeTime: '23:59:59' }),
        partner(2, { LastChangeTime: '09:59:59' }),
        partner(3, { LastChangeTime: '10:00:00' }),
        partner(4, { LastChangeTime: '10:00:01' }),
        partner(5, { LastChangeDate: '2026-01-11', LastChangeTime: '00:00:00' }),
      ]);
      const since = (time: string) => changed(plainPartners, new Date(time)).then(idsOf);
      expect(await since('2026-01-10T10:00:00.700Z')).to.deep.equal(['1003', '1004', '1005']);
      expect(await since('2026-01-10T23:59:59.999Z')).to.deep.equal(['1005']);
      expect(await since('2026-01-11T00:00:00.000Z')).to.deep.equal(['1005']);
      expect(await since('2026-01-09T23:59:59.000Z')).to.deep.equal(['1001', '1002', '1003', '1004', '1005']);
    });

    it('counts the creation of a partner that never changed, in order among the others', async () => {
      const never = { LastChangeDate: null, LastChangeTime: null };
      await cap.put(PARTNERS, [
        partner(1, { ...never, CreationDate: '2026-01-12', CreationTime: '07:00:00' }),
        partner(2, { LastChangeDate: '2026-01-12', LastChangeTime: '06:00:00' }),
        partner(3, { LastChangeDate: '2026-01-12', LastChangeTime: '08:00:00' }),
        partner(4, { ...never, CreationDate: '2026-01-01', CreationTime: '07:00:00' }),
      ]);
      expect(idsOf(await changed(plainPartners))).to.deep.equal(['1004', '1002', '1001', '1003']);
      expect(idsOf(await changed(plainPartners, new Date('2026-01-12T06:30:00Z')))).to.deep.equal(['1001', '1003']);
    });

    it('loses none of more partners of one second than a page holds, nor gives one twice', async () => {
      await cap.put(
        PARTNERS,
        Array.from({ length: 95 }, (_, index) => partner(index)),
      );
      const ids = idsOf(await changed({ ...plainPartners, pageSize: 10 }));
      expect(ids).to.deep.equal(Array.from({ length: 95 }, (_, index) => String(1_000 + index)));
    });

    it('loses no partner behind one that changes while pages are walked', async () => {
      await cap.put(
        PARTNERS,
        Array.from({ length: 30 }, (_, index) =>
          partner(index, { LastChangeTime: `10:00:${String(index).padStart(2, '0')}` }),
        ),
      );
      const seen: string[] = [];
      for await (const { records } of system.changedSince({ ...plainPartners, pageSize: 10 }, null)) {
        seen.push(...idsOf(records));
        if (seen.length === 10) await cap.put(PARTNERS, [partner(4, { LastChangeDate: '2026-02-01' })]);
      }
      expect(seen).to.deep.equal([...Array.from({ length: 30 }, (_, index) => String(1_000 + index)), '1004']);
    });

    it('takes a partner for deleted by its own flag or its supplier’s', async () => {
      await cap.put(PARTNERS, [partner(1, { IsMarkedForArchiving: true }), partner(2), partner(3)]);
      await cap.put(PARTNER_SUPPLIERS, [supplier(2, { DeletionIndicator: true }), supplier(3)]);
      const records = await changed(plainPartners);
      expect(records.map(({ deleted }) => deleted)).to.deep.equal([true, true, false]);
    });

    it('finds changed suppliers by their business partner, and leaves out partners that are none', async () => {
      await cap.put(PARTNERS, [
        partner(1, { LastChangeTime: '11:00:00' }),
        partner(2, { LastChangeTime: '09:00:00' }),
        partner(3, { Supplier: null, LastChangeTime: '12:00:00' }),
        partner(4, { IsMarkedForArchiving: true, LastChangeTime: '12:00:01' }),
      ]);
      await cap.put(PARTNER_SUPPLIERS, [supplier(1, { ETag: 7 }), supplier(2), supplier(4)]);
      const records = await changed(suppliers, new Date('2026-01-10T10:00:00Z'));
      expect(idsOf(records)).to.deep.equal(['1001', '1004']);
      expect(records[0]).to.deep.include({ modifiedAt: '2026-01-10T11:00:00.000Z', etag: 'W/"7"', deleted: false });
      expect(records[0]?.fields).to.include({ SupplierName: 'Supplier 1' });
      expect(records[1]?.deleted).to.equal(true);
      expect(idsOf(await system.fetch(suppliers, ['1002', '1003', '9']))).to.deep.equal(['1002']);
      expect((await allOf(system.keys(suppliers))).flat()).to.deep.equal(['1001', '1002', '1004']);
    });

    it('asks for what the filters of the mapping let through, in their types', async () => {
      await cap.put(PARTNERS, [
        partner(1, { SearchTerm1: "O'N" }),
        partner(2),
        partner(3, { CreationDate: '2026-01-02' }),
      ]);
      await cap.put(PARTNER_SUPPLIERS, [supplier(1), supplier(2, { SupplierAccountGroup: 'EMPL' }), supplier(3)]);
      const withFilter = (source: Source, filter: Source['filters'][number]) =>
        changed({ ...source, filters: [filter] }).then(idsOf);
      expect(await withFilter(partners, { field: 'SearchTerm1', operator: 'eq', value: "O'N" })).to.deep.equal([
        '1001',
      ]);
      expect(await withFilter(partners, { field: 'CreationDate', operator: 'gt', value: '2026-01-01' })).to.deep.equal([
        '1003',
      ]);
      const group = { field: 'to_Supplier.SupplierAccountGroup', operator: 'in', value: ['EMPL', 'X'] } as const;
      expect(await withFilter(partners, group)).to.deep.equal(['1002']);
      const ofSupplier = { ...group, field: 'SupplierAccountGroup' };
      expect(await withFilter(suppliers, ofSupplier)).to.deep.equal(['1002']);
    });

    it('fetches by keys over a next link of its own, and follows none to another origin', async () => {
      await cap.put(PARTNERS, [partner(1), partner(2)]);
      const next = `${cap.base('v2/API_BUSINESS_PARTNER')}/A_BusinessPartner?$filter=BusinessPartner eq '1002'`;
      const page = (__next: string) => ({
        status: 200,
        body: JSON.stringify({ d: { results: [partner(1)], __next } }),
      });
      await cap.fault({ path: '/A_BusinessPartner', ...page(next) });
      expect(idsOf(await system.fetch(plainPartners, ['1001', '1002']))).to.deep.equal(['1001', '1002']);
      const stranger = await startPlainPartner();
      await cap.fault({ path: '/A_BusinessPartner', ...page(`${stranger.url}/next`) });
      expect(await failure(system.fetch(plainPartners, ['1001']))).to.include({ code: 'NO_PERMISSION' });
      expect(stranger.seen).to.deep.equal([]);
      await stranger.stop();
    });

    it('sends the client that the address names with every request', async () => {
      await changed(plainPartners);
      expect((await cap.seen()).every(({ url }) => url.includes('sap-client=100'))).to.equal(true);
    });
  });

  describe('writing', () => {
    it('fetches the token with its cookies once, and writes by the version', async () => {
      await cap.put(PARTNERS, [partner(1), partner(2)]);
      const [first, second] = await changed(plainPartners);
      const results = await upsert(plainPartners, [
        update('1001', { OrganizationBPName1: "O'Neil" }, first?.etag),
        update('1002', { OrganizationBPName1: 'Second' }, second?.etag),
      ]);
      expect(results.map((result) => result.ok && result.etag)).to.deep.equal(['W/"2"', 'W/"2"']);
      expect((await cap.rows(PARTNERS)).map((row) => row.OrganizationBPName1)).to.deep.equal(["O'Neil", 'Second']);
      expect(await tokenRequests()).to.have.lengthOf(1);
      expect((await requests('PATCH')).map(({ headers }) => headers['if-match'])).to.deep.equal(['W/"1"', 'W/"1"']);
    });

    it('fetches a new token when the old one is refused, once, and writes each row once', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      await upsert(plainPartners, [update('1001', { OrganizationBPName1: 'A' })]);
      await cap.forgetTokens();
      const [result] = await upsert(plainPartners, [update('1001', { OrganizationBPName1: 'B' })]);
      expect(result?.ok).to.equal(true);
      expect(await tokenRequests()).to.have.lengthOf(2);
      expect((await cap.rows(PARTNERS))[0]).to.include({ OrganizationBPName1: 'B', ETag: 3 });
    });

    it('fetches one new token for rows that are sent at the same time', async () => {
      await cap.put(PARTNERS, [partner(1), partner(2), partner(3), partner(4)]);
      const rename = (name: string) =>
        upsert(
          plainPartners,
          ['1001', '1002', '1003', '1004'].map((id) => update(id, { OrganizationBPName1: name })),
        );
      await rename('A');
      await cap.forgetTokens();
      expect((await rename('B')).every(({ ok }) => ok)).to.equal(true);
      expect(await tokenRequests()).to.have.lengthOf(2);
      expect((await cap.rows(PARTNERS)).map((row) => [row.OrganizationBPName1, row.ETag])).to.deep.equal(
        Array.from({ length: 4 }, () => ['B', 3]),
      );
    });

    it('gives up when a fresh token is refused too', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      await cap.fault({ method: 'PATCH', times: 9, status: 403, headers: { 'x-csrf-token': 'Required' } });
      const [result] = await upsert(plainPartners, [update('1001', { OrganizationBPName1: 'A' })]);
      expect(result?.ok === false && result.error).to.include({ code: 'NO_PERMISSION' });
      expect(await requests('PATCH')).to.have.lengthOf(2);
    });

    it('writes what the supplier of a partner has to the supplier, by its own version', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      await cap.put(PARTNER_SUPPLIERS, [supplier(1, { ETag: 5 })]);
      const fields = { OrganizationBPName1: 'New', 'to_Supplier.SupplierAccountGroup': 'SPEC' };
      const [result] = await upsert(partners, [update('1001', fields, 'W/"1"')]);
      expect(result).to.deep.include({ ok: true, externalId: '1001', etag: 'W/"2"', record: null });
      expect((await cap.rows(PARTNER_SUPPLIERS))[0]).to.include({ SupplierAccountGroup: 'SPEC', ETag: 6 });
      expect((await cap.rows(PARTNERS))[0]).to.include({ OrganizationBPName1: 'New' });
    });

    it('refuses to write to the supplier of a partner that has none, and names it', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      const [result] = await upsert(partners, [update('1001', { 'to_Supplier.SupplierAccountGroup': 'SPEC' })]);
      expect(result?.ok === false && result.error).to.include({ code: 'VALIDATION_ERROR', field: 'to_Supplier' });
    });

    it('makes a partner together with its supplier, under the number that the system gives', async () => {
      const fields = { OrganizationBPName1: 'Fresh', 'to_Supplier.SupplierAccountGroup': 'LIEF' };
      const [result] = await upsert(partners, [creation(fields)]);
      const externalId = result?.ok ? result.externalId : '';
      const [record] = await system.fetch(partners, [externalId]);
      expect(record?.fields).to.deep.include({ OrganizationBPName1: 'Fresh' });
      expect(record?.fields.to_Supplier).to.include({ SupplierAccountGroup: 'LIEF' });
    });

    it('writes a supplier itself, and is refused to make one without its partner', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      await cap.put(PARTNER_SUPPLIERS, [supplier(1)]);
      const [written, made] = await upsert(suppliers, [
        update('1001', { VATRegistration: 'CH1' }, 'W/"1"'),
        creation({ SupplierName: 'Alone' }),
      ]);
      expect(written).to.deep.include({ ok: true, externalId: '1001', etag: 'W/"2"' });
      expect(made?.ok === false && made.error).to.include({ code: 'NO_PERMISSION' });
    });

    it('changes by MERGE where the gateway knows no PATCH', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      await cap.fault({ method: 'PATCH', path: 'v2', status: 405 });
      const [result] = await upsert(plainPartners, [update('1001', { OrganizationBPName1: 'Merged' }, 'W/"1"')]);
      expect(result).to.include({ ok: true, etag: 'W/"2"' });
      const [post] = await requests('POST');
      expect(post?.headers['x-http-method']).to.equal('MERGE');
    });

    it('gives each row its own result: stale, unknown field, wrong type, not there', async () => {
      await cap.put(PARTNERS, [partner(1)]);
      const results = await upsert(plainPartners, [
        update('1001', { OrganizationBPName1: 'Stale' }, 'W/"99"'),
        update('1001', { Nonsense: 1 }),
        update('1001', { CreationDate: 'someday' }),
        update('77', { OrganizationBPName1: 'Nobody' }),
        update('1001', { OrganizationBPName1: 'Good' }, 'W/"1"'),
      ]);
      const errors = results.map((result) => (result.ok ? null : result.error));
      expect(errors[0]).to.be.instanceOf(RemoteTrouble);
      expect(errors[1]).to.include({ code: 'VALIDATION_ERROR', field: 'Nonsense' });
      expect(errors[2]).to.include({ code: 'VALIDATION_ERROR', field: 'CreationDate' });
      expect(errors[3]).to.not.equal(null);
      expect(errors[4]).to.equal(null);
    });

    it('makes a partner of a number of ours once, though the answer was lost', async () => {
      const first = creation({ BusinessPartner: '5000', OrganizationBPName1: 'Ours' });
      const [made] = await upsert(plainPartners, [first]);
      const [again] = await upsert(plainPartners, [first]);
      expect([made?.ok, again?.ok]).to.deep.equal([true, true]);
      expect(await cap.rows(PARTNERS)).to.have.lengthOf(1);
    });
  });

  describe('its errors', () => {
    const sapError = (code: string, propertyref: string) =>
      JSON.stringify({
        error: {
          code,
          message: { lang: 'en', value: 'Internal words of the partner' },
          innererror: { errordetails: [{ code, message: 'more words', propertyref, severity: 'error' }] },
        },
      });

    const cases: [string, number, string, string | null][] = [
      ['a value that it refuses', 400, sapError('R1/123', 'A_BusinessPartner/SearchTerm1'), 'VALIDATION_ERROR'],
      ['a missing right', 403, sapError('R1/900', ''), 'NO_PERMISSION'],
      ['a record that is not there', 404, sapError('/IWBEP/CM_MGW_RT/020', ''), 'RECORD_NOT_FOUND'],
      ['a login that ended', 401, '<html>Anmeldung</html>', 'INVALID_SESSION'],
      ['a lock', 423, sapError('R1/100', ''), null],
      ['a lock that is told as a bad request', 400, sapError('MC/601', ''), null],
      ['a stale version', 412, sapError('/IWBEP/CM_MGW_RT/101', ''), null],
      ['a fault of its own', 500, sapError('/IWBEP/CM_MGW_RT/022', ''), null],
      ['a gateway’s page', 502, '<html>Bad Gateway</html>', null],
    ];
    for (const [what, status, body, code] of cases)
      it(`takes ${what} (${status}) for ${code ?? 'trouble that may pass'} and shows no word of it`, async () => {
        await cap.fault({ method: 'PATCH', times: 9, status, body });
        const work = upsert(plainPartners, [update('1001', { SearchTerm1: 'A' })]);
        const [result] = await work.catch((error: unknown) => [{ ok: false as const, error: error as RemoteRefusal }]);
        const error = result?.ok === false ? result.error : null;
        expect(error).to.be.instanceOf(code === null ? RemoteTrouble : RemoteRefusal);
        if (code !== null) expect(error).to.include({ code });
        if (code === 'VALIDATION_ERROR') expect(error).to.include({ field: 'SearchTerm1' });
        expect(error?.message).not.to.match(/words|html|Anmeldung/);
      });
  });

  it('tells that it answers and its version, and no clock, since its times are in a zone of their own', async () => {
    expect(await system.test()).to.deep.include({ apiVersion: '2.0' });
    expect(await system.now()).to.equal(null);
  });
});
