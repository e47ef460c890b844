import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

const BOTH_WAYS = {
  sync_config: { direction: 'bidirectional' },
  mapping: { bidirectional: { enabled: true, create: false, fields: ['name'], custom_fields: {} } },
};

describe('the metrics of synchronisations', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let connected: Connected;

  beforeEach(async () => {
    mesh = await startSyncMesh();
    connected = await mesh.connect(BOTH_WAYS);
    seed(connected, 3);
    connected.external.put('S-00009', { name: 'No code' });
  });
  afterEach(() => mesh.stop());

  /** The value of a metric with these labels. */
  const metric = async (name: string, label = ''): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${mesh.service.httpPort}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(label));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  const ended = (status: string) => metric('integration_syncs_ended_total', `status="${status}"`);
  const records = (outcome: string) => metric('integration_records_total', `outcome="${outcome}"`);

  it('count what each came to and how long it took, and leave dry runs out', async () => {
    await connected.sync('?dry_run=true');
    await connected.sync();
    await eventually('it is counted', async () => (await ended('partial_success')) === 1);
    expect(await ended('success')).to.equal(0);
    expect(await Promise.all(['succeeded', 'failed'].map(records))).to.deep.equal([3, 1]);
    expect(await metric('integration_sync_duration_seconds_count')).to.equal(1);
    connected.external.fault = () => ({ status: 418 });
    await connected.sync();
    await eventually('the failed one is counted', async () => (await ended('failed')) === 1);
  });

  it('count from 0 on, so that the alert for failures sees the first of them', async () => {
    const text = await (await fetch(`http://127.0.0.1:${mesh.service.httpPort}/metrics`)).text();
    for (const status of ['success', 'partial_success', 'failed', 'cancelled'])
      expect(text).to.match(new RegExp(`^integration_syncs_ended_total\\{[^}]*status="${status}"[^}]*\\} 0$`, 'm'));
  });

  it('count one that is ended with its connection', async () => {
    connected.external.fault = ({ path }) =>
      path === '/rows' ? { status: 429, headers: { 'retry-after': '3600' } } : null;
    const started = await connected.api.post(`${connected.path}/sync`);
    await connected.api.post(`${connected.path}/disable`);
    expect((await connected.ended(started)).status).to.equal('cancelled');
    await eventually('it is counted', async () => (await ended('cancelled')) === 1);
  });

  it('show what waits', async () => {
    await connected.sync();
    expect(await metric('integration_parked_records')).to.equal(1);
    await connected.sync();
    expect(await metric('integration_pending_links')).to.equal(0);
    const supplier = await connected.supplier('S-00001');
    await connected.entities.patch(`/entities/${supplier?.id}`, { name: 'Here' });
    await eventually('a change waits', async () => (await metric('integration_pending_links')) === 1);
  });
});
