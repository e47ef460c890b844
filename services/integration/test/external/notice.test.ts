import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

describe('notices of an external system', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let count = 0;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  /** A notice as the receipt of a signed message leaves it. */
  const notify = ({ orgId, id }: Connected, ...external_ids: string[]) => {
    count += 1;
    const about = { org_id: orgId, connection_id: id, message_id: `m-${count}`, event: 'object.supplier.updated' };
    const row = { ...about, object: 'supplier', external_ids, received_at: new Date(), taken_at: null, version: 1 };
    return mesh.database.collection('notice').insertOne({ _id: `evt_${id}_${count}` as never, ...row });
  };
  const history = async ({ api, path }: Connected) => (await api.get(`${path}/history`)).body.data;

  it('is fetched and taken at once, those records alone', async () => {
    const connected = await mesh.connect();
    seed(connected, 5);
    await notify(connected, 'S-00001', 'S-00003');
    await eventually('they are taken', async () => (await connected.suppliers()).length === 2);
    await eventually('it has ended', async () => (await history(connected))[0].status === 'success');
    expect((await history(connected))[0]).to.include({ trigger: 'realtime', records_succeeded: 2 });
    expect(connected.external.requests.filter((one) => one === 'GET /rows')).to.have.length(1);
  });

  it('is taken once, and nothing where the record is the same or not there', async () => {
    const connected = await mesh.connect();
    seed(connected, 1);
    await connected.sync();
    await notify(connected, 'S-00000', 'nowhere');
    await eventually('it was looked at', async () => {
      const [latest] = await history(connected);
      return latest.trigger === 'realtime' && latest.status === 'success';
    });
    expect((await history(connected))[0]).to.include({ records_attempted: 0, records_unchanged: 1 });
    expect((await connected.supplier('S-00000'))?.version).to.equal(1);
    expect(await history(connected)).to.have.length(2);
  });

  it('is taken up though another connection has more that waits than is looked at', async () => {
    const [busy, other] = [await mesh.connect(), await mesh.connect()];
    for (const { external } of [busy, other]) seed({ external }, 1);
    const open = Promise.withResolvers<void>();
    busy.external.acquire = () => open.promise;
    const started = await busy.api.post(`${busy.path}/sync`);
    const rows = Array.from({ length: 600 }, (_, index) => ({
      _id: `evt_${busy.id}_${index}`,
      org_id: busy.orgId,
      connection_id: busy.id,
      message_id: `b-${index}`,
      event: 'object.supplier.updated',
      object: 'supplier',
      external_ids: ['S-00000'],
      received_at: new Date(Date.now() - 3_600_000),
      taken_at: null,
      version: 1,
    }));
    await mesh.database.collection('notice').insertMany(rows as never[]);
    await notify(other, 'S-00000');
    await eventually('it is taken', () => other.supplier('S-00000'));
    expect((await history(busy)).map(({ trigger }: { trigger: string }) => trigger)).to.deep.equal(['manual']);
    open.resolve();
    await busy.ended(started);
  });

  it('waits while another synchronisation runs', async () => {
    const connected = await mesh.connect();
    seed(connected, 1);
    const open = Promise.withResolvers<void>();
    connected.external.acquire = () => open.promise;
    const started = await connected.api.post(`${connected.path}/sync`);
    await notify(connected, 'S-00000');
    expect((await connected.api.get(`${connected.path}/health`)).body.data.pending_changes.inbound).to.equal(1);
    open.resolve();
    await connected.ended(started);
    await eventually('it comes after', async () => (await history(connected)).length === 2);
  });
});
