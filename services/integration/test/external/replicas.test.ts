import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Replica, startReplica } from './replica.ts';
import { seed, startSyncMesh } from './sync-mesh.ts';

const MINUTE_MS = 60_000;

describe('replicas that synchronise', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  const replicas: Replica[] = [];

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(async () => {
    await Promise.all(replicas.map((replica) => replica.kill()));
    await mesh.stop();
  });

  it('never have the same connection at once, and each record is written once', async () => {
    const others = await Promise.all([mesh.startAnother(), mesh.startAnother()]);
    const connected = await mesh.connect({ sync_config: { batch_size: 10 } });
    seed(connected, 100);
    let [requested, most] = [0, 0];
    connected.external.acquire = async ({ path }) => {
      if (path !== '/rows') return;
      requested += 1;
      most = Math.max(most, requested);
      await new Promise((resolve) => setTimeout(resolve, 30));
      requested -= 1;
    };
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 100 });
    expect(most).to.equal(1);
    expect(connected.external.requests.filter((one) => one === 'GET /rows')).to.have.length(11);
    expect((await connected.suppliers()).every(({ version }) => version === 1)).to.equal(true);
    for (const other of others) await other.stop();
  });

  it('replace one that died, whose lease ends within a minute', async () => {
    const connected = await mesh.connect();
    seed(connected, 60);
    const doomed = await startReplica(mesh);
    replicas.push(doomed);
    await mesh.service.stop();
    const open = Promise.withResolvers<void>();
    let pages = 0;
    connected.external.acquire = async ({ path }) => {
      if (path === '/rows') pages += 1;
      if (pages > 1) await open.promise;
    };
    const at = mesh.client({ orgId: connected.orgId, at: doomed });
    const { body } = await at.post(`${connected.path}/sync`);
    await eventually('the first page is taken and the second one requested', async () => {
      const shown = await at.get(`${connected.path}/syncs/${body.data.sync_id}`);
      return pages > 1 && shown.body.data.records_succeeded === 50;
    });
    await doomed.kill();
    open.resolve();
    const lease = await mesh.database.collection('lease').findOne({ _id: `sync/${connected.id}` as never });
    expect(lease?.expires_at.getTime()).to.be.lessThan(Date.now() + MINUTE_MS);
    const next = await startReplica(mesh);
    replicas.push(next);
    const ended = await eventually('another goes on', async () => {
      const answer = await mesh
        .client({ orgId: connected.orgId, at: next })
        .get(`${connected.path}/syncs/${body.data.sync_id}`);
      return answer.body.data.status !== 'running' && answer.body.data;
    });
    expect(ended).to.include({ status: 'success', records_succeeded: 60 });
  });
});
