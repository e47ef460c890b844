import { type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { type EntityMesh, startEntityMesh } from './mesh.ts';
import { REFERRING } from './stand-in-references.ts';

const supplier = (name = 'Acme Pharma', attributes: Record<string, unknown> = {}) => ({
  type: 'supplier',
  name,
  attributes,
});

describe('entities', () => {
  let mesh: EntityMesh;
  let tap: EventTap;

  before(async () => {
    mesh = await startEntityMesh();
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  it('creates at version 1 with Location, ETag and empty relationships', async () => {
    const api = mesh.client();
    const answer = await api.post('/v1/entities', supplier('Acme', { country: 'DE' }));
    expect(answer.status).to.equal(201);
    const { data } = answer.body;
    expect(data.id).to.match(/^ent_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(data).to.include({ type: 'supplier', name: 'Acme', version: 1 });
    expect(data.relationships).to.deep.equal([]);
    expect(data.created_at).to.equal(data.updated_at);
    expect(answer.headers.get('location')).to.equal(`/v1/entities/${data.id}`);
    expect(answer.headers.get('etag')).to.equal('"1"');
    expect((await api.get(`/v1/entities/${data.id}`)).body.data).to.deep.equal(data);
  });

  it('publishes each change with all that its audit entry needs', async () => {
    const api = mesh.client();
    const { data } = (
      await api.post('/v1/entities', supplier('Audited'), {
        headers: { 'x-change-reason': 'onboarding', 'x-request-id': 'req-42' },
      })
    ).body;
    const event = await tap.next('the created event', (seen) => seen.subject === data.id);
    expect(event.type).to.equal('entity.entity.created.v1');
    expect(event).to.include({ orgid: api.orgId, requestid: 'req-42' });
    expect(event.data.audit).to.include({
      action: 'create',
      entity_type: 'supplier',
      entity_id: data.id,
      entity_version: 1,
    });
    expect(event.data.audit.metadata).to.include({ reason: 'onboarding', request_id: 'req-42' });
    expect(event.data.audit.changes).to.have.property('name').that.deep.equals({ from: null, to: 'Audited' });
  });

  it('merges a PATCH at every depth and keeps the history by leaf', async () => {
    const api = mesh.client();
    const { data } = (
      await api.post('/v1/entities', supplier('Acme', { address: { city: 'Bonn', street: 'A 1' }, tags: ['a'] }))
    ).body;
    const patched = await api.patch(`/v1/entities/${data.id}`, {
      attributes: { address: { city: 'Kiel', street: null }, tags: ['b'] },
    });
    expect(patched.status).to.equal(200);
    expect(patched.body.data.attributes).to.deep.equal({ address: { city: 'Kiel' }, tags: ['b'] });
    expect(patched.headers.get('etag')).to.equal('"2"');
    const history = (await api.get(`/v1/entities/${data.id}/history`)).body.data;
    expect(history.map((record: { version: number }) => record.version)).to.deep.equal([2, 1]);
    expect(history[0].changes).to.deep.equal({
      'attributes.address.city': { from: 'Bonn', to: 'Kiel' },
      'attributes.address.street': { from: 'A 1', to: null },
      'attributes.tags': { from: ['a'], to: ['b'] },
    });
  });

  it('raises no version for a PATCH that changes nothing', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier('Same', { a: 1 }))).body;
    const patched = await api.patch(`/v1/entities/${data.id}`, { name: 'Same', attributes: { a: 1, b: null } });
    expect(patched.status).to.equal(200);
    expect(patched.body.data.version).to.equal(1);
  });

  it('loses none of many parallel PATCHes', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier('Busy'))).body;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        api.patch(`/v1/entities/${data.id}`, { attributes: { [`k${index}`]: index } }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).to.deep.equal(new Set([200]));
    const { body } = await api.get(`/v1/entities/${data.id}`);
    expect(body.data.version).to.equal(41);
    expect(Object.keys(body.data.attributes)).to.have.length(40);
    const history = (await api.get(`/v1/entities/${data.id}/history`)).body.data;
    expect(history.map((record: { version: number }) => record.version)).to.deep.equal(
      Array.from({ length: 41 }, (_, index) => 41 - index),
    );
  });

  it('refuses a PATCH and a DELETE whose If-Match is not the current version', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier())).body;
    const path = `/v1/entities/${data.id}`;
    expect((await api.patch(path, { name: 'B' }, { headers: { 'if-match': '"1"' } })).status).to.equal(200);
    const refused = await api.patch(path, { name: 'C' }, { headers: { 'if-match': '"1"' } });
    expect(refused.status).to.equal(412);
    expect(refused.body.error.code).to.equal('precondition_failed');
    expect((await api.delete(path, { headers: { 'if-match': '"1"' } })).status).to.equal(412);
    expect((await api.delete(path, { headers: { 'if-match': 'W/"2"' } })).status).to.equal(204);
  });

  it('hides a soft-deleted entity, restores it, and refuses to restore what is not deleted', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier())).body;
    const path = `/v1/entities/${data.id}`;
    expect((await api.post(`${path}/restore`)).status).to.equal(409);
    expect((await api.delete(path)).status).to.equal(204);
    expect((await api.get(path)).status).to.equal(404);
    expect((await api.delete(path)).status).to.equal(404);
    expect((await api.get('/v1/entities')).body.meta.total).to.equal(0);
    const stale = await api.post(`${path}/restore`, undefined, { headers: { 'if-match': '"1"' } });
    expect([stale.status, stale.body.error?.code]).to.deep.equal([412, 'precondition_failed']);
    const restored = await api.post(`${path}/restore`, undefined, { headers: { 'if-match': '"2"' } });
    expect(restored.status).to.equal(200);
    expect(restored.body.data.version).to.equal(3);
    expect((await api.get(path)).status).to.equal(200);
  });

  it('removes for good with hard=true, unless another entity points to it', async () => {
    const api = mesh.client();
    const target = (await api.post('/v1/entities', supplier())).body.data;
    const source = (
      await api.post('/v1/entities', {
        type: 'product',
        name: 'P',
        relationships: [{ type: 'supplied_by', target_id: target.id }],
      })
    ).body.data;
    expect((await api.delete(`/v1/entities/${target.id}?hard=true`)).status).to.equal(409);
    expect((await api.delete(`/v1/entities/${source.id}?hard=true`)).status).to.equal(204);
    expect((await api.delete(`/v1/entities/${target.id}?hard=true`)).status).to.equal(204);
    expect((await api.post(`/v1/entities/${target.id}/restore`)).status).to.equal(404);
  });

  it('refuses to remove a signed record for good, also after it was deleted', async () => {
    const api = mesh.client();
    const { id } = (await api.post('/v1/entities', { type: 'document', name: 'SOP 14' })).body.data;
    mesh.workflow.signed.add(id);
    const refused = await api.delete(`/v1/entities/${id}?hard=true`);
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'retention_hold']);
    expect((await api.get(`/v1/entities/${id}`)).status).to.equal(200);
    expect((await api.delete(`/v1/entities/${id}`)).status).to.equal(204);
    expect((await api.delete(`/v1/entities/${id}?hard=true`)).body.error.code).to.equal('retention_hold');
    expect((await api.post(`/v1/entities/${id}/restore`)).status).to.equal(200);
  });

  it('refuses to remove a record under a legal hold for good, until the hold is lifted', async () => {
    const api = mesh.client();
    const { id } = (await api.post('/v1/entities', supplier())).body.data;
    const path = `/v1/entities/${id}`;
    mesh.audit.held.set(id, 'supplier');
    const { status, body } = await api.delete(`${path}?hard=true`);
    expect([status, body.error.code]).to.deep.equal([409, 'retention_hold']);
    expect(body.error.details).to.deep.equal({ reason: 'legal_hold' });
    expect((await api.delete(path)).status).to.equal(204);
    expect((await api.delete(`${path}?hard=true`)).body.error.code).to.equal('retention_hold');
    mesh.audit.held.delete(id);
    expect((await api.delete(`${path}?hard=true`)).status).to.equal(204);
  });

  for (const service of REFERRING) {
    it(`refuses to remove for good what a record of the ${service} service refers to, and names that record`, async () => {
      const api = mesh.client();
      const { id } = (await api.post('/v1/entities', { type: 'document', name: 'Calibration record' })).body.data;
      const record = { type: 'capa', id: 'qe_1', name: 'CAPA-2026-0001' };
      const { references } = mesh.referring[service];
      references.set(id, record);
      const { status, body } = await api.delete(`/v1/entities/${id}?hard=true`);
      expect([status, body.error.code]).to.deep.equal([409, 'retention_hold']);
      expect(body.error.details).to.deep.equal({ reason: 'referenced', references: [record] });
      references.delete(id);
      expect((await api.delete(`/v1/entities/${id}?hard=true`)).status).to.equal(204);
    });

    it(`removes no record for good while the ${service} service, whose records may refer to it, is away`, async () => {
      const api = mesh.client();
      const { id } = (await api.post('/v1/entities', supplier())).body.data;
      const { wire } = mesh.referring[service];
      wire.cut();
      try {
        const { status, body } = await api.delete(`/v1/entities/${id}?hard=true`);
        expect([status, body.error.code]).to.deep.equal([503, 'service_unavailable']);
      } finally {
        wire.restore();
      }
      expect((await api.get(`/v1/entities/${id}`)).status).to.equal(200);
      await eventually('it is heard again', async () => {
        return (await api.delete(`/v1/entities/${id}?hard=true`)).status === 204;
      });
    });
  }

  it('removes no record for good while the audit service, which has the legal holds, is away', async () => {
    const api = mesh.client();
    const { id } = (await api.post('/v1/entities', supplier())).body.data;
    mesh.audit.wire.cut();
    try {
      const { status, body } = await api.delete(`/v1/entities/${id}?hard=true`);
      expect([status, body.error.code]).to.deep.equal([503, 'service_unavailable']);
    } finally {
      mesh.audit.wire.restore();
    }
    expect((await api.get(`/v1/entities/${id}`)).status).to.equal(200);
    await eventually('it is heard again', async () => {
      return (await api.delete(`/v1/entities/${id}?hard=true`)).status === 204;
    });
  });

  it('shows nothing of another organisation', async () => {
    const [mine, other] = [mesh.client(), mesh.client()];
    const { data } = (await mine.post('/v1/entities', supplier())).body;
    const path = `/v1/entities/${data.id}`;
    for (const answer of [
      await other.get(path),
      await other.patch(path, { name: 'X' }),
      await other.delete(path),
      await other.delete(`${path}?hard=true`),
      await other.post(`${path}/restore`),
      await other.get(`${path}/history`),
      await other.get(`${path}/relationships`),
      await other.post(`${path}/relationships`, { type: 'a', target_id: data.id }),
    ]) {
      expect(answer.status).to.equal(404);
      expect(answer.body.error.code).to.equal('not_found');
    }
    const linked = await other.post('/v1/entities', {
      type: 'product',
      name: 'P',
      relationships: [{ type: 'a', target_id: data.id }],
    });
    expect(linked.status).to.equal(422);
    expect((await other.get('/v1/entities')).body.data).to.deep.equal([]);
  });

  it('refuses to write without a reason in strict mode', async () => {
    const api = mesh.client();
    await mesh.identity.setOrganization({ id: api.orgId, tier: 'custom', strict_mode: true });
    const refused = await api.post('/v1/entities', supplier());
    expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'reason_required']);
    const created = await api.post('/v1/entities', supplier(), { headers: { 'x-change-reason': 'new contract' } });
    expect(created.status).to.equal(201);
    expect((await api.delete(`/v1/entities/${created.body.data.id}?reason=closed`)).status).to.equal(204);
  });

  it('records reads where the organisation asks for it', async () => {
    const api = mesh.client();
    await mesh.identity.setOrganization({ id: api.orgId, tier: 'custom', recorded_reads: ['supplier'] });
    const testRead = async (path: (id: string) => string): Promise<void> => {
      const { id } = (await api.post('/v1/entities', supplier())).body.data;
      const target_id = (await api.post('/v1/entities', supplier())).body.data.id;
      const added = await api.post(`/v1/entities/${id}/relationships`, { type: 'related_to', target_id });
      expect((await api.get(`/v1/entities/${id}${path(added.body.data.id)}`)).status).to.equal(200);
      const event = await tap.next(
        `the read of ${path('')}`,
        (seen) => seen.subject === id && seen.data.audit.action === 'read',
      );
      expect(event.type).to.equal('entity.entity.read.v1');
    };
    await testRead(() => '');
    await testRead(() => '/history');
    await testRead(() => '/relationships');
    await testRead(() => '/relationships?direction=inbound');
    await testRead((relationship) => `/relationships/${relationship}`);
  });

  for (const [rule, attributes] of [
    ['a name with a dot', { 'a.b': 1 }],
    ['a name with a backslash', { address: { '\\': 1 } }],
    ['a name that begins with $', { nested: { $where: '1' } }],
    ['a reserved name', JSON.parse('{"__proto__": {"admin": true}}')],
    ['nesting deeper than eight', { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } }],
    ['more than 64 KiB', { text: 'x'.repeat(66_000) }],
    ['attributes that are no object', ['a']],
  ] as const)
    it(`refuses ${rule}`, async () => {
      const api = mesh.client();
      const answer = await api.post('/v1/entities', JSON.stringify({ type: 'supplier', name: 'X', attributes }));
      expect([answer.status, answer.body.error?.code]).to.deep.equal([422, 'validation_failed']);
      expect((await api.get('/v1/entities')).body.meta.total).to.equal(0);
    });

  it('refuses members that only the service sets', async () => {
    const api = mesh.client();
    for (const member of ['id', 'org_id', 'version', 'created_by', 'deleted', 'facets']) {
      const answer = await api.post('/v1/entities', { ...supplier(), [member]: 'x' });
      expect(answer.status).to.equal(422);
      expect(answer.body.error.details.fields[0].field).to.equal(member);
    }
  });

  it('lets no supplier past the qualification table', async () => {
    const api = mesh.client();
    const qualified = await api.post('/v1/entities', supplier('Q', { qualification_status: 'qualified' }));
    expect([qualified.status, qualified.body.error.code]).to.deep.equal([409, 'invalid_transition']);
    const { data } = (await api.post('/v1/entities', supplier('P', { qualification_status: 'pending' }))).body;
    const path = `/v1/entities/${data.id}`;
    const jump = await api.patch(path, { attributes: { qualification_status: 'qualified' } });
    expect(jump.status).to.equal(409);
    expect(jump.body.error.details).to.deep.include({
      current_state: 'new',
      requested_state: 'qualified',
      allowed_transitions: ['evaluation', 'disqualified'],
    });
    const illegal = await api.patch(path, { attributes: { qualification_status: 'conditional' } });
    expect([illegal.status, illegal.body.error.code]).to.deep.equal([409, 'invalid_transition']);
    expect((await api.patch(path, { attributes: { qualification_status: null } })).status).to.equal(200);
    expect((await api.patch(path, { attributes: { qualification_status: 'evaluation' } })).status).to.equal(200);
    const bare = await api.patch(path, { attributes: { qualification_status: 'conditional' } });
    expect([bare.status, bare.body.error.code]).to.deep.equal([422, 'missing_required_fields']);
    expect((await api.patch(path, { attributes: { qualification_status: null } })).status).to.equal(409);
  });

  it('takes no state that is not a text, so that none is reached by another form', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier('S'))).body;
    const path = `/v1/entities/${data.id}`;
    for (const state of [['qualified'], { is: 'qualified' }, 1, true]) {
      const answer = await api.patch(path, { attributes: { qualification_status: state } });
      expect([answer.status, answer.body.error.code]).to.deep.equal([422, 'validation_failed']);
      const created = await api.post('/v1/entities', supplier('T', { qualification_status: state }));
      expect(created.status).to.equal(422);
    }
  });

  it('moves a supplier only for who may manage suppliers, and keeps what a state needs', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier('M'))).body;
    const path = `/v1/entities/${data.id}`;
    const evaluation = { attributes: { qualification_status: 'evaluation' } };
    const clerk = mesh.client({ orgId: api.orgId, scopes: ['entities:read', 'entities:write'] });
    const refused = await clerk.patch(path, evaluation);
    expect([refused.status, refused.body.error.details.required_scope]).to.deep.equal([403, 'suppliers:write']);
    expect((await api.patch(path, evaluation)).status).to.equal(200);
    const conditional = { attributes: { qualification_status: 'conditional', conditions: ['audit in May'] } };
    expect((await api.patch(path, conditional)).status).to.equal(200);
    for (const nothing of [null, [], '', ' ', {}]) {
      const stripped = await api.patch(path, { attributes: { conditions: nothing } });
      expect([stripped.status, stripped.body.error.code]).to.deep.equal([422, 'missing_required_fields']);
    }
  });

  it('qualifies no supplier again after a suspension by the documents of an earlier qualification', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier('D'))).body;
    const path = `/v1/entities/${data.id}`;
    const move = (qualification_status: string, more: object = {}) =>
      api.patch(path, { attributes: { qualification_status, ...more } });
    await move('evaluation');
    await move('qualified', { documents: ['ent_1'] });
    expect((await move('suspended')).status).to.equal(200);
    const stale = await move('qualified');
    expect([stale.status, stale.body.error?.details.missing_fields]).to.deep.equal([422, ['attributes.documents']]);
    expect((await move('qualified', { documents: ['ent_2'] })).status).to.equal(200);
  });

  it('lets no certificate become valid after its date', async () => {
    const api = mesh.client();
    const certificate = {
      type: 'certificate',
      name: 'C',
      attributes: { status: 'pending', expiry_date: '2001-01-01' },
    };
    const { data } = (await api.post('/v1/entities', certificate)).body;
    const answer = await api.patch(`/v1/entities/${data.id}`, { attributes: { status: 'valid' } });
    expect([answer.status, answer.body.error.details.fields[0].field]).to.deep.equal([422, 'attributes.expiry_date']);
  });

  it('keeps and removes empty objects as the patch says', async () => {
    const api = mesh.client();
    const { data } = (await api.post('/v1/entities', supplier('E', { kept: null }))).body;
    const path = `/v1/entities/${data.id}`;
    const added = await api.patch(path, { attributes: { tags: {} } });
    expect([added.body.data.attributes.tags, added.body.data.version]).to.deep.equal([{}, 2]);
    const removed = await api.patch(path, { attributes: { tags: null, kept: null } });
    expect([removed.body.data.attributes, removed.body.data.version]).to.deep.equal([{}, 3]);
    const opened = await api.patch(path, { attributes: { tags: { a: 1 } } });
    expect(opened.body.data.version).to.equal(4);
    const history = (await api.get(`${path}/history`)).body.data;
    expect(history[0].changes).to.deep.equal({ 'attributes.tags.a': { from: null, to: 1 } });
    expect(history[2].changes).to.deep.equal({ 'attributes.tags': { from: null, to: {} } });
  });

  it('keeps a reason in any script', async () => {
    const api = mesh.client();
    const reason = Buffer.from('geprüft – 検査', 'utf8').toString('latin1');
    const { data } = (await api.post('/v1/entities', supplier('R'), { headers: { 'x-change-reason': reason } })).body;
    const event = await tap.next('the created event', (seen) => seen.subject === data.id);
    expect(event.data.audit.metadata.reason).to.equal('geprüft – 検査');
  });
});
