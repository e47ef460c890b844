import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Source } from '../../src/connector/connector.ts';
import { failed, SOURCE, startParties, type TrytonParties, toRow, written } from './tryton-party.ts';

describe('writing to a Tryton', () => {
  let parties: TrytonParties;

  before(async function () {
    const started = await startParties();
    if (!started) return this.skip();
    parties = started;
  });
  after(() => parties?.stop());

  it('creates rows, and returns their keys and values', async () => {
    const results = (await parties.upsert(toRow('a', { name: 'A' }), toRow('b', { name: 'B' }))).map(written);
    expect(results.map(({ record }) => record?.fields.name)).to.deep.equal(['A', 'B']);
    const stored = await parties.fetchOne(results[1]?.externalId as string);
    expect(stored).to.deep.include({ etag: results[1]?.etag, fields: results[1]?.record?.fields });
  });

  it('makes a party once, though its making is repeated', async () => {
    const [first] = (await parties.upsert(toRow('twice', { name: 'Twice' }))).map(written);
    const [second, other] = (
      await parties.upsert(toRow('twice', { name: 'Twice, later' }), toRow('other', { name: 'O' }))
    ).map(written);
    expect(second).to.deep.include({ externalId: first?.externalId });
    expect(second?.record?.fields.name).to.equal('Twice, later');
    expect(other?.externalId).to.not.equal(first?.externalId);
  });

  it('returns the reference of a party on request, among other identifiers', async () => {
    const [made] = (await parties.upsert(toRow('told', { name: 'Told' }))).map(written);
    const [other] = await parties.create({ name: 'Other', identifiers: [['create', [{ code: 'VAT-1' }]]] });
    const ids = [made?.externalId as string, String(other)];
    const requested = await parties.user.remote.fetch({ ...SOURCE, references: true }, ids);
    expect(requested.map(({ reference }) => reference)).to.deep.equal(['told', undefined]);
    expect((await parties.user.remote.fetch(SOURCE, ids)).some((record) => 'reference' in record)).to.equal(false);
  });

  for (const [name, status] of [
    ['is lost', undefined],
    ['is a 502 of something in between', 502],
  ] as const)
    it(`makes no second party when the answer to the first making ${name}`, async () => {
      parties.user.loseAnswer('model.party.party.create', status);
      const row = toRow(`lost ${status}`, { name: `Lost and found ${status}` });
      expect(failed((await parties.upsert(row))[0])).to.include({ name: 'RemoteTrouble' });
      written((await parties.upsert(row))[0]);
      const count = await parties.server.rpc('model.party.party.search_count', [['name', '=', row.fields.name]], {});
      expect(count).to.equal(1);
    });

  it('writes all rows but those that are at fault, whose field is named', async () => {
    const [taken, other] = await parties.create({ name: 'Taken', code: 'TAKEN' }, { name: 'Other' });
    const fine = Array.from({ length: 5 }, (_, index) => toRow(`fine ${index}`, { name: `Fine ${index}` }));
    const wrong = [
      toRow('double', { name: 'Double', code: 'TAKEN' }),
      toRow('type', { name: 'Type', lang: 'no number' }),
      toRow('field', { name: 'Field', colour: 'red' }),
      toRow('far', { name: 'Far', 'lang.code': 'en' }),
      toRow('gone', { name: 'Gone' }, { externalId: '999999' }),
      toRow('required', { code: null }, { externalId: String(taken) }),
    ];
    const results = await parties.upsert(
      ...fine,
      ...wrong,
      toRow('t', { name: 'Other 2' }, { externalId: String(other) }),
    );
    expect(results.map(({ ok }) => ok)).to.deep.equal([...fine.map(() => true), ...wrong.map(() => false), true]);
    const errors = results.slice(5, 11).map((result) => failed(result) as Error & { code?: string; field?: string });
    expect(errors.map(({ code, field }) => [code, field])).to.deep.equal([
      ['VALIDATION_ERROR', null],
      ['VALIDATION_ERROR', 'lang'],
      ['VALIDATION_ERROR', 'colour'],
      ['VALIDATION_ERROR', 'lang.code'],
      ['RECORD_NOT_FOUND', null],
      ['VALIDATION_ERROR', 'code'],
    ]);
  });

  it('does not write over what somebody changed in Tryton since it was read', async () => {
    const [id] = await parties.create({ name: 'Contested' });
    const { etag } = await parties.fetchOne(id as number);
    // SQLite counts the seconds of a change alone.
    await eventually('a change in another second', async () => {
      await parties.change(id as number, { name: 'Changed in Tryton' });
      return (await parties.fetchOne(id as number)).etag !== etag;
    });
    const ours = (current: string | null) => toRow('r', { name: 'Ours' }, { externalId: String(id), etag: current });
    expect(failed((await parties.upsert(ours(etag)))[0])).to.include({ name: 'RemoteTrouble' });
    const now = await parties.fetchOne(id as number);
    expect(now.fields.name).to.equal('Changed in Tryton');
    expect(written((await parties.upsert(ours(now.etag)))[0]).record?.fields.name).to.equal('Ours');
  });

  it('changes the first address, or adds it where there is none', async () => {
    const [id] = await parties.create({
      name: 'Addressed',
      addresses: [['create', [{ city: 'Basel', street: 'Rheinweg 1' }]]],
    });
    const [bare] = await parties.create({ name: 'Bare' });
    const city = (to: number | undefined) => toRow('r', { 'addresses.0.city': 'Bern' }, { externalId: String(to) });
    (await parties.upsert(city(id), city(bare))).map(written);
    const fields = ['addresses.0.city', 'addresses.0.street'];
    const addresses = async (of: number | undefined) =>
      (await parties.fetchOne(of as number, fields)).fields.addresses as object[];
    expect(await addresses(id)).to.have.lengthOf(1);
    expect((await addresses(id))[0]).to.include({ city: 'Bern', street: 'Rheinweg 1' });
    expect((await addresses(bare))[0]).to.include({ city: 'Bern' });
  });

  it('creates records of other objects only with a code', async () => {
    const categories: Source = { ...SOURCE, object: 'party.category', fields: ['name'] };
    const results = await parties.user.remote.upsert?.(categories, [toRow('c', { name: 'Suppliers' })]);
    expect(failed(results?.[0])).to.include({ code: 'VALIDATION_ERROR', field: 'code' });
  });
});
