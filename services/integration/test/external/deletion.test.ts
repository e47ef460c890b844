import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { BOTH_WAYS } from './both-ways.ts';
import { type Connected, type SyncMesh, seed, startSyncMesh } from './sync-mesh.ts';

const HOUR_MS = 3_600_000;

const remove = ({ external }: Connected, count: number): void => {
  for (const id of [...external.rows.keys()].slice(0, count)) external.remove(id);
};

/** Deletes the supplier of that code here, and gives its id. */
const removeHere = async (connected: Connected, code: string): Promise<string> => {
  const id = (await connected.supplier(code))?.id ?? '';
  expect((await connected.entities.delete(`/entities/${id}`)).status).to.equal(204);
  return id;
};

const restoreHere = async (mesh: Pick<SyncMesh, 'database'>, connected: Connected, id: string): Promise<void> => {
  expect((await connected.entities.post(`/entities/${id}/restore`)).status).to.equal(200);
  const links = mesh.database.collection('link');
  await eventually('the restored record is heard of', () => links.findOne({ entity_id: id, dirty: true }));
};

const flag = ({ external }: Connected, code: string): void => {
  external.put(code, { name: 'Put aside', code });
  const row = external.rows.get(code);
  if (row) row.deleted = true;
};

describe('deletions at an external system', () => {
  describe('that lists them', () => {
    let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

    before(async () => {
      mesh = await startSyncMesh({ lists: true });
    });
    after(() => mesh.stop());

    it('are made here softly, once', async () => {
      const connected = await mesh.connect();
      seed(connected, 3);
      await connected.sync();
      remove(connected, 1);
      expect(await connected.sync()).to.include({ status: 'success', records_attempted: 1, records_succeeded: 1 });
      expect(await connected.suppliers()).to.have.length(2);
      expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    });

    it('wait for a review where the record was changed here since', async () => {
      const connected = await mesh.connect();
      seed(connected, 3);
      await connected.sync();
      const supplier = await connected.supplier('S-00000');
      await connected.entities.patch(`/entities/${supplier?.id}`, { attributes: { city: 'Changed here' } });
      remove(connected, 1);
      await connected.sync();
      expect(await connected.suppliers()).to.have.length(3);
      const { body } = await connected.api.get(`${connected.path}/conflicts`);
      expect(body.data).to.have.length(1);
      expect(body.data[0]).to.include({
        field: 'record',
        entity_id: supplier?.id,
        external_id: 'S-00000',
        status: 'open',
      });
    });

    it('are made where the first walk was interrupted for long, and the record was taken before', async () => {
      const connected = await mesh.connect();
      seed(connected, 60, '2026-01-01T00:00:00.000Z');
      connected.external.fault = ({ query }) =>
        query.get('after') ? { status: 429, headers: { 'retry-after': '3600' } } : null;
      const started = await connected.api.post(`${connected.path}/sync`);
      const id = started.body.data.sync_id;
      await eventually('it waits behind the first page', async () => {
        const { body } = await connected.api.get(`${connected.path}/syncs/${id}`);
        return body.data.records_succeeded === 50 && Date.parse(body.data.next_attempt_at) > Date.now() + 60_000;
      });
      remove(connected, 1);
      connected.external.fault = null;
      connected.external.skewMs = HOUR_MS;
      await mesh.database.collection('sync').updateOne({ _id: id }, { $set: { next_at: new Date() } });
      expect(await connected.ended(started)).to.include({ status: 'success' });
      expect(await connected.suppliers()).to.have.length(59);
    });

    it('are not made of a record that is there again', async () => {
      const connected = await mesh.connect();
      seed(connected, 2);
      await connected.sync();
      remove(connected, 1);
      connected.external.put('S-00000', { name: 'Again', code: 'S-00000', city: 'Basel', rating: 0 });
      await connected.sync();
      expect((await connected.supplier('S-00000'))?.name).to.equal('Again');
    });
  });

  describe('that has no list', () => {
    let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
    let now = new Date();

    before(async () => {
      mesh = await startSyncMesh({ clock: () => now });
    });
    after(() => mesh.stop());

    const nextDay = (): void => {
      now = new Date(now.getTime() + 86_400_000);
    };

    it('are found once a day, by a comparison of keys', async () => {
      const connected = await mesh.connect();
      seed(connected, 40);
      await connected.sync();
      remove(connected, 2);
      expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
      nextDay();
      expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 2 });
      expect(await connected.suppliers()).to.have.length(38);
    });

    it('are held where they are more than 5 %, until a full synchronisation', async () => {
      const connected = await mesh.connect();
      seed(connected, 40);
      await connected.sync();
      remove(connected, 3);
      nextDay();
      const held = await connected.sync();
      expect(held).to.include({ status: 'partial_success', held_deletions: 3, records_attempted: 0 });
      expect(await connected.suppliers()).to.have.length(40);
      expect(await connected.sync('?dry_run=true&full=true')).to.include({ held_deletions: 0 });
      expect(await connected.suppliers()).to.have.length(40);
      expect(await connected.sync('?full=true')).to.include({
        status: 'success',
        records_succeeded: 3,
        held_deletions: 0,
      });
      expect(await connected.suppliers()).to.have.length(37);
    });

    it('are held by the first full synchronisation, too, and by one that misses more than was held', async () => {
      const connected = await mesh.connect();
      seed(connected, 20);
      await connected.sync();
      remove(connected, 4);
      expect(await connected.sync('?full=true')).to.include({ status: 'partial_success', held_deletions: 4 });
      remove(connected, 1);
      expect(await connected.sync('?full=true')).to.include({ status: 'partial_success', held_deletions: 5 });
      expect(await connected.suppliers()).to.have.length(20);
      expect(await connected.sync('?full=true')).to.include({ status: 'success', records_succeeded: 5 });
      expect(await connected.suppliers()).to.have.length(15);
    });

    it('are taken from a flag where the record has one', async () => {
      const connected = await mesh.connect();
      seed(connected, 2);
      await connected.sync();
      connected.external.put('S-00000', { name: 'Supplier 0', code: 'S-00000' });
      const row = connected.external.rows.get('S-00000');
      if (row) row.deleted = true;
      expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
      await eventually('it is gone', async () => (await connected.suppliers()).length === 1);
      expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    });

    for (const [way, settings] of Object.entries({ inbound: {}, bidirectional: BOTH_WAYS }))
      it(`give a record that is restored here what changed there meanwhile (${way})`, async () => {
        const connected = await mesh.connect(settings);
        seed(connected, 2);
        await connected.sync();
        await connected.sync();
        const id = await removeHere(connected, 'S-00000');
        connected.external.put('S-00000', { name: 'Changed there', code: 'S-00000' });
        await connected.sync();
        await restoreHere(mesh, connected, id);
        expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
        expect((await connected.supplier('S-00000'))?.name).to.equal('Changed there');
        expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
      });

    it('leave a record that is restored here while it is gone there', async () => {
      const connected = await mesh.connect();
      seed(connected, 2);
      await connected.sync();
      const id = (await connected.supplier('S-00000'))?.id ?? '';
      flag(connected, 'S-00000');
      await connected.sync();
      await restoreHere(mesh, connected, id);
      expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
      expect(await connected.suppliers()).to.have.length(2);
      // The event of its restoration may come after the synchronisation; the next one has nothing to send either.
      await eventually('the link waits for nothing', async () => {
        expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
        return (await mesh.database.collection('link').countDocuments({ entity_id: id as never, dirty: true })) === 0;
      });
    });

    it('are reported when the record is there again, until it is restored here', async () => {
      const connected = await mesh.connect();
      seed(connected, 2);
      await connected.sync();
      const id = (await connected.supplier('S-00000'))?.id ?? '';
      flag(connected, 'S-00000');
      await connected.sync();
      expect(await connected.suppliers()).to.have.length(1);
      connected.external.put('S-00000', { name: 'Back', code: 'S-00000' });
      const again = await connected.sync();
      expect(again).to.include({ status: 'partial_success', records_failed: 1 });
      expect(again.errors[0]).to.include({ record_id: 'S-00000', error_code: 'validation_failed' });
      expect(again.errors[0].message).to.include('Restore it here');
      await restoreHere(mesh, connected, id);
      expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
      expect((await connected.supplier('S-00000'))?.name).to.equal('Back');
      expect((await connected.api.get(`${connected.path}/parked`)).body.data).to.deep.equal([]);
    });

    it('are parked where the record is there again, also where refused records are not skipped', async () => {
      const connected = await mesh.connect({ error_handling: { skip_on_validation_error: false } });
      seed(connected, 2);
      await connected.sync();
      flag(connected, 'S-00000');
      await connected.sync();
      connected.external.put('S-00000', { name: 'Back', code: 'S-00000' });
      expect(await connected.sync()).to.include({ status: 'partial_success' });
      connected.external.put('S-00002', { name: 'Later', code: 'S-00002' });
      expect(await connected.sync()).to.include({ records_succeeded: 1, parked_records: 1 });
      expect((await connected.api.get(`${connected.path}/parked`)).body.data).to.have.length(1);
    });

    it('are not made again of a record that was restored here', async () => {
      const connected = await mesh.connect();
      seed(connected, 2);
      await connected.sync();
      const id = (await connected.supplier('S-00000'))?.id ?? '';
      flag(connected, 'S-00000');
      await connected.sync();
      await restoreHere(mesh, connected, id);
      for (const query of ['', '?full=true'])
        expect(await connected.sync(query)).to.include({ status: 'success', records_succeeded: 0 });
      expect(await connected.suppliers()).to.have.length(2);
    });

    it('are not reported where a user deleted the record here', async () => {
      const connected = await mesh.connect();
      seed(connected, 2);
      await connected.sync();
      await removeHere(connected, 'S-00000');
      connected.external.put('S-00000', { name: 'Changed there', code: 'S-00000' });
      expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
      flag(connected, 'S-00000');
      await connected.sync();
      connected.external.put('S-00000', { name: 'Back', code: 'S-00000' });
      expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    });
  });
});
