import { expect } from 'chai';
import type { Source } from '../../src/connector/connector.ts';
import { PARTNER_SUPPLIERS, PARTNERS } from '../cap/cap.ts';
import { startPlainPartner } from '../plain-partner.ts';
import {
  partner,
  partners,
  plainPartners,
  type SapPartner,
  startSap,
  supplier,
  suppliers,
  toIds,
} from './sap-partner.ts';

describe('reading an S/4HANA by OData v2', () => {
  let sap: SapPartner;

  before(async () => {
    sap = await startSap();
  });
  beforeEach(() => sap.reset());
  after(() => sap?.stop());

  it('gives a business partner with its supplier, dates and times in our form', async () => {
    await sap.cap.put(PARTNERS, [partner(1)]);
    await sap.cap.put(PARTNER_SUPPLIERS, [supplier(1)]);
    const [record] = await sap.changed(partners);
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
    await sap.cap.put(PARTNERS, [
      partner(1, { LastChangeDate: '2026-01-09', LastChangeTime: '23:59:59' }),
      partner(2, { LastChangeTime: '09:59:59' }),
      partner(3, { LastChangeTime: '10:00:00' }),
      partner(4, { LastChangeTime: '10:00:01' }),
      partner(5, { LastChangeDate: '2026-01-11', LastChangeTime: '00:00:00' }),
    ]);
    const since = (time: string) => sap.changed(plainPartners, new Date(time)).then(toIds);
    expect(await since('2026-01-10T10:00:00.700Z')).to.deep.equal(['1003', '1004', '1005']);
    expect(await since('2026-01-10T23:59:59.999Z')).to.deep.equal(['1005']);
    expect(await since('2026-01-11T00:00:00.000Z')).to.deep.equal(['1005']);
    expect(await since('2026-01-09T23:59:59.000Z')).to.deep.equal(['1001', '1002', '1003', '1004', '1005']);
  });

  it('counts the creation of a partner that never changed, in order among the others', async () => {
    const never = { LastChangeDate: null, LastChangeTime: null };
    await sap.cap.put(PARTNERS, [
      partner(1, { ...never, CreationDate: '2026-01-12', CreationTime: '07:00:00' }),
      partner(2, { LastChangeDate: '2026-01-12', LastChangeTime: '06:00:00' }),
      partner(3, { LastChangeDate: '2026-01-12', LastChangeTime: '08:00:00' }),
      partner(4, { ...never, CreationDate: '2026-01-01', CreationTime: '07:00:00' }),
    ]);
    expect(toIds(await sap.changed(plainPartners))).to.deep.equal(['1004', '1002', '1001', '1003']);
    expect(toIds(await sap.changed(plainPartners, new Date('2026-01-12T06:30:00Z')))).to.deep.equal(['1001', '1003']);
  });

  it('loses none of more partners of one second than a page holds, nor gives one twice', async () => {
    await sap.cap.put(
      PARTNERS,
      Array.from({ length: 95 }, (_, index) => partner(index)),
    );
    const ids = toIds(await sap.changed({ ...plainPartners, pageSize: 10 }));
    expect(ids).to.deep.equal(Array.from({ length: 95 }, (_, index) => String(1_000 + index)));
  });

  it('loses no partner behind one that changes while pages are walked', async () => {
    await sap.cap.put(
      PARTNERS,
      Array.from({ length: 30 }, (_, index) =>
        partner(index, { LastChangeTime: `10:00:${String(index).padStart(2, '0')}` }),
      ),
    );
    const seen: string[] = [];
    for await (const { records } of sap.system.changedSince({ ...plainPartners, pageSize: 10 }, null)) {
      seen.push(...toIds(records));
      if (seen.length === 10) await sap.cap.put(PARTNERS, [partner(4, { LastChangeDate: '2026-02-01' })]);
    }
    expect(seen).to.deep.equal([...Array.from({ length: 30 }, (_, index) => String(1_000 + index)), '1004']);
  });

  it('takes a partner for deleted by its own flag or its supplier’s', async () => {
    await sap.cap.put(PARTNERS, [partner(1, { IsMarkedForArchiving: true }), partner(2), partner(3)]);
    await sap.cap.put(PARTNER_SUPPLIERS, [supplier(2, { DeletionIndicator: true }), supplier(3)]);
    const records = await sap.changed(plainPartners);
    expect(records.map(({ deleted }) => deleted)).to.deep.equal([true, true, false]);
  });

  it('finds changed suppliers by their business partner, and leaves out partners that are none', async () => {
    await sap.cap.put(PARTNERS, [
      partner(1, { LastChangeTime: '11:00:00' }),
      partner(2, { LastChangeTime: '09:00:00' }),
      partner(3, { Supplier: null, LastChangeTime: '12:00:00' }),
      partner(4, { IsMarkedForArchiving: true, LastChangeTime: '12:00:01' }),
    ]);
    await sap.cap.put(PARTNER_SUPPLIERS, [supplier(1, { ETag: 7 }), supplier(2), supplier(4)]);
    const records = await sap.changed(suppliers, new Date('2026-01-10T10:00:00Z'));
    expect(toIds(records)).to.deep.equal(['1001', '1004']);
    expect(records[0]).to.deep.include({ modifiedAt: '2026-01-10T11:00:00.000Z', etag: 'W/"7"', deleted: false });
    expect(records[0]?.fields).to.include({ SupplierName: 'Supplier 1' });
    expect(records[1]?.deleted).to.equal(true);
    expect(toIds(await sap.system.fetch(suppliers, ['1002', '1003', '9']))).to.deep.equal(['1002']);
    expect(toIds(await sap.changed({ ...suppliers, fields: [] }))).to.have.members(['1001', '1002', '1004']);
  });

  it('requests what the filters of the mapping allow, in their types', async () => {
    await sap.cap.put(PARTNERS, [
      partner(1, { SearchTerm1: "O'N" }),
      partner(2),
      partner(3, { CreationDate: '2026-01-02' }),
    ]);
    await sap.cap.put(PARTNER_SUPPLIERS, [supplier(1), supplier(2, { SupplierAccountGroup: 'EMPL' }), supplier(3)]);
    const withFilter = (source: Source, filter: Source['filters'][number]) =>
      sap.changed({ ...source, filters: [filter] }).then(toIds);
    expect(await withFilter(partners, { field: 'SearchTerm1', operator: 'eq', value: "O'N" })).to.deep.equal(['1001']);
    expect(await withFilter(partners, { field: 'CreationDate', operator: 'gt', value: '2026-01-01' })).to.deep.equal([
      '1003',
    ]);
    const group = { field: 'to_Supplier.SupplierAccountGroup', operator: 'in', value: ['EMPL', 'X'] } as const;
    expect(await withFilter(partners, group)).to.deep.equal(['1002']);
    const ofSupplier = { ...group, field: 'SupplierAccountGroup' };
    expect(await withFilter(suppliers, ofSupplier)).to.deep.equal(['1002']);
  });

  it('fetches by keys after a short page, and ignores links', async () => {
    await sap.cap.put(PARTNERS, [partner(1), partner(2)]);
    const stranger = await startPlainPartner();
    const body = JSON.stringify({ d: { results: [partner(1)], __next: `${stranger.url}/next` } });
    await sap.cap.fault({ path: '/A_BusinessPartner', status: 200, body });
    expect(toIds(await sap.system.fetch(plainPartners, ['1001', '1002']))).to.deep.equal(['1001', '1002']);
    expect(stranger.seen).to.deep.equal([]);
    await stranger.stop();
  });

  it('sends the client that the address names with every request', async () => {
    await sap.changed(plainPartners);
    expect((await sap.cap.seen()).every(({ url }) => url.includes('sap-client=100'))).to.equal(true);
  });
});
