import { expect } from 'chai';
import type { Source } from '../../src/connector/connector.ts';
import { openTryton } from './tryton-access.ts';
import { caught, failed, SOURCE, startParties, type TrytonParties, toRow, written } from './tryton-party.ts';

describe('the connector of Tryton', () => {
  let parties: TrytonParties;

  before(async function () {
    const started = await startParties();
    if (!started) return this.skip();
    parties = started;
  });
  after(() => parties?.stop());

  describe('its session', () => {
    it('loses the authorization with a wrong password', async () => {
      const stranger = openTryton(parties.server, { password: 'not this one' });
      expect(await caught(stranger.remote.test())).to.include({ name: 'AuthorizationLost' });
      await stranger.close();
    });

    it('reports an unknown database', async () => {
      const stranger = openTryton({ ...parties.server, url: `${parties.server.url}-other` });
      expect(await caught(stranger.remote.fetch(SOURCE, ['1']))).to.include({ code: 'RECORD_NOT_FOUND' });
      await stranger.close();
    });

    it('returns the version and the clock of the server', async () => {
      const { apiVersion, checks } = await parties.user.remote.test();
      expect(apiVersion).to.match(/^7\.0\./);
      expect(checks).to.deep.equal([{ name: 'session', ok: true, message: null }]);
      expect((await parties.user.remote.now())?.getTime()).to.be.closeTo(Date.now(), 60_000);
    });

    it('logs in again, once, when the session ended', async () => {
      const [id] = await parties.create({ name: 'Session' });
      await parties.fetchOne(id as number);
      const before = parties.user.logins();
      await parties.user.endSession();
      expect((await parties.fetchOne(id as number)).fields.name).to.equal('Session');
      expect(parties.user.logins()).to.equal(before + 1);
    });

    it('reports what a user without rights may not do', async () => {
      const login = { name: 'Guest', login: 'guest', password: 'A-guest-of-7-words' };
      await parties.server.rpc('model.res.user.create', [login], {});
      const guest = openTryton(parties.server, { username: 'guest', password: login.password });
      const countries: Source = { ...SOURCE, object: 'country.country', fields: ['name'] };
      const results = await guest.remote.upsert?.(countries, [toRow('guest', { name: 'Nowhere', code: 'XX' })]);
      expect(failed(results?.[0])).to.include({ code: 'NO_PERMISSION' });
      await guest.close();
    });
  });

  describe('a walk over changes', () => {
    it('takes rows that were never written by the date when they were made, in one order with the others', async () => {
      const { prefix, ...source } = parties.makeSource();
      const [first] = await parties.create({ name: 'first', code: `${prefix}1` });
      const [second] = await parties.create({ name: 'second', code: `${prefix}2` });
      await parties.create({ name: 'third', code: `${prefix}3` });
      await parties.change(first as number, { name: 'first, changed' });
      await parties.create({ name: 'fourth', code: `${prefix}4` });
      const records = await parties.walk(source);
      expect(records.map(({ fields }) => fields.name)).to.deep.equal(['second', 'third', 'first, changed', 'fourth']);
      expect(records[0]?.externalId).to.equal(String(second));
      expect(records.map(({ modifiedAt }) => modifiedAt)).to.deep.equal(
        records.map(({ modifiedAt }) => modifiedAt).sort(),
      );
    });

    it('takes every row once where many have the same moment and pages end between them', async () => {
      const { prefix, ...source } = parties.makeSource();
      await parties.create(
        ...Array.from({ length: 35 }, (_, index) => ({ name: `same ${index}`, code: `${prefix}${index}` })),
      );
      const ids = (await parties.walk(source)).map(({ externalId }) => externalId);
      expect(new Set(ids).size).to.equal(35);
      expect(ids).to.have.lengthOf(35);
      await parties.server.rpc('model.party.party.write', ids.slice(0, 25).map(Number), { lang: null }, {});
      const again = (await parties.walk(source)).map(({ externalId }) => externalId);
      expect([...again].sort()).to.deep.equal([...ids].sort());
    });

    it('starts with all records of the given millisecond', async () => {
      const { prefix, ...source } = parties.makeSource();
      await parties.create({ name: 'early', code: `${prefix}1` });
      const [id] = await parties.create({ name: 'late', code: `${prefix}2` });
      const { modifiedAt } = await parties.fetchOne(id as number);
      const names = async (since: number) =>
        (await parties.walk(source, new Date(since))).map(({ fields }) => fields.name);
      const moment = Date.parse(modifiedAt as string);
      expect(await names(moment)).to.include('late');
      expect(await names(moment + 1)).to.deep.equal([]);
    });

    it('misses no record that is created or changes during the walk', async () => {
      const { prefix, ...source } = parties.makeSource({ pageSize: 4 });
      const party = (name: string) => ({ name, code: `${prefix}${name}` });
      const ids = await parties.create(...Array.from({ length: 10 }, (_, index) => party(`old ${index}`)));
      await parties.server.rpc('model.party.party.write', ids.slice(0, 5), { lang: null }, {});
      const seen = new Map<string, unknown>();
      let last = '';
      let turn = 0;
      for await (const { records } of parties.user.remote.changedSince(source, null)) {
        for (const { externalId, fields, modifiedAt } of records) {
          seen.set(externalId, fields.name);
          last = modifiedAt as string;
        }
        if (turn >= 3) continue;
        await parties.change(ids[turn] as number, { name: `changed ${turn}` });
        await parties.change(ids[9 - turn] as number, { name: `changed ${turn}` });
        ids.push(...(await parties.create(party(`new ${turn}`))));
        turn += 1;
      }
      for (const { externalId, fields } of await parties.walk(source, new Date(last)))
        seen.set(externalId, fields.name);
      const stored = await parties.user.remote.fetch(source, ids.map(String));
      expect(stored).to.have.lengthOf(13);
      for (const { externalId, fields } of stored) expect(seen.get(externalId), externalId).to.equal(fields.name);
    });

    it('reads relations by paths, and hides our own references', async () => {
      const fields = [
        'addresses.0.city',
        'addresses.0.country.code',
        'addresses.1.city',
        'identifiers.0.code',
        'lang.code',
      ];
      const [english] = (await parties.server.rpc(
        'model.ir.lang.search',
        [['code', '=', 'en']],
        0,
        1,
        null,
        {},
      )) as number[];
      const { externalId } = written((await parties.upsert(toRow('paths', { name: 'Paths' })))[0]);
      const addresses = [['create', [{ city: 'Basel' }, { city: 'Zug' }]]];
      await parties.change(externalId, { lang: english, addresses });
      const record = await parties.fetchOne(externalId, fields);
      const cities = (record.fields.addresses as { city: string }[]).map(({ city }) => city);
      expect([...cities].sort()).to.deep.equal(['Basel', 'Zug']);
      expect(record.fields.lang).to.include({ code: 'en' });
      expect(record.fields.identifiers).to.deep.equal([]);
    });

    it('reports an inactive record as deleted, and omits the keys of deleted ones', async () => {
      const [aside, gone] = await parties.create({ name: 'aside' }, { name: 'gone' });
      await parties.change(aside as number, { active: false });
      await parties.server.rpc('model.party.party.delete', [gone], {});
      expect(await parties.fetchOne(aside as number)).to.deep.include({ deleted: true });
      const keys: string[] = [];
      for await (const { records } of parties.user.remote.changedSince({ ...SOURCE, fields: [] }, null))
        keys.push(...records.map(({ externalId }) => externalId));
      expect(keys).to.include(String(aside)).and.not.include(String(gone));
      expect(await parties.user.remote.fetch(SOURCE, [String(gone)])).to.deep.equal([]);
    });

    it('refuses a field and an object that Tryton does not have, by their names', async () => {
      const unknown = { ...SOURCE, fields: ['name', 'colour'] };
      expect(await caught(parties.walk(unknown))).to.include({ code: 'VALIDATION_ERROR', field: 'colour' });
      const filtered: Source = { ...SOURCE, filters: [{ field: 'size', operator: 'eq', value: 1 }] };
      expect(await caught(parties.walk(filtered))).to.include({ code: 'VALIDATION_ERROR', field: 'size' });
      const object = { ...SOURCE, object: 'party.guest' };
      expect(await caught(parties.walk(object))).to.include({ code: 'VALIDATION_ERROR', field: 'party.guest' });
    });
  });
});
