import { expect } from 'chai';
import { RemoteRefusal, RemoteTrouble } from '../../src/remote/remote-error.ts';
import { PARTNER_SUPPLIERS, PARTNERS } from '../cap/cap.ts';
import {
  creation,
  partner,
  partners,
  plainPartners,
  type SapPartner,
  startSap,
  supplier,
  suppliers,
  update,
} from './sap-partner.ts';

describe('an S/4HANA by OData v2', () => {
  let sap: SapPartner;

  before(async () => {
    sap = await startSap();
  });
  beforeEach(() => sap.reset());
  after(() => sap?.stop());

  describe('writing', () => {
    it('fetches the token with its cookies once, and writes by the version', async () => {
      await sap.cap.put(PARTNERS, [partner(1), partner(2)]);
      const [first, second] = await sap.changed(plainPartners);
      const results = await sap.upsert(plainPartners, [
        update('1001', { OrganizationBPName1: "O'Neil" }, first?.etag),
        update('1002', { OrganizationBPName1: 'Second' }, second?.etag),
      ]);
      expect(results.map((result) => result.ok && result.etag)).to.deep.equal(['W/"2"', 'W/"2"']);
      expect((await sap.cap.rows(PARTNERS)).map((row) => row.OrganizationBPName1)).to.deep.equal(["O'Neil", 'Second']);
      expect(await sap.tokenRequests()).to.have.lengthOf(1);
      expect((await sap.requests('PATCH')).map(({ headers }) => headers['if-match'])).to.deep.equal(['W/"1"', 'W/"1"']);
    });

    it('fetches a new token when the old one is refused, once, and writes each row once', async () => {
      await sap.cap.put(PARTNERS, [partner(1)]);
      await sap.upsert(plainPartners, [update('1001', { OrganizationBPName1: 'A' })]);
      await sap.cap.forgetTokens();
      const [result] = await sap.upsert(plainPartners, [update('1001', { OrganizationBPName1: 'B' })]);
      expect(result?.ok).to.equal(true);
      expect(await sap.tokenRequests()).to.have.lengthOf(2);
      expect((await sap.cap.rows(PARTNERS))[0]).to.include({ OrganizationBPName1: 'B', ETag: 3 });
    });

    it('fetches one new token for rows that are sent at the same time', async () => {
      await sap.cap.put(PARTNERS, [partner(1), partner(2), partner(3), partner(4)]);
      const rename = (name: string) =>
        sap.upsert(
          plainPartners,
          ['1001', '1002', '1003', '1004'].map((id) => update(id, { OrganizationBPName1: name })),
        );
      await rename('A');
      await sap.cap.forgetTokens();
      expect((await rename('B')).every(({ ok }) => ok)).to.equal(true);
      expect(await sap.tokenRequests()).to.have.lengthOf(2);
      expect((await sap.cap.rows(PARTNERS)).map((row) => [row.OrganizationBPName1, row.ETag])).to.deep.equal(
        Array.from({ length: 4 }, () => ['B', 3]),
      );
    });

    it('gives up when a fresh token is refused too', async () => {
      await sap.cap.put(PARTNERS, [partner(1)]);
      await sap.cap.fault({ method: 'PATCH', times: 9, status: 403, headers: { 'x-csrf-token': 'Required' } });
      const [result] = await sap.upsert(plainPartners, [update('1001', { OrganizationBPName1: 'A' })]);
      expect(result?.ok === false && result.error).to.include({ code: 'NO_PERMISSION' });
      expect(await sap.requests('PATCH')).to.have.lengthOf(2);
    });

    it('writes what the supplier of a partner has to the supplier, by its own version', async () => {
      await sap.cap.put(PARTNERS, [partner(1)]);
      await sap.cap.put(PARTNER_SUPPLIERS, [supplier(1, { ETag: 5 })]);
      const fields = { OrganizationBPName1: 'New', 'to_Supplier.SupplierAccountGroup': 'SPEC' };
      const [result] = await sap.upsert(partners, [update('1001', fields, 'W/"1"')]);
      expect(result).to.deep.include({ ok: true, externalId: '1001', etag: 'W/"2"', record: null });
      expect((await sap.cap.rows(PARTNER_SUPPLIERS))[0]).to.include({ SupplierAccountGroup: 'SPEC', ETag: 6 });
      expect((await sap.cap.rows(PARTNERS))[0]).to.include({ OrganizationBPName1: 'New' });
    });

    it('refuses to write to the supplier of a partner that has none, and names it', async () => {
      await sap.cap.put(PARTNERS, [partner(1)]);
      const [result] = await sap.upsert(partners, [update('1001', { 'to_Supplier.SupplierAccountGroup': 'SPEC' })]);
      expect(result?.ok === false && result.error).to.include({ code: 'VALIDATION_ERROR', field: 'to_Supplier' });
    });

    it('makes a partner together with its supplier, under the number that the system gives', async () => {
      const fields = { OrganizationBPName1: 'Fresh', 'to_Supplier.SupplierAccountGroup': 'LIEF' };
      const [result] = await sap.upsert(partners, [creation(fields)]);
      const externalId = result?.ok ? result.externalId : '';
      const [record] = await sap.system.fetch(partners, [externalId]);
      expect(record?.fields).to.deep.include({ OrganizationBPName1: 'Fresh' });
      expect(record?.fields.to_Supplier).to.include({ SupplierAccountGroup: 'LIEF' });
    });

    it('writes a supplier itself, and is refused to make one without its partner', async () => {
      await sap.cap.put(PARTNERS, [partner(1)]);
      await sap.cap.put(PARTNER_SUPPLIERS, [supplier(1)]);
      const [written, made] = await sap.upsert(suppliers, [
        update('1001', { VATRegistration: 'CH1' }, 'W/"1"'),
        creation({ SupplierName: 'Alone' }),
      ]);
      expect(written).to.deep.include({ ok: true, externalId: '1001', etag: 'W/"2"' });
      expect(made?.ok === false && made.error).to.include({ code: 'NO_PERMISSION' });
    });

    it('changes by MERGE where the gateway knows no PATCH', async () => {
      await sap.cap.put(PARTNERS, [partner(1)]);
      await sap.cap.fault({ method: 'PATCH', path: 'v2', status: 405 });
      const [result] = await sap.upsert(plainPartners, [update('1001', { OrganizationBPName1: 'Merged' }, 'W/"1"')]);
      expect(result).to.include({ ok: true, etag: 'W/"2"' });
      const [post] = await sap.requests('POST');
      expect(post?.headers['x-http-method']).to.equal('MERGE');
    });

    it('gives each row its own result: stale, unknown field, wrong type, not there', async () => {
      await sap.cap.put(PARTNERS, [partner(1)]);
      const results = await sap.upsert(plainPartners, [
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
      const [made] = await sap.upsert(plainPartners, [first]);
      const [again] = await sap.upsert(plainPartners, [first]);
      expect([made?.ok, again?.ok]).to.deep.equal([true, true]);
      expect(await sap.cap.rows(PARTNERS)).to.have.lengthOf(1);
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
      it(`takes ${what} (${status}) for ${code ?? 'temporary trouble'} and shows no text of it`, async () => {
        await sap.cap.fault({ method: 'PATCH', times: 9, status, body });
        const work = sap.upsert(plainPartners, [update('1001', { SearchTerm1: 'A' })]);
        const [result] = await work.catch((error: unknown) => [{ ok: false as const, error: error as RemoteRefusal }]);
        const error = result?.ok === false ? result.error : null;
        expect(error).to.be.instanceOf(code === null ? RemoteTrouble : RemoteRefusal);
        if (code !== null) expect(error).to.include({ code });
        if (code === 'VALIDATION_ERROR') expect(error).to.include({ field: 'SearchTerm1' });
        expect(error?.message).not.to.match(/words|html|Anmeldung/);
      });
  });

  it('reports that it answers and its version, and no clock, since its times are in a zone of their own', async () => {
    expect(await sap.system.test()).to.deep.include({ apiVersion: '2.0' });
    expect(await sap.system.now()).to.equal(null);
  });

  it('is called before it is reported to answer', async () => {
    await sap.cap.fault({ times: 9, status: 503 });
    const error = await sap.system.now().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(RemoteTrouble);
  });
});
