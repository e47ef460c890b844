import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { BOTH_WAYS, change, isHeard } from './both-ways.ts';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

const DAY_MS = 86_400_000;

describe('the health of a connection over 24 hours', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  it('counts what ended in that time, and nothing that ended before or was a dry run', async () => {
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

describe('the health of a connection whose external system fails', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  const once = { error_handling: { max_retries: 0 } };
  const later = { error_handling: { max_retries: 1, retry_delay_seconds: 3_600, exponential_backoff: false } };

  const readHealth = async ({ api, path }: Connected) => {
    const { status, remote_status } = (await api.get(`${path}/health`)).body.data;
    return { status, ...remote_status };
  };

  /** A synchronisation that waits for its next retry. */
  const waiting = async ({ api, path }: Connected) => {
    const started = await api.post(`${path}/sync`);
    await eventually('it waits', async () => {
      const { body } = await api.get(`${path}/syncs/${started.body.data.sync_id}`);
      return Date.parse(body.data.next_attempt_at) > Date.now() + 60_000;
    });
    return started;
  };

  /** A connection that was synchronised and whose partner answers in that way from the second page on. */
  const dyingInMidSync = async (settings: object, status: number, headers = {}) => {
    const connected = await mesh.connect(settings);
    seed(connected, 60);
    await connected.sync();
    expect(await readHealth(connected)).to.include({ status: 'healthy', api_available: true });
    connected.external.fault = ({ query }) => (query.get('after') ? { status, headers } : null);
    return connected;
  };

  for (const [what, status, headers] of [
    ['a rate limit', 429, { 'retry-after': '3600' }],
    ['its next try', 503, {}],
  ] as const)
    it(`is degraded, and the system not available, while a synchronisation waits for ${what}, until it continues`, async () => {
      const connected = await dyingInMidSync(later, status, headers);
      const started = await waiting(connected);
      const down = { status: 'degraded', api_available: false, response_time_ms: null };
      expect(await readHealth(connected)).to.include(down);
      connected.external.fault = null;
      const _id = started.body.data.sync_id;
      await mesh.database.collection('sync').updateOne({ _id }, { $set: { next_at: new Date() } });
      await connected.ended(started);
      expect(await readHealth(connected)).to.include({ status: 'healthy', api_available: true });
    });

  it('is unhealthy, and the system not available, where it died in the midst of a synchronisation', async () => {
    const connected = await dyingInMidSync(once, 503);
    expect(await connected.sync()).to.include({ status: 'failed' });
    expect(await readHealth(connected)).to.include({
      status: 'unhealthy',
      api_available: false,
      response_time_ms: null,
    });
  });

  it('says that the system is available where it refused the whole by an answer', async () => {
    const connected = await dyingInMidSync(once, 403);
    expect(await connected.sync()).to.include({ status: 'failed' });
    expect(await readHealth(connected)).to.include({ status: 'unhealthy', api_available: true });
  });

  it('says that the system is available where it could not take some records this time, and that they wait', async () => {
    const connected = await mesh.connect({ ...BOTH_WAYS, ...later });
    seed(connected, 1);
    await connected.sync();
    await change(connected, 'S-00000', { name: 'Renamed' });
    await isHeard(connected, 1);
    connected.external.acquire = async ({ method }) => {
      // It is another's meanwhile, so that what is sent is stale.
      if (method === 'POST') Object.assign(connected.external.rows.get('S-00000') as object, { etag: 'other' });
    };
    await waiting(connected);
    expect(await readHealth(connected)).to.include({ status: 'degraded', api_available: true });
  });

  it('says that the system is not available where its address is not called any more', async () => {
    const connected = await mesh.connect();
    await connected.sync();
    const elsewhere = connected.external.url.replace('127.0.0.1', '127.0.0.2');
    const _id = connected.id as never;
    await mesh.database.collection('connection').updateOne({ _id }, { $set: { 'endpoints.api_base': elsewhere } });
    const sync = await connected.sync();
    expect([sync.status, sync.error.code]).to.deep.equal(['failed', 'NO_PERMISSION']);
    expect(await readHealth(connected)).to.include({ status: 'unhealthy', api_available: false });
  });
});
