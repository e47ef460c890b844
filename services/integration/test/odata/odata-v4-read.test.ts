import { expect } from 'chai';
import type { RemoteRecord } from '../../src/connector/connector.ts';
import type { RemoteRefusal } from '../../src/remote/remote-error.ts';
import { BATCHES, DEVIATIONS, DOCUMENTS, SUPPLIERS } from '../cap/cap.ts';
import { failure, toSource } from './remote.ts';
import { deviations, guid, startV4, supplierRow, suppliers, type V4Partner } from './v4-partner.ts';

describe('reading a service of OData v4', () => {
  let v4: V4Partner;

  before(async () => {
    v4 = await startV4();
  });
  beforeEach(() => v4.reset());
  after(() => v4?.stop());

  it('gives all records in the order of their change, with key, time, version and fields', async () => {
    await v4.cap.put(SUPPLIERS, [
      supplierRow(2, '2026-01-02T00:00:00.500Z'),
      supplierRow(1, '2026-01-03T00:00:00.000Z'),
    ]);
    const records = await v4.changed();
    expect(records.map(({ externalId }) => externalId)).to.deep.equal([guid(2), guid(1)]);
    expect(records[0]).to.deep.include({
      modifiedAt: '2026-01-02T00:00:00.500Z',
      etag: 'W/"2026-01-02T00:00:00.500Z"',
      deleted: false,
    });
    expect(records[0]?.fields).to.include({ code: 'S-2', name: 'Supplier 2', country: 'CH' });
  });

  it('gives what changed then or later, the instant itself included', async () => {
    await v4.cap.put(SUPPLIERS, [
      supplierRow(1, '2026-01-01T00:00:00.999Z'),
      supplierRow(2, '2026-01-01T00:00:01.000Z'),
      supplierRow(3, '2026-01-01T00:00:01.001Z'),
    ]);
    const records = await v4.changed(suppliers, new Date('2026-01-01T00:00:01.000Z'));
    expect(records.map(({ fields }) => fields.code)).to.deep.equal(['S-2', 'S-3']);
  });

  it('loses none of more records of one instant than a page holds, nor gives one twice', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => supplierRow(index, '2026-01-01T00:00:00.000Z'));
    await v4.cap.put(SUPPLIERS, rows);
    const ids = (await v4.changed({ ...suppliers, pageSize: 100 })).map(({ externalId }) => externalId);
    expect(new Set(ids)).to.have.lengthOf(2_500);
    expect(ids).to.have.lengthOf(2_500);
  });

  it('takes what has no time each time, and by days the day before too', async () => {
    await v4.cap.put(DOCUMENTS, [
      { code: 'A', title: 'never', changedOn: null },
      { code: 'B', title: 'once', changedOn: '2026-01-02' },
      { code: 'C', title: 'the day before', changedOn: '2026-01-01' },
      { code: 'D', title: 'long before', changedOn: '2025-12-31' },
    ]);
    const documents = toSource('Documents', { fields: ['title'], changeField: 'changedOn' });
    const all = await v4.changed(documents);
    expect(all.map(({ externalId, modifiedAt }) => [externalId, modifiedAt])).to.deep.equal([
      ['A', null],
      ['D', '2025-12-31T00:00:00.000Z'],
      ['C', '2026-01-01T00:00:00.000Z'],
      ['B', '2026-01-02T00:00:00.000Z'],
    ]);
    const later = await v4.changed(documents, new Date('2026-01-02T01:00:00Z'));
    expect(later.map(({ externalId }) => externalId)).to.deep.equal(['A', 'C', 'B']);
  });

  it('has no clock for records whose time is a column of its own, in an unknown zone', async () => {
    const batches = toSource('Batches', { fields: ['code'], changeField: 'LastChangeDate' });
    await v4.cap.put(BATCHES, [{ number: '1', code: 'B', LastChangeDate: '2026-01-01', LastChangeTime: '17:30:00' }]);
    expect((await v4.changed(batches)).map(({ modifiedAt }) => modifiedAt)).to.deep.equal(['2026-01-01T17:30:00.000Z']);
    expect(await v4.system.now(batches)).to.equal(null);
    for (const source of [suppliers, deviations, undefined]) expect(await v4.system.now(source)).to.be.instanceOf(Date);
  });

  it('requests what the filters of the mapping allow', async () => {
    await v4.cap.put(SUPPLIERS, [
      { ...supplierRow(1, '2026-01-01T00:00:00Z'), country: 'CH', score: 4.5 },
      { ...supplierRow(2, '2026-01-01T00:00:00Z'), country: "D'", score: 2 },
      { ...supplierRow(3, '2026-01-01T00:00:00Z'), country: 'FR', score: null },
    ]);
    const withFilters = (...filters: (typeof suppliers)['filters'][number][]) => v4.changed({ ...suppliers, filters });
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
    await v4.cap.put(DEVIATIONS, [
      { site: "O'Neil, a=b/1", number: 4, title: 'one', changedOn: '2026-01-01T00:00:00Z' },
      { site: 'Basel', number: 5, title: 'two', changedOn: '2026-01-01T00:00:00Z' },
    ]);
    const [first] = await v4.changed(deviations, null).then((all) => all.filter(({ fields }) => fields.number === 4));
    expect(first?.externalId).to.equal("site=O'Neil%2C%20a%3Db%2F1,number=4");
    const found = await v4.system.fetch(deviations, [
      first?.externalId ?? '',
      'site=Nowhere,number=1',
      'nonsense',
      'site=a,number=x or 1',
    ]);
    expect(found.map(({ fields }) => fields.title)).to.deep.equal(['one']);
  });

  it('fetches many keys in parts', async () => {
    await v4.cap.put(
      SUPPLIERS,
      Array.from({ length: 120 }, (_, index) => supplierRow(index, '2026-01-01T00:00:00Z')),
    );
    const found = await v4.system.fetch(
      suppliers,
      Array.from({ length: 121 }, (_, index) => guid(index)),
    );
    expect(found).to.have.lengthOf(120);
    expect(Math.max(...(await v4.cap.seen()).map(({ url }) => url.length))).to.be.below(4_000);
  });

  it('gives keys and times alone, also of records that have no time', async () => {
    await v4.cap.put(
      SUPPLIERS,
      Array.from({ length: 25 }, (_, index) => supplierRow(index, '2026-01-01T00:00:00Z')),
    );
    await v4.cap.put(
      DEVIATIONS,
      Array.from({ length: 25 }, (_, number) => ({ site: 'B', number, changedOn: null })),
    );
    const filters = [{ field: 'code', operator: 'eq', value: 'none' }] as const;
    expect(await v4.changed({ ...suppliers, filters, fields: [], pageSize: 10 })).to.have.lengthOf(0);
    expect(await v4.changed({ ...suppliers, fields: [], pageSize: 10 })).to.have.lengthOf(25);
    const keys = (await v4.changed({ ...deviations, fields: [], pageSize: 10 })).map(({ externalId }) => externalId);
    expect(new Set(keys)).to.have.lengthOf(25);
  });

  it('refuses a set, a field or a change field that the service does not have, by its name', async () => {
    const refusal = async (source: typeof suppliers) => (await failure(v4.changed(source))) as RemoteRefusal;
    expect(await refusal({ ...suppliers, object: "Suppliers('x')/name" })).to.include({ code: 'VALIDATION_ERROR' });
    expect(await refusal({ ...suppliers, fields: ['nmae'] })).to.include({ code: 'VALIDATION_ERROR', field: 'nmae' });
    expect(await refusal({ ...suppliers, changeField: 'score' })).to.include({
      code: 'VALIDATION_ERROR',
      field: 'score',
    });
    expect(await refusal({ ...suppliers, changeField: null })).to.include({ code: 'VALIDATION_ERROR' });
  });

  it('finds records by a field, for any number of values', async () => {
    await v4.cap.put(
      SUPPLIERS,
      [1, 2, 3].map((number) => supplierRow(number, '2026-01-01T00:00:00Z')),
    );
    const many = Array.from({ length: 200 }, (_, index) => `none-${index}`);
    const found = await v4.system.find!(suppliers, 'code', ['S-3', ...many, 'S-1']);
    expect(found.map(({ externalId }) => externalId)).to.have.members([guid(1), guid(3)]);
  });
});
