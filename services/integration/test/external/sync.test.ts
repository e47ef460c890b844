import { expect } from 'chai';
import { type Connected, startSyncMesh } from './sync-mesh.ts';

const seed = (connected: Connected, count: number, at?: string): void => {
  for (let index = 0; index < count; index += 1) {
    const code = `S-${String(index).padStart(5, '0')}`;
    connected.external.put(code, { name: `Supplier ${index}`, code, city: 'Basel', rating: index % 5 }, at);
  }
};

describe('synchronisation from an external system', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  it('takes every record, page by page, and tells how far it is', async () => {
    const connected = await mesh.connect();
    seed(connected, 120);
    const sync = await connected.sync();
    expect(sync).to.deep.include({ status: 'success', trigger: 'manual', dry_run: false, records_attempted: 120 });
    expect(sync).to.deep.include({ records_succeeded: 120, records_failed: 0, errors: [] });
    const suppliers = await connected.suppliers();
    expect(suppliers).to.have.length(120);
    const one = await connected.supplier('S-00007');
    expect(one).to.deep.include({ name: 'Supplier 7', version: 1 });
    expect(one?.attributes).to.include({ city: 'Basel', rating: 2 });
  });
});
