import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { RemoteRecord, RemoteWrite, RemoteWriteResult, Source } from '../../src/connector/connector.ts';
import { openTryton, type TrytonUser } from './tryton-access.ts';
import { startTryton, type TrytonServer } from './tryton-server.ts';

const SOURCE: Source = {
  object: 'party.party',
  documentTypes: [],
  fields: ['name', 'code', 'active'],
  filters: [],
  changeField: null,
  pageSize: 10,
};

const rowOf = (reference: string, fields: Record<string, unknown>, more: Partial<RemoteWrite> = {}): RemoteWrite => ({
  externalId: null,
  reference,
  etag: null,
  fields,
  ...more,
});

describe('the connector of Tryton', function () {
  this.timeout(120_000);
  let server: TrytonServer;
  let user: TrytonUser;
  let marks = 0;

  before(async function () {
    const started = await startTryton();
    if (!started) return this.skip();
    server = started;
    user = openTryton(server);
  });

  after(async () => {
    await user?.close();
    await server?.stop();
  });

  /** A source of the test's own: parties whose code begins with a mark. */
  const makeSource = (more: Partial<Source> = {}): Source & { mark: string } => {
    marks += 1;
    const mark = `M${marks}-`;
    return {
      ...SOURCE,
      filters: [
        { field: 'code', operator: 'ge', value: mark },
        { field: 'code', operator: 'lt', value: `M${marks}.` },
      ],
      ...more,
      mark,
    };
  };

  const create = async (...parties: object[]): Promise<number[]> =>
    (await server.rpc('model.party.party.create', parties, {})) as number[];
  const change = (id: number | string, values: object) =>
    server.rpc('model.party.party.write', [Number(id)], values, {});

  const walk = async (source: Source, since: Date | null = null): Promise<RemoteRecord[]> => {
    const records: RemoteRecord[] = [];
    for await (const page of user.remote.changedSince(source, since)) records.push(...page.records);
    return records;
  };

  const fetchOne = async (id: number | string, fields: string[] = SOURCE.fields as string[]): Promise<RemoteRecord> =>
    (await user.remote.fetch({ ...SOURCE, fields }, [String(id)]))[0] as RemoteRecord;

  const upsert = (...writes: RemoteWrite[]): Promise<RemoteWriteResult[]> =>
    user.remote.upsert?.(SOURCE, writes) as Promise<RemoteWriteResult[]>;

  const written = (result: RemoteWriteResult | undefined) => {
    if (!result?.ok) throw new Error(`not written: ${result?.error.message}`);
    return result;
  };

  const failed = (result: RemoteWriteResult | undefined) => {
    if (!result || result.ok) throw new Error('written');
    return result.error;
  };

  const caught = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => {
        throw new Error('nothing was thrown');
      },
      (error) => error,
    );

  describe('its session', () => {
    it('tells that a wrong password is refused for good', async () => {
      const stranger = openTryton(server, { password: 'not this one' });
      expect(await caught(stranger.remote.test())).to.include({ name: 'AuthorizationLost' });
      await stranger.close();
    });

    it('tells that there is no such database', async () => {
      const stranger = openTryton({ ...server, url: `${server.url}-other` });
      expect(await caught(stranger.remote.fetch(SOURCE, ['1']))).to.include({ code: 'RECORD_NOT_FOUND' });
      await stranger.close();
    });

    it('tells the version and the clock of the server', async () => {
      const { apiVersion, checks } = await user.remote.test();
      expect(apiVersion).to.match(/^7\.0\./);
      expect(checks).to.deep.equal([{ name: 'session', ok: true, message: null }]);
      expect((await user.remote.now())?.getTime()).to.be.closeTo(Date.now(), 60_000);
    });

    it('logs in again, once, when the session ended', async () => {
      const [id] = await create({ name: 'Session' });
      await fetchOne(id as number);
      const before = user.logins();
      await user.endSession();
      expect((await fetchOne(id as number)).fields.name).to.equal('Session');
      expect(user.logins()).to.equal(before + 1);
    });

    it('tells what a user without rights may not do', async () => {
      const login = { name: 'Guest', login: 'guest', password: 'A-guest-of-7-words' };
      await server.rpc('model.res.user.create', [login], {});
      const guest = openTryton(server, { username: 'guest', password: login.password });
      const countries: Source = { ...SOURCE, object: 'country.country', fields: ['name'] };
      const results = await guest.remote.upsert?.(countries, [rowOf('guest', { name: 'Nowhere', code: 'XX' })]);
      expect(failed(results?.[0])).to.include({ code: 'NO_PERMISSION' });
      await guest.close();
    });
  });

  describe('a walk over changes', () => {
    it('takes rows that were never written by the date when they were made, in one order with the others', async () => {
      const { mark, ...source } = makeSource();
      const [first] = await create({ name: 'first', code: `${mark}1` });
      const [second] = await create({ name: 'second', code: `${mark}2` });
      await create({ name: 'third', code: `${mark}3` });
      await change(first as number, { name: 'first, changed' });
      await create({ name: 'fourth', code: `${mark}4` });
      const records = await walk(source);
      expect(records.map(({ fields }) => fields.name)).to.deep.equal(['second', 'third', 'first, changed', 'fourth']);
      expect(records[0]?.externalId).to.equal(String(second));
      expect(records.map(({ modifiedAt }) => modifiedAt)).to.deep.equal(
        records.map(({ modifiedAt }) => modifiedAt).sort(),
      );
    });

    it('takes every row once where many have the same moment and pages end between them', async () => {
      const { mark, ...source } = makeSource();
      await create(...Array.from({ length: 35 }, (_, place) => ({ name: `same ${place}`, code: `${mark}${place}` })));
      const ids = (await walk(source)).map(({ externalId }) => externalId);
      expect(new Set(ids).size).to.equal(35);
      expect(ids).to.have.lengthOf(35);
      await server.rpc('model.party.party.write', ids.slice(0, 25).map(Number), { lang: null }, {});
      const again = (await walk(source)).map(({ externalId }) => externalId);
      expect([...again].sort()).to.deep.equal([...ids].sort());
    });

    it('begins with the millisecond that it is given, whole', async () => {
      const { mark, ...source } = makeSource();
      await create({ name: 'early', code: `${mark}1` });
      const [id] = await create({ name: 'late', code: `${mark}2` });
      const { modifiedAt } = await fetchOne(id as number);
      const names = async (since: number) => (await walk(source, new Date(since))).map(({ fields }) => fields.name);
      const moment = Date.parse(modifiedAt as string);
      expect(await names(moment)).to.include('late');
      expect(await names(moment + 1)).to.deep.equal([]);
    });

    it('loses nothing that is made or changes while it goes on', async () => {
      const { mark, ...source } = makeSource({ pageSize: 4 });
      const party = (name: string) => ({ name, code: `${mark}${name}` });
      const ids = await create(...Array.from({ length: 10 }, (_, place) => party(`old ${place}`)));
      await server.rpc('model.party.party.write', ids.slice(0, 5), { lang: null }, {});
      const seen = new Map<string, unknown>();
      let last = '';
      let turn = 0;
      for await (const { records } of user.remote.changedSince(source, null)) {
        for (const { externalId, fields, modifiedAt } of records) {
          seen.set(externalId, fields.name);
          last = modifiedAt as string;
        }
        if (turn >= 3) continue;
        await change(ids[turn] as number, { name: `changed ${turn}` });
        await change(ids[9 - turn] as number, { name: `changed ${turn}` });
        ids.push(...(await create(party(`new ${turn}`))));
        turn += 1;
      }
      for (const { externalId, fields } of await walk(source, new Date(last))) seen.set(externalId, fields.name);
      const stored = await user.remote.fetch(source, ids.map(String));
      expect(stored).to.have.lengthOf(13);
      for (const { externalId, fields } of stored) expect(seen.get(externalId), externalId).to.equal(fields.name);
    });

    it('reads relations by paths, and hides what tells our own parties again', async () => {
      const fields = [
        'addresses.0.city',
        'addresses.0.country.code',
        'addresses.1.city',
        'identifiers.0.code',
        'lang.code',
      ];
      const [english] = (await server.rpc('model.ir.lang.search', [['code', '=', 'en']], 0, 1, null, {})) as number[];
      const { externalId } = written((await upsert(rowOf('paths', { name: 'Paths' })))[0]);
      const addresses = [['create', [{ city: 'Basel' }, { city: 'Zug' }]]];
      await change(externalId, { lang: english, addresses });
      const record = await fetchOne(externalId, fields);
      const cities = (record.fields.addresses as { city: string }[]).map(({ city }) => city);
      expect([...cities].sort()).to.deep.equal(['Basel', 'Zug']);
      expect(record.fields.lang).to.include({ code: 'en' });
      expect(record.fields.identifiers).to.deep.equal([]);
    });

    it('tells that a record was put aside, and leaves out of the keys what was deleted', async () => {
      const [aside, gone] = await create({ name: 'aside' }, { name: 'gone' });
      await change(aside as number, { active: false });
      await server.rpc('model.party.party.delete', [gone], {});
      expect(await fetchOne(aside as number)).to.deep.include({ deleted: true });
      const keys: string[] = [];
      for await (const some of user.remote.keys(SOURCE)) keys.push(...some);
      expect(keys).to.include(String(aside)).and.not.include(String(gone));
      expect(await user.remote.fetch(SOURCE, [String(gone)])).to.deep.equal([]);
    });

    it('refuses a field and an object that Tryton does not have, by their names', async () => {
      const unknown = { ...SOURCE, fields: ['name', 'colour'] };
      expect(await caught(walk(unknown))).to.include({ code: 'VALIDATION_ERROR', field: 'colour' });
      const filtered: Source = { ...SOURCE, filters: [{ field: 'size', operator: 'eq', value: 1 }] };
      expect(await caught(walk(filtered))).to.include({ code: 'VALIDATION_ERROR', field: 'size' });
      const object = { ...SOURCE, object: 'party.guest' };
      expect(await caught(walk(object))).to.include({ code: 'VALIDATION_ERROR', field: 'party.guest' });
    });
  });

  describe('writing', () => {
    it('makes rows, and tells their keys and how they stand', async () => {
      const results = (await upsert(rowOf('a', { name: 'A' }), rowOf('b', { name: 'B' }))).map(written);
      expect(results.map(({ record }) => record?.fields.name)).to.deep.equal(['A', 'B']);
      const stored = await fetchOne(results[1]?.externalId as string);
      expect(stored).to.deep.include({ etag: results[1]?.etag, fields: results[1]?.record?.fields });
    });

    it('makes a party once, though its making is repeated', async () => {
      const [first] = (await upsert(rowOf('twice', { name: 'Twice' }))).map(written);
      const [second, other] = (
        await upsert(rowOf('twice', { name: 'Twice, later' }), rowOf('other', { name: 'O' }))
      ).map(written);
      expect(second).to.deep.include({ externalId: first?.externalId });
      expect(second?.record?.fields.name).to.equal('Twice, later');
      expect(other?.externalId).to.not.equal(first?.externalId);
    });

    for (const [name, status] of [
      ['is lost', undefined],
      ['is a 502 of something in between', 502],
    ] as const)
      it(`makes no second party when the answer to the first making ${name}`, async () => {
        user.loseAnswer('model.party.party.create', status);
        const row = rowOf(`lost ${status}`, { name: `Lost and found ${status}` });
        expect(failed((await upsert(row))[0])).to.include({ name: 'RemoteTrouble' });
        written((await upsert(row))[0]);
        const count = await server.rpc('model.party.party.search_count', [['name', '=', row.fields.name]], {});
        expect(count).to.equal(1);
      });

    it('writes all rows but those that are at fault, whose field is named', async () => {
      const [taken, other] = await create({ name: 'Taken', code: 'TAKEN' }, { name: 'Other' });
      const fine = Array.from({ length: 5 }, (_, place) => rowOf(`fine ${place}`, { name: `Fine ${place}` }));
      const wrong = [
        rowOf('double', { name: 'Double', code: 'TAKEN' }),
        rowOf('type', { name: 'Type', lang: 'no number' }),
        rowOf('field', { name: 'Field', colour: 'red' }),
        rowOf('far', { name: 'Far', 'lang.code': 'en' }),
        rowOf('gone', { name: 'Gone' }, { externalId: '999999' }),
        rowOf('required', { code: null }, { externalId: String(taken) }),
      ];
      const results = await upsert(...fine, ...wrong, rowOf('t', { name: 'Other 2' }, { externalId: String(other) }));
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
      const [id] = await create({ name: 'Contested' });
      const { etag } = await fetchOne(id as number);
      // SQLite counts the seconds of a change alone.
      await eventually('a change in another second', async () => {
        await change(id as number, { name: 'Changed in Tryton' });
        return (await fetchOne(id as number)).etag !== etag;
      });
      const ours = (current: string | null) => rowOf('r', { name: 'Ours' }, { externalId: String(id), etag: current });
      expect(failed((await upsert(ours(etag)))[0])).to.include({ name: 'RemoteTrouble' });
      const now = await fetchOne(id as number);
      expect(now.fields.name).to.equal('Changed in Tryton');
      expect(written((await upsert(ours(now.etag)))[0]).record?.fields.name).to.equal('Ours');
    });

    it('changes the first address, or adds it where there is none', async () => {
      const [id] = await create({
        name: 'Addressed',
        addresses: [['create', [{ city: 'Basel', street: 'Rheinweg 1' }]]],
      });
      const [bare] = await create({ name: 'Bare' });
      const city = (to: number | undefined) => rowOf('r', { 'addresses.0.city': 'Bern' }, { externalId: String(to) });
      (await upsert(city(id), city(bare))).map(written);
      const fields = ['addresses.0.city', 'addresses.0.street'];
      const addresses = async (of: number | undefined) =>
        (await fetchOne(of as number, fields)).fields.addresses as object[];
      expect(await addresses(id)).to.have.lengthOf(1);
      expect((await addresses(id))[0]).to.include({ city: 'Bern', street: 'Rheinweg 1' });
      expect((await addresses(bare))[0]).to.include({ city: 'Bern' });
    });

    it('makes records of other objects only by a code that tells them again', async () => {
      const categories: Source = { ...SOURCE, object: 'party.category', fields: ['name'] };
      const results = await user.remote.upsert?.(categories, [rowOf('c', { name: 'Suppliers' })]);
      expect(failed(results?.[0])).to.include({ code: 'VALIDATION_ERROR', field: 'code' });
    });
  });
});
