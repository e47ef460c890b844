import { expect } from 'chai';
import { seed, startSyncMesh } from './sync-mesh.ts';

const DAY_MS = 86_400_000;

describe('the health of a connection over 24 hours', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  it('counts what ended in them, whenever it began, and nothing that ended before or was a dry run', async () => {
    const connected = await mesh.connect();
    const syncs = mesh.database.collection('sync');
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
    seed(connected, 3);
    const long = await connected.sync();
    await syncs.updateOne({ _id: long.sync_id }, { $set: { started_at: ago(3) } });
    connected.external.put('S-00001', { name: 'Renamed', code: 'S-00001' });
    const former = await connected.sync();
    await syncs.updateOne({ _id: former.sync_id }, { $set: { started_at: ago(3), completed_at: ago(2) } });
    connected.external.put('S-00001', { name: 'Renamed again', code: 'S-00001' });
    await connected.sync('?dry_run=true');
    const { metrics } = (await connected.api.get(`${connected.path}/health`)).body.data;
    expect(metrics).to.deep.include({ total_records_synced_24h: 3, success_rate_24h: 100 });
  });
});
