import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { type EntityMesh, startEntityMesh } from './mesh.ts';
import { catchRefusal, recordClient } from './record-client.ts';

describe('an entity as the record of a workflow', () => {
  let mesh: EntityMesh;
  let records: ReturnType<typeof recordClient>;
  before(async () => {
    mesh = await startEntityMesh();
    records = recordClient(`127.0.0.1:${mesh.service.grpcPort}`, mesh.identity.meshSecret);
  });
  after(async () => {
    records.close();
    await mesh.stop();
  });

  const make = async (type: string, attributes: object = {}, relationships: object[] = []) => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', { type, name: 'SOP-1', attributes, relationships })).body;
    return { api, id: data.id as string, data };
  };

  it('has the content that the API shows, without version, updated_at and names of targets', async () => {
    const api = mesh.client();
    const target = (await api.post('/v1/entities', { type: 'facility', name: 'Plant' })).body.data.id;
    const attributes = { owner: 'QA', nested: { list: [1, { a: null }], empty: {} } };
    const relationships = [{ type: 'describes', target_id: target, attributes: { page: 3 } }];
    const { id } = (await api.post('/v1/entities', { type: 'document', name: 'SOP-1', attributes, relationships })).body
      .data;
    await api.patch(`/v1/entities/${id}`, { name: 'SOP-1b' });
    const { version, updated_at, ...shown } = (await api.get(`/v1/entities/${id}`)).body.data;
    const record = await records.get(api.orgId, id);
    expect(JSON.parse(record.content_json)).to.deep.equal(shown);
    expect(updated_at).to.be.a('string');
    expect(record).to.deep.include({ id, type: 'document', name: 'SOP-1b', version, created_by: shown.created_by });
    expect([record.changed, record.related_ids, record.facts_json]).to.deep.equal([false, [target], '{}']);
  });

  it('is shown as it will be after a move that brings data, and stays as it is', async () => {
    const { api, id, data } = await make('document', { owner: 'QA', site: { city: 'Bonn', zip: '1' } });
    const after = await records.preview(api.orgId, id, {
      name: 'SOP-2',
      attributes: { site: { zip: null }, effective_date: '2026-04-01' },
    });
    expect([after.version, after.changed, after.name]).to.deep.equal([2, true, 'SOP-2']);
    expect(JSON.parse(after.content_json).attributes).to.deep.equal({
      owner: 'QA',
      site: { city: 'Bonn' },
      effective_date: '2026-04-01',
    });
    expect((await api.get(`/v1/entities/${id}`)).body.data).to.deep.equal(data);
  });

  it('is not changed by a move whose data it has already, or that brings none', async () => {
    const { api, id } = await make('document', { owner: 'QA' });
    for (const data of [{}, { name: 'SOP-1' }, { attributes: { owner: 'QA', absent: null } }]) {
      const { changed, version } = await records.preview(api.orgId, id, data);
      expect([changed, version]).to.deep.equal([false, 1]);
    }
  });

  it('refuses data that PATCH would refuse, with its code and fields', async () => {
    const { api, id } = await make('document');
    for (const [data, field] of [
      [{ title: 'x' }, 'title'],
      [{ version: 7 }, 'version'],
      [{ name: ' ' }, 'name'],
      [{ attributes: { 'a.b': 1 } }, 'attributes.a.b'],
      [{ attributes: { text: 'x'.repeat(66_000) } }, 'attributes'],
    ] as const) {
      const refused = await catchRefusal(records.preview(api.orgId, id, data));
      const { fields } = refused.details as { fields: { field: string }[] };
      expect([refused.code, fields[0]?.field]).to.deep.equal(['validation_failed', field]);
    }
  });

  it('refuses to move a supplier or certificate past its states, its assessed risk or its code', async () => {
    const { api, id } = await make('supplier', { supplier_code: 'S-1' });
    for (const [name, value] of Object.entries({
      qualification_status: 'evaluation',
      conditions: [],
      risk_score: 3,
      supplier_code: 'S-2',
    })) {
      const refused = await catchRefusal(records.preview(api.orgId, id, { attributes: { note: 'x', [name]: value } }));
      const { fields } = refused.details as { fields: { field: string; code: string }[] };
      expect([refused.code, fields[0]]).to.deep.include.members(['validation_failed']);
      expect(fields[0]).to.include({ field: `attributes.${name}`, code: 'read_only' });
    }
    const certificate = await make('certificate');
    const refused = await catchRefusal(
      records.preview(certificate.api.orgId, certificate.id, { attributes: { status: 'valid' } }),
    );
    expect(refused.code).to.equal('validation_failed');
    expect((await records.preview(api.orgId, id, { attributes: { note: 'x' } })).changed).to.equal(true);
  });

  it('is not found where it is unknown, deleted, or of another organisation', async () => {
    const { api, id } = await make('document');
    expect((await catchRefusal(records.get(newId('organization'), id))).code).to.equal('not_found');
    expect((await catchRefusal(records.preview(api.orgId, newId('entity'), {}))).code).to.equal('not_found');
    await api.delete(`/v1/entities/${id}`);
    expect((await catchRefusal(records.preview(api.orgId, id, { name: 'x' }))).code).to.equal('not_found');
  });
});
