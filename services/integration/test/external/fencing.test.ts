import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { seed, startSyncMesh } from './sync-mesh.ts';

describe('a replica that believes to hold a connection and does not', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  it('writes neither a link nor the cursor nor its progress', async () => {
    const connected = await mesh.connect();
    seed(connected, 60);
    const open = Promise.withResolvers<void>();
    let pages = 0;
    connected.external.acquire = async ({ path }) => {
      if (path === '/rows') pages += 1;
      if (pages === 1) await open.promise;
    };
    await connected.api.post(`${connected.path}/sync`);
    await eventually('its first page is requested', () => pages === 1);
    // As if another had taken the lease while this one waits for its page.
    const taken = { holder: 'another', expires_at: new Date('2099-01-01') };
    const name = `sync/${connected.id}` as never;
    await mesh.database.collection('lease').updateOne({ _id: name }, { $set: taken, $inc: { token: 1 } });
    open.resolve();
    await eventually('the page is written here', async () => (await connected.suppliers()).length > 0);
    await eventually('the replica has let go', async () => {
      const before = connected.external.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return connected.external.requests.length === before;
    });
    const of = { org_id: connected.orgId };
    expect(await mesh.database.collection('link').countDocuments(of)).to.equal(0);
    expect(await mesh.database.collection('cursor').countDocuments(of)).to.equal(0);
    expect(await mesh.database.collection('sync').findOne(of)).to.include({ status: 'running', records_attempted: 0 });
    await mesh.database.collection('lease').updateOne({ _id: name }, { $set: { expires_at: new Date(0) } });
    // What was written here by the first is found again by its code, so that it is linked and not counted as a change.
    await eventually('the next holder ends it', async () => {
      return (await mesh.database.collection('sync').findOne(of))?.status === 'success';
    });
    expect(await mesh.database.collection('link').countDocuments(of)).to.equal(60);
    expect((await connected.suppliers()).every(({ version }) => version === 1)).to.equal(true);
  });
});
