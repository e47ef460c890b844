import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

const HOUR_MS = 3_600_000;

describe('webhooks', () => {
  let mesh: WebhookMesh;
  let tap: EventTap;
  let now = new Date();
  const url = 'https://hooks.example.com/quality';
  const input = { url, events: ['audit.create'], filters: { entity_types: ['supplier'], actions: [] } };

  before(async () => {
    mesh = await startWebhookMesh({ clock: () => now });
    tap = await tapEvents(mesh.amqpUrl);
  });
  beforeEach(() => {
    now = new Date();
  });
  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  const nextAudit = (id: string, action: string, version: number | null) =>
    tap.next(`${action} of ${id}`, ({ data: { audit } }) => {
      return audit.entity_id === id && audit.action === action && audit.entity_version === version;
    });

  it('are registered with a secret that is shown once and stored encrypted', async () => {
    const api = mesh.client();
    const { status, body, headers } = await api.post('/webhooks', input);
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/v1/webhooks/${body.data.id}`);
    expect(headers.get('etag')).to.equal('"1"');
    expect(body.data).to.deep.include({ ...input, status: 'active', disabled_reason: null, disabled_at: null });
    expect(body.data.id).to.match(/^wh_[0-9A-Z]{26}$/);
    expect(Buffer.from(/^whsec_(.+)$/.exec(body.data.secret)?.[1] ?? '', 'base64')).to.have.length(32);
    const read = await api.get(`/webhooks/${body.data.id}`);
    expect(read.body.data).to.not.have.any.keys('secret', 'secrets', 'org_id');
    const stored = await mesh.database.collection('webhook').findOne({ _id: body.data.id });
    expect(JSON.stringify(stored)).to.not.include(body.data.secret.slice('whsec_'.length));
    const event = await nextAudit(body.data.id, 'create', 1);
    expect(event.data.audit).to.include({ entity_type: 'webhook', entity_name: url });
    expect(JSON.stringify(event)).to.not.include('whsec_');
  });

  it('do not show their secret again to a repeated request', async () => {
    const api = mesh.client();
    const send = () => api.post('/webhooks', input, { headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await send(), await send()];
    expect(first.body.data).to.have.property('secret');
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect(second.body.data).to.include({ id: first.body.data.id }).and.not.have.property('secret');
  });

  it('are limited to 100 for an organisation, also when many are registered at once', async () => {
    const api = mesh.client();
    const responses = await Promise.all(Array.from({ length: 103 }, () => api.post('/webhooks', input)));
    const refused = responses.filter(({ status }) => status === 409);
    expect(refused).to.have.length(3);
    expect(refused[0]?.body.error).to.deep.include({ code: 'conflict', details: { limit: 100 } });
    expect((await api.get('/webhooks')).body.meta.total).to.equal(100);
    const accepted = responses.find(({ status }) => status === 201)?.body.data.id;
    await api.delete(`/webhooks/${accepted}`);
    expect((await api.post('/webhooks', input)).status).to.equal(201);
  });

  for (const [what, change, field] of [
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['audit.created'] }, 'events.0'],
    ['an unknown action', { filters: { actions: ['created'] } }, 'filters.actions.0'],
    ['an unknown kind of record', { filters: { entity_types: ['deviation', 'devation'] } }, 'filters.entity_types.1'],
    ['an unknown filter', { filters: { entity_type: ['supplier'] } }, 'filters.entity_type'],
    ['an unknown member', { secret: 'whsec_mine' }, 'secret'],
    ['a private address', { url: 'https://10.0.0.1/hooks' }, 'url'],
  ] as const)
    it(`are refused with ${what}`, async () => {
      const { status, body } = await mesh.client().post('/webhooks', { ...input, ...change });
      expect(status).to.equal(422);
      expect(body.error.code).to.equal('validation_failed');
      expect(body.error.details.fields[0].field).to.equal(field);
    });

  it('are not changed to an address that is not allowed', async () => {
    const api = mesh.client();
    const { body } = await api.post('/webhooks', input);
    const refused = await api.patch(`/webhooks/${body.data.id}`, { url: 'https://192.168.1.1/' });
    expect(refused.status).to.equal(422);
    expect((await api.get(`/webhooks/${body.data.id}`)).body.data).to.include({ url, version: 1 });
  });

  it('are read with admin:read and changed with admin:write', async () => {
    const reader = mesh.client({ scopes: ['admin:read'] });
    expect((await reader.get('/webhooks')).status).to.equal(200);
    const { status, body } = await reader.post('/webhooks', input);
    expect([status, body.error.details.required_scope]).to.deep.equal([403, 'admin:write']);
    expect((await mesh.client({ role: 'quality_specialist' }).get('/webhooks')).status).to.equal(403);
  });

  it('are not found by another organisation', async () => {
    const { body } = await mesh.client().post('/webhooks', input);
    const path = `/webhooks/${body.data.id}`;
    const other = mesh.client();
    for (const answer of [
      await other.get(path),
      await other.patch(path, { events: ['audit.create'] }),
      await other.delete(path),
      await other.post(`${path}/test`),
      await other.post(`${path}/rotate-secret`),
      await other.get(`${path}/deliveries`),
      await other.post(`${path}/recover`, { from: now.toISOString(), until: now.toISOString() }),
    ])
      expect(answer.status).to.equal(404);
    expect((await other.get('/webhooks')).body.meta.total).to.equal(0);
  });

  it('are listed by status, and an unknown filter is refused', async () => {
    const api = mesh.client();
    const { body: first } = await api.post('/webhooks', input);
    const { body: second } = await api.post('/webhooks', input);
    await api.patch(`/webhooks/${first.data.id}`, { status: 'disabled' });
    const { body } = await api.get('/webhooks?status=active');
    expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([second.data.id]);
    expect(body.meta).to.deep.equal({ total: 1, page: 1, per_page: 25, total_pages: 1 });
    expect((await api.get('/webhooks?status=active,disabled')).body.meta.total).to.equal(2);
    expect((await api.get('/webhooks?state=active')).status).to.equal(422);
  });

  it('merge the filters of a patch, and keep their version where nothing changes', async () => {
    const api = mesh.client();
    const { body } = await api.post('/webhooks', input);
    const path = `/webhooks/${body.data.id}`;
    const changed = await api.patch(path, { filters: { actions: ['update'] }, events: ['audit.signature'] });
    expect(changed.body.data).to.deep.include({
      filters: { entity_types: ['supplier'], actions: ['update'] },
      events: ['audit.signature'],
      version: 2,
    });
    expect((await nextAudit(body.data.id, 'update', 2)).data.audit.changes).to.have.keys('filters.actions', 'events');
    expect((await api.patch(path, { events: ['audit.signature'] })).body.data.version).to.equal(2);
  });

  it('are changed and removed only at the version of If-Match', async () => {
    const api = mesh.client();
    const { body } = await api.post('/webhooks', input);
    const path = `/webhooks/${body.data.id}`;
    await api.patch(path, { events: ['audit.signature'] });
    const stale = { headers: { 'if-match': '"1"' } };
    expect((await api.patch(path, { events: ['audit.create'] }, stale)).status).to.equal(412);
    expect((await api.delete(path, stale)).status).to.equal(412);
    expect((await api.delete(path, { headers: { 'if-match': '"2"' } })).status).to.equal(204);
    expect((await api.get(path)).status).to.equal(404);
    await nextAudit(body.data.id, 'delete', 2);
  });

  it('are disabled and enabled by their status, with who responses and when', async () => {
    const api = mesh.client();
    const { body } = await api.post('/webhooks', input);
    const path = `/webhooks/${body.data.id}`;
    const disabled = await api.patch(path, { status: 'disabled' });
    expect(disabled.body.data).to.include({ status: 'disabled', disabled_reason: 'requested' });
    expect(disabled.body.data.disabled_at).to.equal(now.toISOString());
    for (const [act, sent] of [
      ['test', undefined],
      ['recover', { from: now.toISOString(), until: now.toISOString() }],
    ] as const)
      expect((await api.post(`${path}/${act}`, sent)).body.error.code).to.equal('conflict');
    const enabled = await api.patch(path, { status: 'active' });
    expect(enabled.body.data).to.include({ status: 'active', disabled_reason: null, disabled_at: null });
  });

  it('refuse a recovery whose end is before its start', async () => {
    const api = mesh.client();
    const { body } = await api.post('/webhooks', input);
    const span = { from: now.toISOString(), until: new Date(now.getTime() - HOUR_MS).toISOString() };
    const refused = await api.post(`/webhooks/${body.data.id}/recover`, span);
    expect([refused.status, refused.body.error.details.fields[0].field]).to.deep.equal([422, 'until']);
  });

  it('get a new secret, which is audited and shown once', async () => {
    const api = mesh.client();
    const { body } = await api.post('/webhooks', input);
    const rotate = () =>
      api.post(`/webhooks/${body.data.id}/rotate-secret`, undefined, { headers: { 'idempotency-key': 'rotate' } });
    const [first, second] = [await rotate(), await rotate()];
    expect(first.status).to.equal(200);
    expect(first.body.data.secret)
      .to.match(/^whsec_/)
      .and.not.equal(body.data.secret);
    expect(second.body.data).to.include({ version: 2 }).and.not.have.property('secret');
    const { metadata } = (await nextAudit(body.data.id, 'update', 2)).data.audit;
    expect(metadata.details).to.deep.equal({ operation: 'rotate_secret' });
  });
});
