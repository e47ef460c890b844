import { AS_SERVICES_READ, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Connected, seed, startSyncMesh, supplierMapping } from './sync-mesh.ts';

const REVIEWED = {
  sync_config: { direction: 'bidirectional' },
  conflict_resolution: { manual_review_fields: ['supplier.name'] },
  mapping: { bidirectional: { enabled: true, create: false, fields: ['name'], custom_fields: {} } },
};

const KINDS = ['link', 'cursor', 'parked_record', 'notice', 'new_links', 'pending_decision'] as const;

describe('what connections and mappings leave behind', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let now = Date.now();

  before(async () => {
    mesh = await startSyncMesh({ clock: () => new Date(now) });
  });
  beforeEach(() => {
    now = Date.now();
  });
  after(() => mesh.stop());

  const rows = (name: string, filter: object) =>
    mesh.database.collection(name).find(filter, AS_SERVICES_READ).toArray();

  const readCounts = async (filter: object): Promise<number[]> =>
    Promise.all(KINDS.map(async (name) => (await rows(name, filter)).length));

  /** Two linked records, one in a conflict and one changed here, a third one parked, a message, new links, and a decision. */
  const withAll = async (): Promise<Connected> => {
    const connected = await mesh.connect(REVIEWED);
    const { external, entities, orgId, id } = connected;
    seed(connected, 2);
    external.put('S-00009', { name: 'No code' });
    await connected.sync();
    const supplier = await connected.supplier('S-00000');
    await entities.patch(`/entities/${supplier?.id}`, { name: 'Here' });
    external.put('S-00000', { name: 'There', code: 'S-00000' });
    await connected.sync();
    const message = { _id: `evt_${id}`, org_id: orgId, connection_id: id, message_id: 'm', event: 'e', object: 'o' };
    const received = { external_ids: [], received_at: new Date(), taken_at: new Date(), version: 2 };
    await mesh.database.collection('notice').insertOne({ ...message, ...received } as never);
    const [{ id: mapping_id }] = (await connected.api.get(`${connected.path}/mappings`)).body.data;
    const made = { _id: `sync_${id}`, org_id: orgId, connection_id: id, mapping_id, links: [], version: 1 };
    await mesh.database.collection('new_links').insertOne(made as never);
    const decision = { resolution: 'service', value: 'null', decided_by: 'usr_1', decided_at: new Date(), version: 1 };
    const held = { _id: `cfl_${id}`, org_id: orgId, connection_id: id, mapping_id, ...decision };
    await mesh.database.collection('pending_decision').insertOne(held as never);
    expect(await readCounts({ connection_id: id })).to.deep.equal([2, 1, 1, 1, 1, 1]);
    return connected;
  };

  const readConflict = async ({ id }: Connected) => (await rows('conflict', { connection_id: id }))[0];

  it('are removed with the connection, except its history', async () => {
    const connected = await withAll();
    const { api, path, id, orgId } = connected;
    expect((await readConflict(connected))?.status).to.equal('open');
    expect((await api.delete(path)).status).to.equal(204);
    await eventually('all of it is gone', async () =>
      (await readCounts({ org_id: orgId })).every((count) => count === 0),
    );
    expect(await eventually('the conflict is over', async () => (await readConflict(connected))?.status !== 'open'));
    expect(await readConflict(connected)).to.deep.include({ status: 'withdrawn', resolution: null });
    expect(await rows('sync', { connection_id: id })).to.have.length(2);
    expect(await connected.suppliers()).to.have.length(2);
  });

  it('is removed with a mapping that is taken out, and nothing of the others is', async () => {
    const connected = await withAll();
    const { api, path, external } = connected;
    const components = supplierMapping({
      entity_type: 'component',
      source_object: 'component',
      field_mappings: [{ source: 'name', target: 'name', required: true, transformation: null }],
    });
    const [suppliers] = (await api.get(`${path}/mappings`)).body.data;
    const both = await api.put(`${path}/mappings`, { mappings: [suppliers, components] });
    const other = both.body.data[1].id;
    expect(await connected.sync()).to.include({ records_failed: 0, open_conflicts: 1 });
    external.put('S-00000', { name: 'There again', code: 'S-00000' });
    await connected.sync();
    const unchanged = await readCounts({ mapping_id: other });
    expect(unchanged[0]).to.be.above(0);
    await api.patch(path, { conflict_resolution: { manual_review_fields: [] } });
    const put = await api.put(`${path}/mappings`, { mappings: [{ ...components, id: other }] });
    expect(put.status, JSON.stringify(put.body)).to.equal(200);
    await eventually('what served it is gone', async () =>
      (await readCounts({ mapping_id: suppliers.id })).every((count) => count === 0),
    );
    await eventually('its conflict is over', async () => (await readConflict(connected))?.status === 'withdrawn');
    expect(await readCounts({ mapping_id: other })).to.deep.equal(unchanged);
    const { pending_changes } = (await api.get(`${path}/health`)).body.data;
    expect(pending_changes).to.deep.equal({ inbound: 0, outbound: 0 });
  });

  it('is removed also where what was under way has made it after that', async () => {
    const { api, path, id } = await withAll();
    const [link] = await rows('link', { connection_id: id });
    await api.delete(path);
    const links = () => rows('link', { connection_id: id });
    await eventually('the links are gone', async () => (await links()).length === 0);
    await mesh.database.collection('link').insertOne(link as never);
    await eventually('the late one is gone too', async () => (await links()).length === 0);
    now += 2 * 3_600_000;
    await eventually('it is looked for no longer', async () => {
      return (await rows('orphan', { connection_id: id })).length === 0;
    });
  });

  it('does not count as pending what the direction does not send', async () => {
    const connected = await withAll();
    const { api, path, entities } = connected;
    const outbound = async () => (await api.get(`${path}/health`)).body.data.pending_changes.outbound;
    const supplier = await connected.supplier('S-00001');
    await entities.patch(`/entities/${supplier?.id}`, { name: 'Renamed' });
    await eventually('it waits to be sent', async () => (await outbound()) === 1);
    expect((await api.patch(path, { sync_config: { direction: 'inbound' } })).status).to.equal(200);
    expect(await outbound()).to.equal(0);
  });

  it('is made nowhere, once the mapping makes no records any more', async () => {
    const bidirectional = { enabled: true, create: true, fields: ['name', 'attributes.supplier_code'] };
    const connected = await mesh.connect({ ...REVIEWED, mapping: { bidirectional } as never });
    const { api, path, external, entities } = connected;
    await connected.sync();
    await entities.post('/entities', { type: 'supplier', name: 'Here', attributes: { supplier_code: 'H-1' } });
    const outbound = async () => (await api.get(`${path}/health`)).body.data.pending_changes.outbound;
    await eventually('it waits to be made there', async () => (await outbound()) === 1);
    const mapping = supplierMapping({ bidirectional: { ...bidirectional, create: false } as never });
    expect((await api.put(`${path}/mappings`, { mappings: [mapping] })).status).to.equal(200);
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(external.written).to.deep.equal([]);
    expect(await outbound()).to.equal(0);
  });
});
