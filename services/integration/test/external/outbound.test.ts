import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { BOTH_WAYS, change, isHeard, readPending } from './both-ways.ts';
import { type Connected, seed, startSyncMesh, supplierMapping } from './sync-mesh.ts';

describe('synchronisation to an external system', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  /** Begins a synchronisation whose writes to the external system are held there until they are let go. */
  const conflictAtWrite = async ({ api, path, external }: Connected) => {
    const gate = Promise.withResolvers<void>();
    const sent = new Promise<void>((resolve) => {
      external.acquire = async ({ method }) => {
        if (method !== 'POST') return;
        resolve();
        await gate.promise;
      };
    });
    const started = await api.post(`${path}/sync`);
    await sent;
    return { started, open: () => gate.resolve() };
  };

  it('sends what changed here, the fields that are listed alone, and does not take its own change for one there', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, 3);
    await connected.sync();
    expect(connected.external.written).to.deep.equal([]);
    await change(connected, 'S-00001', { name: 'Renamed', attributes: { rating: 5, city: 'Bern' } });
    await isHeard(connected, 1);
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 1, records_succeeded: 1 });
    expect(connected.external.written).to.deep.equal([{ id: 'S-00001', fields: { name: 'Renamed', city: 'Bern' } }]);
    expect(connected.external.rows.get('S-00001')?.fields).to.include({ rating: 1 });
    const before = await connected.supplier('S-00001');
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(await connected.supplier('S-00001')).to.deep.equal(before);
    expect(connected.external.written).to.have.length(1);
    expect((await readPending(connected)).outbound).to.equal(0);
  });

  it('takes the former value where somebody there sets it back after ours was sent', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { external } = connected;
    seed(connected, 1);
    await connected.sync();
    const former = external.rows.get('S-00000')?.fields;
    await change(connected, 'S-00000', { name: 'Ours' });
    await isHeard(connected, 1);
    await connected.sync();
    expect(external.rows.get('S-00000')?.fields.name).to.equal('Ours');
    external.put('S-00000', { ...former });
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 1 });
    expect((await connected.supplier('S-00000'))?.name).to.equal(former?.name);
    expect((await connected.sync()).records_attempted).to.equal(0);
  });

  it('takes what the partner itself makes of a record that is sent', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { external } = connected;
    seed(connected, 1);
    await connected.sync();
    external.ownFields = { rating: 9 };
    await change(connected, 'S-00000', { name: 'Ours' });
    const attributes = { supplier_code: 'H-1', city: 'Bern' };
    await connected.entities.post('/entities', { type: 'supplier', name: 'New here', attributes });
    await isHeard(connected, 2);
    await connected.sync();
    await connected.sync();
    for (const code of ['S-00000', 'H-1'])
      expect((await connected.supplier(code))?.attributes, code).to.include({ rating: 9 });
    expect((await connected.sync()).records_attempted).to.equal(0);
  });

  it('sends by one mapping what another of the same connection took', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { api, path, external } = connected;
    const [first] = (await api.get(`${path}/mappings`)).body.data;
    const other = supplierMapping({
      source_object: 'address',
      bidirectional: { enabled: true, create: true, fields: ['attributes.city'], custom_fields: {} },
    });
    const field_mappings = other.field_mappings.map((field) =>
      field.target === 'attributes.city' ? { ...field, source: 'town' } : field,
    );
    expect((await api.put(`${path}/mappings`, { mappings: [first, { ...other, field_mappings }] })).status).to.equal(
      200,
    );
    const row = { name: 'Supplier', code: 'S-1', city: 'Basel', town: 'Basel', rating: 1 };
    external.put('S-1', row);
    await connected.sync();
    external.put('S-1', { ...row, city: 'Bern' });
    await eventually('a synchronisation has sent it', async () => {
      await connected.sync();
      return external.rows.get('S-1')?.fields.town === 'Bern';
    });
    expect(external.rows.get('S-1')?.fields).to.include({ city: 'Bern' });
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(external.rows.size).to.equal(1);
  });

  it('sends what changed here while the former value was sent, and refused', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { external } = connected;
    seed(connected, 2);
    await connected.sync();
    external.refuse.add('Refused');
    await change(connected, 'S-00000', { name: 'Refused' });
    await isHeard(connected, 1);
    const { started, open } = await conflictAtWrite(connected);
    await change(connected, 'S-00000', { name: 'Mended' });
    // The event of this one comes after that of the one before it.
    await change(connected, 'S-00001', { name: 'Another' });
    await isHeard(connected, 2);
    open();
    await connected.ended(started);
    await connected.sync();
    const names = [...external.rows.values()].map(({ fields }) => fields.name);
    expect(names).to.have.members(['Mended', 'Another']);
    expect((await connected.supplier('S-00000'))?.name).to.equal('Mended');
  });

  it('sends what changed here while a record was made there, and takes what it sent itself for no change there', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { api, path, external } = connected;
    seed(connected, 1);
    await connected.sync();
    const attributes = { supplier_code: 'H-1', city: 'Bern' };
    await connected.entities.post('/entities', { type: 'supplier', name: 'New here', attributes });
    await isHeard(connected, 1);
    const { started, open } = await conflictAtWrite(connected);
    await change(connected, 'H-1', { attributes: { city: 'Chur' } });
    // The event of this one comes after that of the one before it.
    await change(connected, 'S-00000', { name: 'Another' });
    await isHeard(connected, 2);
    open();
    await connected.ended(started);
    await api.post(`${path}/sync`).then(connected.ended);
    expect((await connected.supplier('H-1'))?.attributes).to.include({ city: 'Chur' });
    const made = [...external.rows.values()].filter(({ fields }) => fields.code === 'H-1');
    expect(made.map(({ fields }) => fields.city)).to.deep.equal(['Chur']);
  });

  it('sends the others, and leaves the last value here, where a record changes here whenever it is sent', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { api, path, external } = connected;
    seed(connected, 2);
    await connected.sync();
    const hot = (await connected.supplier('S-00000'))?.id ?? '';
    const links = mesh.database.collection('link');
    const readLink = (code: string) => links.findOne({ connection_id: connected.id, external_id: code });
    for (const code of ['S-00000', 'S-00001']) await change(connected, code, { name: `${code} here` });
    await isHeard(connected, 2);
    let sent = 0;
    external.acquire = async ({ method }) => {
      if (method !== 'POST') return;
      sent += 1;
      const before = (await readLink('S-00000'))?.version;
      await connected.entities.patch(`/entities/${hot}`, { name: `Change ${sent}` });
      await eventually('the change is heard of', async () => (await readLink('S-00000'))?.version !== before);
    };
    const started = await api.post(`${path}/sync`);
    const syncs = mesh.database.collection<{ _id: string; retries: number }>('sync');
    const _id: string = started.body.data.sync_id;
    await eventually('it is put off', async () => ((await syncs.findOne({ _id }))?.retries ?? 0) > 0);
    expect([(await readLink('S-00000'))?.dirty, (await readLink('S-00001'))?.dirty]).to.deep.equal([true, false]);
    external.acquire = null;
    await syncs.updateOne({ _id }, { $set: { next_at: new Date() } });
    expect(await connected.ended(started)).to.include({ status: 'success' });
    expect((await connected.supplier('S-00000'))?.name).to.equal(`Change ${sent}`);
    expect(external.rows.get('S-00000')?.fields.name).to.equal(`Change ${sent}`);
  });

  it('counts what it has sent, also where a batch is decided again', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, 2);
    await connected.sync();
    for (const code of ['S-00000', 'S-00001']) await change(connected, code, { attributes: { city: 'Bern' } });
    await isHeard(connected, 2);
    const links = mesh.database.collection('link');
    const readVersion = async () =>
      (await links.findOne({ connection_id: connected.id, external_id: 'S-00000' }))?.version as number;
    const before = await readVersion();
    const { started, open } = await conflictAtWrite(connected);
    await change(connected, 'S-00000', { attributes: { city: 'Chur' } });
    await eventually('the change is heard of', async () => (await readVersion()) !== before);
    open();
    expect(await connected.ended(started)).to.include({ records_attempted: 2, records_succeeded: 2 });
    expect(connected.external.written.filter(({ id }) => id === 'S-00001')).to.have.length(1);
  });

  it('counts what was unchanged once, also where a batch is decided again', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { external } = connected;
    seed(connected, 3);
    await connected.sync();
    await change(connected, 'S-00000', { attributes: { city: 'Bern' } });
    await isHeard(connected, 1);
    external.put('S-00000', { ...external.rows.get('S-00000')?.fields, rating: 4 });
    const { started, open } = await conflictAtWrite(connected);
    await change(connected, 'S-00000', { attributes: { city: 'Chur' } });
    // The event of this one comes after that of the one before it.
    await change(connected, 'S-00001', { name: 'Another' });
    await isHeard(connected, 2);
    open();
    expect(await connected.ended(started)).to.include({ status: 'success', records_unchanged: 2 });
    expect(external.rows.get('S-00000')?.fields).to.include({ city: 'Chur', rating: 4 });
  });

  it('sends what changed here while the connection was not active, once it is again', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const { api, path, external } = connected;
    seed(connected, 2);
    await connected.sync();
    expect((await api.post(`${path}/disable`)).body.data.status).to.equal('disabled');
    await change(connected, 'S-00001', { attributes: { city: 'Bern' } });
    await isHeard(connected, 1);
    const other = await api.patch(path, { authentication: { api_key: 'k-2' } });
    expect(other.body.data.status).to.equal('pending_authorization');
    const attributes = { supplier_code: 'H-1' };
    await connected.entities.post('/entities', { type: 'supplier', name: 'New here', attributes });
    await isHeard(connected, 2);
    await api.post(`${path}/authorize`);
    expect((await api.post(`${path}/enable`)).body.data.status).to.equal('active');
    await eventually('both are there', () => external.written.length === 2);
    expect(external.rows.get('S-00001')?.fields).to.include({ city: 'Bern' });
    expect(external.written.map(({ fields }) => fields.code)).to.include('H-1');
  });

  it('shows a record once in a dry run, whichever side changed it, and makes none there that is there under its code', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const attributes = { supplier_code: 'S-00002', city: 'Bern' };
    await connected.entities.post('/entities', { type: 'supplier', name: 'Known here', attributes });
    seed(connected, 3);
    const actions = ({ changes }: { changes: readonly { record_id: string; action: string }[] }) =>
      changes.map(({ record_id, action }) => `${record_id} ${action}`);
    const first = await connected.sync('?dry_run=true');
    expect(first).to.include({ status: 'success', records_attempted: 3, records_succeeded: 3 });
    expect(actions(first)).to.have.members(['S-00000 create_local', 'S-00001 create_local', 'S-00002 update_local']);
    await connected.sync();
    await change(connected, 'S-00000', { attributes: { city: 'Bern' } });
    await change(connected, 'S-00001', { attributes: { city: 'Bern' } });
    await change(connected, 'S-00002', { attributes: { city: 'Genf' } });
    await isHeard(connected, 3);
    connected.external.put('S-00000', { name: 'Renamed there', code: 'S-00000', city: 'Basel', rating: 0 });
    connected.external.put('S-00002', { name: 'No code' });
    for (const query of ['?dry_run=true', '?dry_run=true&full=true']) {
      const dry = await connected.sync(query);
      expect(dry).to.include({ status: 'partial_success', records_attempted: 3, records_succeeded: 2 });
      expect(dry.errors.map(({ record_id }: { record_id: string }) => record_id)).to.deep.equal(['S-00002']);
      expect(actions(dry)).to.have.members(['S-00000 update_local', 'S-00000 update_remote', 'S-00001 update_remote']);
    }
    expect(connected.external.written).to.deep.equal([]);
  });

  it('makes there what is here alone: what was there before the connection, and what came after', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    const create = (code: string) =>
      connected.entities.post('/entities', {
        type: 'supplier',
        name: `Here ${code}`,
        attributes: { supplier_code: code },
      });
    await create('H-1');
    seed(connected, 1);
    await connected.sync();
    expect(connected.external.written.map(({ fields }) => fields.code)).to.deep.equal(['H-1']);
    await create('H-2');
    await isHeard(connected, 1);
    expect(await connected.sync()).to.include({ status: 'success', records_succeeded: 1 });
    expect(connected.external.written.map(({ fields }) => fields.code)).to.deep.equal(['H-1', 'H-2']);
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(await connected.suppliers()).to.have.length(3);
    expect(connected.external.rows.size).to.equal(3);
  });

  it('makes nothing there that the mapping does not want made', async () => {
    const connected = await mesh.connect({
      ...BOTH_WAYS,
      mapping: { bidirectional: { ...BOTH_WAYS.mapping.bidirectional, create: false } },
    });
    await connected.entities.post('/entities', {
      type: 'supplier',
      name: 'Here',
      attributes: { supplier_code: 'H-1' },
    });
    await connected.sync();
    expect(connected.external.rows.size).to.equal(0);
    expect((await readPending(connected)).outbound).to.equal(0);
  });

  it('sends nothing inbound', async () => {
    const connected = await mesh.connect({ ...BOTH_WAYS, sync_config: { direction: 'inbound' } });
    seed(connected, 1);
    await connected.sync();
    await change(connected, 'S-00000', { name: 'Renamed' });
    await connected.sync('?full=true');
    expect(connected.external.written).to.deep.equal([]);
    expect((await connected.supplier('S-00000'))?.name).to.equal('Renamed');
  });

  it('sends what changed before it was to be sent, once the direction or the mapping lets it through', async () => {
    const connected = await mesh.connect({ ...BOTH_WAYS, sync_config: { direction: 'inbound' } });
    const { api, path, external } = connected;
    seed(connected, 2);
    await connected.sync();
    await change(connected, 'S-00000', { name: 'Renamed', attributes: { rating: 9 } });
    expect((await api.patch(path, { sync_config: { direction: 'bidirectional' } })).status).to.equal(200);
    await connected.sync();
    expect(external.written).to.deep.equal([{ id: 'S-00000', fields: { name: 'Renamed' } }]);
    const { bidirectional } = BOTH_WAYS.mapping;
    const more = { ...bidirectional, fields: [...bidirectional.fields, 'attributes.rating'] };
    const put = await api.put(`${path}/mappings`, { mappings: [supplierMapping({ bidirectional: more })] });
    expect(put.status, JSON.stringify(put.body)).to.equal(200);
    expect(await connected.sync()).to.include({ status: 'success' });
    expect(external.written[1]).to.deep.equal({ id: 'S-00000', fields: { rating: 9 } });
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(external.written).to.have.length(2);
  });

  it('merges field by field, by the strategy, and leaves a reviewed field to somebody', async () => {
    const connected = await mesh.connect({
      ...BOTH_WAYS,
      conflict_resolution: {
        default_strategy: 'external_wins',
        exceptions: { 'supplier.attributes.city': 'service_wins' },
        manual_review_fields: ['supplier.name'],
      },
    });
    seed(connected, 1);
    await connected.sync();
    await change(connected, 'S-00000', { name: 'Here', attributes: { city: 'Here', rating: 8 } });
    await isHeard(connected, 1);
    connected.external.put('S-00000', { name: 'There', code: 'S-00000', city: 'There', rating: 9 });
    await connected.sync();
    const supplier = await connected.supplier('S-00000');
    expect(supplier?.name).to.equal('Here');
    expect(supplier?.attributes).to.include({ city: 'Here', rating: 9 });
    expect(connected.external.rows.get('S-00000')?.fields).to.include({ name: 'There', city: 'Here', rating: 9 });
    const conflicts = await connected.api.get(`${connected.path}/conflicts`);
    expect(conflicts.body.data).to.have.length(1);
    const [conflict] = conflicts.body.data;
    expect(conflict).to.include({
      field: 'name',
      local_value: 'Here',
      remote_value: 'There',
      base_value: 'Supplier 0',
      status: 'open',
    });
    const resolved = await connected.api.post(`${connected.path}/conflicts/${conflict.id}/resolve`, {
      resolution: 'service',
      reason: 'Our name is the registered one',
    });
    expect(resolved.status).to.equal(200);
    await connected.sync();
    expect(connected.external.rows.get('S-00000')?.fields).to.include({ name: 'Here' });
    expect(await connected.sync()).to.include({ records_attempted: 0, status: 'success' });
  });

  it('shows of a reviewed field what is here by now, so that it can be decided', async () => {
    const connected = await mesh.connect({
      sync_config: { direction: 'inbound' },
      conflict_resolution: { default_strategy: 'external_wins', manual_review_fields: ['supplier.name'] },
    });
    seed(connected, 1);
    await connected.sync();
    await change(connected, 'S-00000', { name: 'Here' });
    connected.external.put('S-00000', { name: 'There', code: 'S-00000' });
    await connected.sync();
    const readConflict = async () => (await connected.api.get(`${connected.path}/conflicts`)).body.data[0];
    const { id } = await readConflict();
    await change(connected, 'S-00000', { name: 'Here again' });
    const resolve = () =>
      connected.api.post(`${connected.path}/conflicts/${id}/resolve`, { resolution: 'external', reason: 'Theirs' });
    expect((await resolve()).status).to.equal(409);
    await connected.sync();
    expect(await readConflict()).to.include({ id, status: 'open', local_value: 'Here again', remote_value: 'There' });
    expect((await resolve()).status).to.equal(200);
    expect((await connected.supplier('S-00000'))?.name).to.equal('There');
  });

  it('neither pushes a deletion here nor undoes it', async () => {
    const connected = await mesh.connect(BOTH_WAYS);
    seed(connected, 2);
    await connected.sync();
    const supplier = await connected.supplier('S-00000');
    expect((await connected.entities.delete(`/entities/${supplier?.id}`)).status).to.equal(204);
    await isHeard(connected, 1);
    connected.external.put('S-00000', { name: 'Changed there', code: 'S-00000' });
    expect(await connected.sync()).to.include({ status: 'success' });
    expect(connected.external.rows.has('S-00000')).to.equal(true);
    expect(await connected.supplier('S-00000')).to.equal(undefined);
    expect(await connected.sync('?full=true')).to.include({ status: 'success', records_attempted: 0 });
  });
});
