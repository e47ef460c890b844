import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { certificateForm } from './audit-acts-of-records.ts';
import { logIn, makeClient, readDemo } from './demo.ts';

describe('the way of a record through the mesh', () => {
  const demo = readDemo();

  it('goes from the gateway to exactly one audit entry for each change, in an unbroken chain', async () => {
    const { access_token, user } = await logIn(demo, 'quality_manager');
    const api = makeClient(demo, access_token);
    const headers = {
      'x-request-id': `e2e-${Date.now()}`,
      'x-change-reason': 'first delivery',
      'x-forwarded-for': '6.6.6.6',
    };
    const created = await api.post(
      '/v1/entities',
      { type: 'supplier', name: 'Acme Pharma', attributes: { country: 'DE' } },
      { headers },
    );
    expect(created.status).to.equal(201);
    expect(created.headers.get('x-request-id')).to.equal(headers['x-request-id']);
    const { id } = created.body.data;
    expect((await api.patch(`/v1/entities/${id}`, { attributes: { country: 'FR' } })).status).to.equal(200);
    expect((await api.delete(`/v1/entities/${id}?reason=closed`)).status).to.equal(204);

    const entries = await eventually('three entries', async () => {
      const { body } = await api.get(`/v1/audit-logs?entity_id=${id}`);
      return body.data.length === 3 && body.data;
    });
    expect(entries.map((entry: { action: string }) => entry.action)).to.deep.equal(['delete', 'update', 'create']);
    const [deleted, updated, first] = entries;
    expect(first.user).to.include({ id: user.id, email: user.email, role: 'quality_manager' });
    expect(first.client.ip_address).to.match(/127\.0\.0\.1$/);
    expect(first.metadata).to.include({ reason: 'first delivery', request_id: headers['x-request-id'] });
    expect(updated.changes).to.deep.equal({ 'attributes.country': { from: 'DE', to: 'FR' } });
    expect(deleted.metadata.reason).to.equal('closed');

    const trail = (await api.get(`/v1/audit-logs/entity/${id}`)).body.data;
    expect(trail).to.include({
      entity_id: id,
      entity_type: 'supplier',
      entity_name: 'Acme Pharma',
      created_by: user.id,
      current_version: 3,
    });
    expect(trail.history.map((record: { version: number }) => record.version)).to.deep.equal([3, 2, 1]);
    const verified = (await api.get('/v1/audit-logs/verify')).body.data;
    expect(verified).to.include({ valid: true, first_broken: null });
  });

  it('audits login, failed login, logout, and changes of users and keys', async () => {
    const admin = makeClient(demo, demo.api_key);
    const { access_token, user } = await logIn(demo, 'viewer');
    const auth = makeClient({ ...demo, base_url: demo.auth_url }, access_token);
    expect((await auth.post('/auth/login', { username: user.email, password: 'wrong password' })).status).to.equal(401);
    expect((await auth.post('/auth/logout')).status).to.be.oneOf([200, 204]);
    expect((await makeClient(demo, access_token).get('/v1/me')).status).to.equal(401);
    const key = await admin.post('/v1/api-keys', { name: 'e2e', scopes: ['entities:read'] });
    expect(key.status).to.equal(201);

    const actions = await eventually('the entries of the user', async () => {
      const { body } = await admin.get(`/v1/audit-logs/user/${user.id}`);
      const seen = body.data.map((entry: { action: string }) => entry.action);
      return seen.includes('logout') && seen.filter((action: string) => action === 'login').length >= 2 && seen;
    });
    expect(actions).to.include.members(['login', 'logout']);
    await eventually('the entry of the key', async () => {
      const { body } = await admin.get(`/v1/audit-logs?entity_id=${key.body.data.id}`);
      return body.data.length === 1 && body.data[0].action === 'create';
    });
  });

  it('removes no record for good that is under a legal hold, and does when the hold was lifted', async () => {
    const admin = makeClient(demo, (await logIn(demo, 'system_admin')).access_token);
    const { id } = (await admin.post('/v1/entities', { type: 'equipment', name: 'Mill' })).body.data;
    const placed = await admin.post('/v1/audit-logs/holds', { reason: 'Inspection', entity_ids: [id] });
    expect(placed.status).to.equal(201);
    const { status, body } = await admin.delete(`/v1/entities/${id}?hard=true`);
    expect([status, body.error.code, body.error.details]).to.deep.equal([
      409,
      'retention_hold',
      { reason: 'legal_hold' },
    ]);
    expect((await admin.delete(`/v1/audit-logs/holds/${placed.body.data.id}`)).status).to.equal(204);
    expect((await admin.delete(`/v1/entities/${id}?hard=true`)).status).to.equal(204);
  });

  it('removes no entity for good that a record beside it refers to', async () => {
    const admin = makeClient(demo, (await logIn(demo, 'system_admin')).access_token);
    const api = makeClient(demo, demo.api_key);
    const entity = async (type: string): Promise<{ type: string; id: string }> => ({
      type,
      id: (await api.post('/v1/entities', { type, name: `A ${type}` })).body.data.id,
    });
    const refused = async ({ id }: { id: string }) => {
      const { status, body } = await admin.delete(`/v1/entities/${id}?hard=true`);
      expect([status, body.error?.code]).to.deep.equal([409, 'retention_hold']);
      return body.error.details.references;
    };
    const mill = await entity('equipment');
    const deviation = { type: 'deviation', title: 'Noise', description: 'The mill is loud.', related_entities: [mill] };
    const event = (await api.post('/v1/quality-events', deviation)).body.data;
    expect(await refused(mill)).to.deep.equal([{ type: 'deviation', id: event.id, name: event.number }]);

    const supplier = { name: 'Acme', supplier_code: `E2E-${Date.now()}` };
    const { id: supplierId } = (await api.post('/v1/suppliers', supplier)).body.data;
    const report = await entity('document');
    const asked = { status: 'evaluation', effective_date: '2026-01-05', reason: 'Audited', documents: [report.id] };
    const manager = makeClient(demo, (await logIn(demo, 'quality_manager')).access_token);
    const qualified = await manager.post(`/v1/suppliers/${supplierId}/qualification`, asked);
    expect(qualified.status, JSON.stringify(qualified.body)).to.equal(200);
    const { id: qualificationId } = qualified.body.data.qualification;
    for (const kept of [report, { id: supplierId }])
      expect((await refused(kept)).map(({ id }: { id: string }) => id)).to.deep.equal([qualificationId]);

    const component = await entity('component');
    const uploaded = await fetch(`${demo.base_url}/v1/certificates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.api_key}` },
      body: await certificateForm({ component_id: component.id }),
    });
    expect(uploaded.status).to.equal(201);
    const certificate = (await uploaded.json()) as { data: { id: string; name: string } };
    expect(await refused(component)).to.deep.equal([
      { type: 'certificate', id: certificate.data.id, name: certificate.data.name },
    ]);
  });
});
