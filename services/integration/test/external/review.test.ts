import { expect } from 'chai';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

const LONG_AGO = '2026-01-01T00:00:00.000Z';

const REVIEWED = {
  sync_config: { direction: 'inbound' },
  conflict_resolution: { default_strategy: 'external_wins', manual_review_fields: ['supplier.name'] },
};

describe('an open conflict of a mapping that is inbound alone', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let connected: Connected;
  let fetched: string[];

  before(async () => {
    mesh = await startSyncMesh({ lists: true });
  });
  after(() => mesh.stop());

  const rename = async (name: string): Promise<void> => {
    const supplier = await connected.supplier('S-00000');
    expect((await connected.entities.patch(`/entities/${supplier?.id}`, { name })).status).to.equal(200);
  };

  const readConflicts = async () => (await connected.api.get(`${connected.path}/conflicts`)).body.data;

  /** Both sides have renamed a record; no change there brings it again. */
  beforeEach(async () => {
    connected = await mesh.connect(REVIEWED);
    const { external } = connected;
    seed(connected, 3, LONG_AGO);
    await connected.sync();
    await rename('Here');
    external.put('S-00000', { name: 'There', code: 'S-00000' });
    await connected.sync();
    expect(await readConflicts()).to.have.length(1);
    external.put('S-00000', { name: 'There', code: 'S-00000' }, LONG_AGO);
    fetched = [];
    external.fault = ({ query }) => {
      fetched.push(...(query.get('ids')?.split(',') ?? []));
      return null;
    };
  });

  it('shows the present value here after the next synchronisation, and is fetched only for that', async () => {
    await rename('Here again');
    expect(await connected.sync()).to.include({ status: 'partial_success', open_conflicts: 1 });
    expect(fetched).to.deep.equal(['S-00000']);
    const [conflict] = await readConflicts();
    expect(conflict).to.include({ status: 'open', local_value: 'Here again', remote_value: 'There' });
    await connected.sync();
    expect(fetched).to.deep.equal(['S-00000']);
    const decision = { resolution: 'external', reason: 'Theirs' };
    expect((await connected.api.post(`${connected.path}/conflicts/${conflict.id}/resolve`, decision)).status).to.equal(
      200,
    );
    expect((await connected.supplier('S-00000'))?.name).to.equal('There');
    expect(await connected.sync()).to.include({ records_attempted: 0 });
  });

  it('is over once both sides agree', async () => {
    await rename('There');
    await connected.sync();
    expect((await readConflicts()).map(({ status }: { status: string }) => status)).to.deep.equal(['withdrawn']);
  });

  it('is decided by the strategy once its field waits for nobody', async () => {
    const changed = { conflict_resolution: { manual_review_fields: [] } };
    expect((await connected.api.patch(connected.path, changed)).status).to.equal(200);
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
    expect((await connected.supplier('S-00000'))?.name).to.equal('There');
    expect((await readConflicts()).map(({ status }: { status: string }) => status)).to.deep.equal(['withdrawn']);
  });

  it('stays one of the whole record while the record is gone there', async () => {
    const [{ id }] = await readConflicts();
    await connected.api.post(`${connected.path}/conflicts/${id}/resolve`, { resolution: 'service', reason: 'Ours' });
    connected.external.remove('S-00000');
    await connected.sync();
    const open = async () => (await readConflicts()).filter(({ status }: { status: string }) => status === 'open');
    expect((await open())[0]).to.include({ field: 'record' });
    await rename('Here to stay');
    await connected.sync();
    const [whole] = await open();
    expect(whole).to.include({ field: 'record' });
    expect(whole.local_value).to.include({ name: 'Here to stay' });
  });

  it('of a whole record is decided once, also where a full synchronisation meets the record as gone again', async () => {
    const row = connected.external.rows.get('S-00000');
    if (row) row.deleted = true;
    await connected.sync('?full=true');
    const open = async () => (await readConflicts()).filter(({ status }: { status: string }) => status === 'open');
    const [whole] = await open();
    expect(whole).to.include({ field: 'record' });
    const choice = { resolution: 'service', reason: 'It is still delivered' };
    expect((await connected.api.post(`${connected.path}/conflicts/${whole.id}/resolve`, choice)).status).to.equal(200);
    expect(await connected.sync('?full=true')).to.include({ status: 'success', records_succeeded: 0 });
    expect(await open()).to.deep.equal([]);
    expect(await connected.suppliers()).to.have.length(3);
  });

  it('stays open while the record cannot be seen there', async () => {
    const row = connected.external.rows.get('S-00000');
    connected.external.rows.delete('S-00000');
    await rename('Here again');
    await connected.sync();
    if (row) connected.external.rows.set('S-00000', row);
    await connected.sync();
    expect((await readConflicts()).map(({ status }: { status: string }) => status)).to.deep.equal(['open']);
  });

  it('is over where the record was deleted here too, and cannot be seen there', async () => {
    const supplier = await connected.supplier('S-00000');
    connected.external.rows.delete('S-00000');
    expect((await connected.entities.delete(`/entities/${supplier?.id}`)).status).to.equal(204);
    await connected.sync();
    expect((await readConflicts()).map(({ status }: { status: string }) => status)).to.deep.equal(['withdrawn']);
  });
});

describe('a field that is reviewed and has an exception', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  it('is decided by its exception', async () => {
    const conflict_resolution = { ...REVIEWED.conflict_resolution, exceptions: { 'supplier.name': 'service_wins' } };
    const connected = await mesh.connect({ ...REVIEWED, conflict_resolution });
    seed(connected, 1);
    await connected.sync();
    const supplier = await connected.supplier('S-00000');
    await connected.entities.patch(`/entities/${supplier?.id}`, { name: 'Here' });
    connected.external.put('S-00000', { name: 'There', code: 'S-00000' });
    expect(await connected.sync()).to.include({ status: 'success' });
    expect((await connected.supplier('S-00000'))?.name).to.equal('Here');
    expect((await connected.api.get(`${connected.path}/conflicts`)).body.data).to.deep.equal([]);
  });
});
