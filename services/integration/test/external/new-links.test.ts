import { AS_SERVICES_READ, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { BOTH_WAYS, change } from './both-ways.ts';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

/** More than a page has. */
const RECORDS = 60;

describe('links that a synchronisation makes', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  const rows = (name: string, filter: object) =>
    mesh.database.collection(name).find(filter, AS_SERVICES_READ).toArray();

  /** A synchronisation that has linked its first page and waits; `goOn` lets it come to its end, `ended` waits for that. */
  const interrupted = async (connected: Connected) => {
    const { api, path, external } = connected;
    external.fault = ({ query }) => (query.get('after') ? { status: 429, headers: { 'retry-after': '3600' } } : null);
    const started = await api.post(`${path}/sync`);
    const id = started.body.data.sync_id;
    await eventually('it waits behind the first page', async () => {
      const { body } = await api.get(`${path}/syncs/${id}`);
      return body.data.records_succeeded > 0 && Date.parse(body.data.next_attempt_at) > Date.now() + 60_000;
    });
    external.fault = null;
    const ended = () => connected.ended(started);
    const goOn = async () => {
      await mesh.database.collection('sync').updateOne({ _id: id }, { $set: { next_at: new Date() } });
      return ended();
    };
    return { ended, goOn };
  };

  /** As where the event of the change came before the link was there. */
  const unhear = async ({ orgId }: Connected): Promise<void> => {
    await eventually('the change is heard of', async () => {
      const links = mesh.database.collection('link');
      const { modifiedCount } = await links.updateOne({ org_id: orgId, dirty: true }, { $set: { dirty: false } });
      return modifiedCount === 1;
    });
  };

  it('send what changed here before they were there, and are looked at once', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, RECORDS);
    const { goOn } = await interrupted(connected);
    await change(connected, 'S-00007', { name: 'Changed at once' });
    await unhear(connected);
    expect(await goOn()).to.include({ status: 'success' });
    expect(connected.external.rows.get('S-00007')?.fields.name).to.equal('Changed at once');
    expect(await rows('new_links', { org_id: connected.orgId })).to.deep.equal([]);
  });

  it('are looked at by the next synchronisation, where theirs was ended', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, RECORDS);
    const { ended } = await interrupted(connected);
    await change(connected, 'S-00007', { name: 'Changed at once' });
    await unhear(connected);
    expect((await connected.api.post(`${connected.path}/disable`)).status).to.equal(200);
    expect(await ended()).to.include({ status: 'cancelled' });
    expect((await connected.api.post(`${connected.path}/enable`)).status).to.equal(200);
    const { api, path, external } = connected;
    await eventually('the next one begins', async () => (await api.post(`${path}/sync`)).status === 202);
    await eventually('it is sent', () => external.rows.get('S-00007')?.fields.name === 'Changed at once');
  });

  it('detect a record that was removed before they existed', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, RECORDS);
    const { goOn } = await interrupted(connected);
    const { id } = (await connected.supplier('S-00007')) as { id: string };
    expect((await connected.entities.delete(`/entities/${id}`)).status).to.equal(204);
    await unhear(connected);
    expect(await goOn()).to.include({ status: 'success' });
    expect((await rows('link', { entity_id: id }))[0]).to.include({ dirty: false, deleted: true });
  });

  it('are written once where nothing changed here', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, RECORDS);
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: RECORDS });
    const versions = (await rows('link', { org_id: connected.orgId })).map(({ version }) => version);
    expect(versions).to.deep.equal(Array.from({ length: RECORDS }, () => 1));
  });
});
