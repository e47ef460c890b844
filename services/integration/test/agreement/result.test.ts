import { expect } from 'chai';
import { type ConnectorMesh, connect, field, startConnectorMesh } from '../connector-mesh.ts';
import { agreed, CHANGED, changeHere, findSupplier, supplierRow } from './agreement.ts';
import { startODataPartner } from './odata-partner.ts';

describe('the result of a synchronisation', () => {
  let mesh: ConnectorMesh;

  before(async () => {
    mesh = await startConnectorMesh();
  });
  after(() => mesh.stop());

  it('is no success while a change that was refused is unsent, and says where its errors are', async () => {
    const agreement = await agreed(mesh, [supplierRow('A')]);
    const { api, partner, path, sync } = agreement;
    partner.rules.answer = (_, method) => (method === 'PATCH' ? { status: 403, body: '{}' } : null);
    await changeHere(agreement, 'C-A', { city: 'Bern' });
    const refused = await sync();
    expect(refused).to.include({ status: 'partial_success', error_count: 1, parked_records: 1 });
    const [listed] = (await api.get(`${path}/history`)).body.data;
    expect(listed).to.include({ error_count: 1, errors_at: `/v1${path}/syncs/${refused.sync_id}` });
    expect((await api.get(String(listed.errors_at).replace('/v1', ''))).body.data.errors).to.have.length(1);
    expect(await sync()).to.include({ status: 'partial_success', error_count: 0, errors_at: null, parked_records: 1 });
    partner.rules.answer = () => null;
    expect(await agreement.replay()).to.include({ status: 'success', parked_records: 0 });
    expect(partner.rows[0]?.city).to.equal('Bern');
    await partner.stop();
  });

  it('is no success while a conflict is open', async () => {
    const agreement = await agreed(mesh, [supplierRow('A')]);
    const { api, partner, path, sync } = agreement;
    const reviewed = { conflict_resolution: { manual_review_fields: ['supplier.attributes.city'] } };
    expect((await api.patch(path, reviewed)).status).to.equal(200);
    await changeHere(agreement, 'C-A', { city: 'Bern' });
    partner.rows = [supplierRow('A', { city: 'Zug', [CHANGED]: new Date().toISOString() })];
    for (let times = 0; times < 2; times += 1)
      expect(await sync()).to.include({ status: 'partial_success', open_conflicts: 1 });
    await partner.stop();
  });
});

describe('a supplier that gets another key there', () => {
  let mesh: ConnectorMesh;

  before(async () => {
    mesh = await startConnectorMesh();
  });
  after(() => mesh.stop());

  it('is linked again to the same record, and nothing is deleted or created twice', async () => {
    const agreement = await agreed(mesh, [supplierRow('K1', { code: 'C' })]);
    const before = await findSupplier(agreement, 'C');
    agreement.partner.rows = [supplierRow('K2', { code: 'C', name: 'Renamed', [CHANGED]: new Date().toISOString() })];
    expect(await agreement.sync('?full=true')).to.include({
      status: 'success',
      records_succeeded: 1,
      held_deletions: 0,
    });
    expect(await agreement.replay()).to.include({ status: 'success' });
    const all = await agreement.suppliers();
    expect(all.map(({ id, name }) => ({ id, name }))).to.deep.equal([{ id: before?.id, name: 'Renamed' }]);
    await agreement.partner.stop();
  });

  it('is an error of the record while both keys are there', async () => {
    const agreement = await agreed(mesh, [supplierRow('K1', { code: 'C' })]);
    agreement.partner.rows.push(supplierRow('K2', { code: 'C', [CHANGED]: new Date().toISOString() }));
    const both = await agreement.sync();
    expect(both.errors[0]).to.include({ record_id: 'K2', error_code: 'validation_failed' });
    expect(await agreement.suppliers()).to.have.length(1);
    await agreement.partner.stop();
  });
});

describe('a path into a list of a partner', () => {
  let mesh: ConnectorMesh;

  before(async () => {
    mesh = await startConnectorMesh();
  });
  after(() => mesh.stop());

  it('is refused when the mapping is written, unless it has an index', async () => {
    const properties = { ID: 'Edm.String', name: 'Edm.String', [CHANGED]: 'Edm.DateTimeOffset' };
    const partner = await startODataPartner('v4', { keys: ['ID'], properties, lists: ['lines'] });
    const mapping = {
      entity_type: 'supplier',
      source_object: 'Items',
      field_mappings: [field('name', 'name'), field('lines.0.text', 'attributes.text')],
    };
    const { api, path } = await connect(mesh, {
      type: 'odata_v4',
      api_base: partner.url,
      changeField: CHANGED,
      mapping,
    });
    const into = { ...mapping, field_mappings: [field('name', 'name'), field('lines.text', 'attributes.text')] };
    const { status, body } = await api.put(`${path}/mappings`, { mappings: [into] });
    expect(status).to.equal(422);
    expect(body.error.details.fields[0]).to.include({ field: 'mappings.0.field_mappings.1.source' });
    await partner.stop();
  });
});
