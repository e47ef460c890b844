import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { BOTH_WAYS, change, isHeard, readPending } from './both-ways.ts';
import { type Ended, seed, startSyncMesh, supplierMapping } from './sync-mesh.ts';

/** Records without a code, which nothing but their link or their reference finds again. */
const COMPONENTS = {
  entity_type: 'component' as const,
  field_mappings: [
    { source: 'name', target: 'name', required: true, transformation: null },
    { source: 'city', target: 'attributes.city', required: false, transformation: null },
  ],
  bidirectional: { ...BOTH_WAYS.mapping.bidirectional, fields: ['name'] },
};

const NO_RETRY = { max_retries: 0, retry_delay_seconds: 0, exponential_backoff: false };

describe('synchronisation to an external system that meets failures', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  it('parks a row that the partner refuses, and sends the others of the batch', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, 3);
    await connected.sync();
    connected.external.refuse.add('S-00001');
    for (const code of ['S-00000', 'S-00001', 'S-00002'])
      await change(connected, code, { attributes: { city: 'Bern' } });
    await isHeard(connected, 3);
    const sync = await connected.sync();
    expect(sync).to.include({ status: 'partial_success', records_succeeded: 2, records_failed: 1 });
    expect(sync.errors[0]).to.include({ record_id: 'S-00001', error_code: 'VALIDATION_ERROR' });
    expect(await connected.sync()).to.include({ status: 'partial_success', records_attempted: 0 });
    connected.external.refuse.clear();
    await connected.ended(await connected.api.post(`${connected.path}/parked/replay`));
    expect(connected.external.rows.get('S-00001')?.fields).to.include({ city: 'Bern' });
    expect((await connected.api.get(`${connected.path}/parked`)).body.data).to.deep.equal([]);
  });

  it('parks a row no longer whose value was taken back here, where nothing is to be sent any more', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { api, path, external } = connected;
    seed(connected, 2);
    await connected.sync();
    external.refuse.add('Refused');
    await change(connected, 'S-00000', { name: 'Refused' });
    await isHeard(connected, 1);
    expect(await connected.sync()).to.include({ status: 'partial_success', records_failed: 1 });
    expect((await api.get(`${path}/parked`)).body.data).to.have.length(1);
    await change(connected, 'S-00000', { name: 'Supplier 0' });
    await isHeard(connected, 1);
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect((await api.get(`${path}/parked`)).body.data).to.deep.equal([]);
    expect(await readPending(connected)).to.deep.equal({ inbound: 0, outbound: 0 });
    expect(external.written).to.deep.equal([]);
  });

  it('parks a record no longer that was refused when it was made there, once none is made there', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { api, path, external } = connected;
    external.refuse.add('Refused');
    const attributes = { supplier_code: 'H-1' };
    await connected.entities.post('/entities', { type: 'supplier', name: 'Refused', attributes });
    expect(await connected.sync()).to.include({ status: 'partial_success', records_failed: 1 });
    await change(connected, 'H-1', { attributes: { city: 'Bern' } });
    await isHeard(connected, 1);
    const bidirectional = { ...BOTH_WAYS.mapping.bidirectional, create: false };
    const put = await api.put(`${path}/mappings`, { mappings: [supplierMapping({ bidirectional })] });
    expect(put.status).to.equal(200);
    expect(await connected.sync()).to.include({ status: 'success', records_failed: 0 });
    expect((await api.get(`${path}/parked`)).body.data).to.deep.equal([]);
  });

  it('leaves parked what it could not take, where a change here is reverted', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { api, path, external } = connected;
    seed(connected, 1);
    await connected.sync();
    external.put('S-00000', { name: '', code: 'S-00000', city: 'Basel', rating: 0 });
    expect(await connected.sync()).to.include({ status: 'partial_success', records_failed: 1 });
    await change(connected, 'S-00000', { name: 'Renamed' });
    await change(connected, 'S-00000', { name: 'Supplier 0' });
    await isHeard(connected, 1);
    await connected.sync();
    expect((await api.get(`${path}/parked`)).body.data).to.have.length(1);
    expect((await readPending(connected)).outbound).to.equal(0);
  });

  it('sends again what the partner could not take for now, and nothing twice', async () => {
    const connected = await mesh.connect({
      ...BOTH_WAYS,
      error_handling: { max_retries: 3, retry_delay_seconds: 0, exponential_backoff: false },
    });
    seed(connected, 2);
    await connected.sync();
    for (const code of ['S-00000', 'S-00001']) await change(connected, code, { attributes: { city: 'Bern' } });
    await isHeard(connected, 2);
    let writes = 0;
    connected.external.fault = ({ method }) => {
      if (method === 'POST') writes += 1;
      return method === 'POST' && writes < 6 ? { status: 503 } : null;
    };
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 2, records_failed: 0 });
    expect(connected.external.written).to.have.length(2);
  });

  it('parks nothing that a rate limit stopped, even without a retry left', async () => {
    const connected = await mesh.connect({ ...BOTH_WAYS, error_handling: { max_retries: 0 } });
    seed(connected, 2);
    await connected.sync();
    for (const code of ['S-00000', 'S-00001']) await change(connected, code, { attributes: { city: 'Bern' } });
    await isHeard(connected, 2);
    let writes = 0;
    connected.external.fault = ({ method }) => {
      if (method === 'POST') writes += 1;
      return method === 'POST' && writes === 1 ? { status: 429, headers: { 'retry-after': '3600' } } : null;
    };
    const started = await connected.api.post(`${connected.path}/sync`);
    const id = started.body.data.sync_id;
    await eventually('it waits', async () => {
      const { body } = await connected.api.get(`${connected.path}/syncs/${id}`);
      return Date.parse(body.data.next_attempt_at) > Date.now() + 60_000;
    });
    await mesh.database.collection('sync').updateOne({ _id: id }, { $set: { next_at: new Date() } });
    expect(await connected.ended(started)).to.include({ status: 'success', records_succeeded: 2, records_failed: 0 });
    expect(connected.external.written).to.have.length(2);
    expect((await connected.api.get(`${connected.path}/parked`)).body.data).to.deep.equal([]);
  });

  it('knows what it made there while its connection was disabled, and does not make it again', async () => {
    const connected = await mesh.connect({ ...BOTH_WAYS, mapping: COMPONENTS });
    const component = { type: 'component', name: 'Here' };
    expect((await connected.entities.post('/entities', component)).status).to.equal(201);
    const open = Promise.withResolvers<void>();
    let writes = 0;
    connected.external.fault = ({ method }) => {
      if (method === 'POST') writes += 1;
      return null;
    };
    connected.external.acquire = async () => {
      if (writes > 0) await open.promise;
    };
    const started = await connected.api.post(`${connected.path}/sync`);
    await eventually('it is being made there', () => writes === 1);
    expect((await connected.api.post(`${connected.path}/disable`)).status).to.equal(200);
    expect(await connected.ended(started)).to.include({ status: 'cancelled' });
    open.resolve();
    await eventually('it is made there', () => connected.external.written.length === 1);
    expect((await connected.api.post(`${connected.path}/enable`)).status).to.equal(200);
    const next = await eventually('the next one ends', async () => {
      const { body } = await connected.api.get(`${connected.path}/history`);
      return body.data.length === 2 && body.data.every(({ status }: Ended) => status !== 'running') && body.data[0];
    });
    expect(next).to.include({ status: 'success' });
    expect(connected.external.written).to.have.length(1);
    expect((await connected.entities.get('/entities?type=component')).body.data).to.have.length(1);
  });

  /** One component of ours that was made there, and no try was left when its answer got lost. */
  const madeAndLost = async () => {
    const connected = await mesh.connect({ ...BOTH_WAYS, mapping: COMPONENTS, error_handling: NO_RETRY });
    await connected.entities.post('/entities', { type: 'component', name: 'Here' });
    connected.external.lostAnswers = 1;
    expect(await connected.sync()).to.include({ status: 'failed' });
    const [row] = connected.external.rows.values();
    expect(row?.fields).to.include({ name: 'Here' });
    const components = async () => (await connected.entities.get('/entities?type=component')).body.data;
    return { connected, external: connected.external, row: row as NonNullable<typeof row>, components };
  };

  it('recognises what it created there with a lost answer by its reference', async () => {
    const { connected, external, row, components } = await madeAndLost();
    external.put(row.id, { ...row.fields, city: 'Basel' });
    expect(await connected.sync()).to.include({ status: 'success', records_failed: 0 });
    const [component, ...others] = await components();
    expect([component?.attributes.city, others]).to.deep.equal(['Basel', []]);
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(external.rows.size).to.equal(1);
  });

  it('takes what was copied there, reference and all, for a record of its own', async () => {
    const { connected, external, row, components } = await madeAndLost();
    external.put('copied', { name: 'Copied' });
    Object.assign(external.rows.get('copied') as object, { reference: row.reference });
    expect(await connected.sync()).to.include({ status: 'success', records_failed: 0 });
    expect((await components()).map(({ name }: { name: string }) => name)).to.have.members(['Here', 'Copied']);
    external.put('later', { name: 'Later' });
    Object.assign(external.rows.get('later') as object, { reference: row.reference });
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1, records_failed: 0 });
    expect(await components()).to.have.length(3);
  });

  it('does not create again what it created there with a lost answer and was deleted since', async () => {
    const { connected, external, row, components } = await madeAndLost();
    Object.assign(external.rows.get(row.id) as object, { deleted: true, modified: new Date().toISOString() });
    for (let time = 0; time < 2; time += 1)
      expect(await connected.sync()).to.include({ status: 'success', records_failed: 0 });
    expect(external.rows.get(row.id)?.deleted).to.equal(true);
    expect(external.written).to.have.length(1);
    expect(await components()).to.have.length(1);
  });

  it('sends a change once its record is there again that could not be seen for a while', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, 1);
    await connected.sync();
    const row = connected.external.rows.get('S-00000');
    connected.external.rows.clear();
    await change(connected, 'S-00000', { attributes: { city: 'Bern' } });
    await isHeard(connected, 1);
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    connected.external.rows.set('S-00000', row as NonNullable<typeof row>);
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
    expect(connected.external.rows.get('S-00000')?.fields).to.include({ city: 'Bern' });
  });
});
