import type { GetUsersResponse__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import type { ListUsersByRoleResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListUsersByRoleResponse';
import type { Organization__Output } from '@qsc/contracts/grpc/identity/v1/Organization';
import type { AppError } from '@qsc/service-kit';
import { makeWatchedOrganizations } from '@qsc/service-kit/edge';
import { type EventTap, eventually, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { operatorCall } from '../src/operator.ts';
import { PASSWORD, startUnderTest, type Tenant, type UnderTest } from './identity-under-test.ts';
import { startWatch } from './watching.ts';

describe('the organisation', () => {
  let identity: UnderTest;
  let tenant: Tenant;
  let tap: EventTap;

  before(async () => {
    identity = await startUnderTest();
    tap = await tapEvents(identity.environment.amqpUrl);
    tenant = await identity.provision();
  });

  after(async () => {
    await tap.close();
    await identity.end();
  });

  const get = (org_id: string) => identity.grpc.call<object, Organization__Output>('GetOrganization', { org_id });

  it('shows tier, settings and the limits of the tier', async () => {
    const { body, headers } = await identity.api.as(tenant.token).get('/v1/organization');
    expect(headers.get('etag')).to.equal('"1"');
    expect(body.data).to.include({ id: tenant.org_id, tier: 'professional', sandbox: false });
    expect(body.data.limits).to.deep.equal({ requests_per_minute: 300, burst: 50 });
    expect(await get(tenant.org_id)).to.include({
      tier: 'professional',
      requests_per_minute: 300,
      burst: 50,
      strict_mode: false,
    });
  });

  it('changes settings one by one, audited by their path, and says so to the watchers before it answers', async () => {
    const heard = await startWatch(identity.grpc);
    try {
      const admin = identity.api.as(tenant.token);
      const settings = { strict_mode: true, recorded_reads: ['supplier', 'supplier'] };
      const { status, body } = await admin.patch('/v1/organization', { settings }, { headers: { 'if-match': '"1"' } });
      expect(status).to.equal(200);
      expect(heard.organizations).to.deep.equal([tenant.org_id]);
      expect(body.data.settings)
        .to.include({ strict_mode: true })
        .and.deep.include({ recorded_reads: ['supplier'] });
      expect(body.data.version).to.equal(2);
      expect(await get(tenant.org_id)).to.deep.include({ strict_mode: true, recorded_reads: ['supplier'] });
      const again = await admin.patch('/v1/organization', { settings: { strict_mode: true } });
      expect(again.body.data.version).to.equal(2);
      const renamed = await admin.patch('/v1/organization', { name: 'Renamed' });
      expect(renamed.body.data).to.include({ name: 'Renamed', version: 3 });
      expect(renamed.body.data.settings.strict_mode).to.equal(true);
      const event = await tap.next(
        'the change',
        ({ type, subject }) => type === 'identity.organization.updated.v1' && subject === tenant.org_id,
      );
      expect(event.data.audit.changes['settings.strict_mode']).to.deep.equal({ from: false, to: true });
    } finally {
      heard.watch.close();
    }
  });

  it('has a time zone, UTC until it is set, which the services are told', async () => {
    const { token, org_id } = await identity.provision();
    const admin = identity.api.as(token);
    expect((await admin.get('/v1/organization')).body.data.time_zone).to.equal('UTC');
    const { body } = await admin.patch('/v1/organization', { time_zone: 'Asia/Kolkata' });
    expect(body.data).to.include({ time_zone: 'Asia/Kolkata', version: 2 });
    expect(await get(org_id)).to.include({ time_zone: 'Asia/Kolkata' });
    const event = await tap.next(
      'the change',
      ({ type, subject }) => type === 'identity.organization.updated.v1' && subject === org_id,
    );
    expect(event.data.audit.changes).to.deep.equal({ time_zone: { from: 'UTC', to: 'Asia/Kolkata' } });
    for (const time_zone of ['Berlin', '+01:00', 'europe/berlin', '', null])
      expect((await admin.patch('/v1/organization', { time_zone })).status, String(time_zone)).to.equal(422);
  });

  it('has an interval of audit trail reviews, 90 days until it is set, which the mesh reads', async () => {
    const { token, org_id } = await identity.provision();
    const admin = identity.api.as(token);
    const set = (audit_review_interval_days: unknown) =>
      admin.patch('/v1/organization', { settings: { audit_review_interval_days } });
    expect(await get(org_id)).to.include({ audit_review_interval_days: 90 });
    expect((await set(30)).body.data.settings.audit_review_interval_days).to.equal(30);
    expect(await get(org_id)).to.include({ audit_review_interval_days: 30 });
    for (const days of [0, 367, 1.5, null]) expect((await set(days)).status, String(days)).to.equal(422);
  });

  it('refuses to record reads of a kind whose service records none, as of one that nobody knows', async () => {
    const admin = identity.api.as(tenant.token);
    for (const kind of ['webhook', 'suplier']) {
      const { status, body } = await admin.patch('/v1/organization', { settings: { recorded_reads: [kind] } });
      expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
    }
  });

  it('is never remembered by a gateway longer than it holds', async () => {
    let isFresh = () => false;
    const organizations = makeWatchedOrganizations(identity.grpc, () => isFresh());
    const heard = await startWatch(identity.grpc, [organizations.hooks]);
    isFresh = heard.watch.isFresh;
    try {
      const other = await identity.provision();
      expect((await organizations.get(other.org_id)).strict_mode).to.equal(false);
      await identity.api.as(other.token).patch('/v1/organization', { settings: { strict_mode: true } });
      expect((await organizations.get(other.org_id)).strict_mode).to.equal(true);
    } finally {
      heard.watch.close();
    }
  });

  it('has figures of its own in a custom tier only', async () => {
    const refused = await identity.api.as(tenant.token).patch('/v1/organization', { settings: { burst: 5 } });
    expect(refused.status).to.equal(422);
    expect(refused.body.error.details.fields[0].field).to.equal('settings.burst');
    const custom = await identity.provision({ tier: 'custom', limits: { requests_per_minute: 5_000, burst: 400 } });
    const admin = identity.api.as(custom.token);
    expect((await admin.get('/v1/organization')).body.data.limits).to.deep.equal({
      requests_per_minute: 5_000,
      burst: 400,
    });
    const { body } = await admin.patch('/v1/organization', { settings: { burst: 500 } });
    expect(body.data.limits).to.deep.equal({ requests_per_minute: 5_000, burst: 500 });
    expect(await get(custom.org_id)).to.include({ requests_per_minute: 5_000, burst: 500 });
    expect((await admin.patch('/v1/organization', { settings: { burst: 0 } })).status).to.equal(422);
  });

  it('does not change its tier itself', async () => {
    expect((await identity.api.as(tenant.token).patch('/v1/organization', { tier: 'enterprise' })).status).to.equal(
      422,
    );
  });

  it('gets another tier from an operator, sandbox included, and the watchers know', async () => {
    const other = await identity.provision();
    const heard = await startWatch(identity.grpc);
    try {
      const limits = { requests_per_minute: 10, burst: 2 };
      await identity.command(({ cases }) =>
        cases.organizationService.changeTier(
          { tier: 'custom', limits },
          operatorCall('Operator', other.org_id, new Date()),
        ),
      );
      await eventually('the watcher heard', () => heard.organizations.length === 2);
      const { body } = await identity.api.as(other.token).get('/v1/organization');
      expect(body.data).to.deep.include({ tier: 'custom', limits });
      expect(await get(body.data.sandbox_id)).to.include({ tier: 'custom', ...limits });
      await identity.command(({ cases }) =>
        cases.organizationService.changeTier({ tier: 'free' }, operatorCall('Operator', other.org_id, new Date())),
      );
      expect(await get(other.org_id)).to.include({ tier: 'free', requests_per_minute: 60, burst: 10 });
    } finally {
      heard.watch.close();
    }
  });

  it('is named to the mesh with its users, who are those of the sandbox too', async () => {
    const { body } = await identity.api.as(tenant.token).get('/v1/organization');
    const users = (org_id: string, ids: string[]) =>
      identity.grpc.call<object, GetUsersResponse__Output>('GetUsers', { org_id, ids });
    for (const id of [tenant.org_id, body.data.sandbox_id]) {
      const answer = await users(id, [tenant.manager.id, 'usr_unknown']);
      expect(answer.users).to.deep.equal([
        {
          id: tenant.manager.id,
          name: 'Max Manager',
          email: tenant.manager.email,
          role: 'quality_manager',
          active: true,
        },
      ]);
    }
    const other = await identity.provision();
    expect((await users(other.org_id, [tenant.manager.id])).users).to.deep.equal([]);
    const unknown = await get('org_unknown').catch((error: AppError) => error);
    expect(unknown).to.have.property('code', 'not_found');
  });

  it('names its active users of some roles to the mesh, by name, those of the home for a sandbox', async () => {
    const own = await identity.provision();
    const add = async (name: string, role: string) => {
      const input = { email: `${name.toLowerCase()}@roles.test`, name, role, password: PASSWORD };
      return (await identity.api.as(own.token).post('/v1/users', input)).body.data as { id: string };
    };
    const owner = await add('Olga', 'document_owner');
    const gone = await add('Gone', 'document_owner');
    await add('Viola', 'viewer');
    expect((await identity.api.as(own.token).patch(`/v1/users/${gone.id}`, { active: false })).status).to.equal(200);
    const { body } = await identity.api.as(own.token).get('/v1/organization');
    const ofRole = async (org_id: string, ...roles: string[]) =>
      (
        await identity.grpc.call<object, ListUsersByRoleResponse__Output>('ListUsersByRole', { org_id, roles })
      ).users.map(({ id }) => id);
    for (const id of [own.org_id, body.data.sandbox_id])
      expect(await ofRole(id, 'document_owner', 'quality_manager')).to.deep.equal([own.manager.id, owner.id]);
    expect(await ofRole(own.org_id)).to.deep.equal([]);
    expect(await ofRole(tenant.org_id, 'document_owner')).to.deep.equal([]);
  });

  it('answers who calls, with the rights that scope and role come to', async () => {
    const { access_token } = await identity.logIn(tenant.manager.email);
    const { body } = await identity.api.as(access_token).get('/v1/me');
    expect(body.data).to.include({ kind: 'user', id: tenant.manager.id, role: 'quality_manager' });
    expect(body.data.organization).to.include({ id: tenant.org_id, sandbox: false });
    expect(body.data.rights).to.include('suppliers:write').and.not.include('admin:write');
    expect(body.data.credential.type).to.equal('session');
  });

  it('shows its OAuth applications, without their secrets', async () => {
    const admin = identity.api.as(tenant.token);
    const { body, status } = await admin.post('/v1/oauth-applications', { name: 'app', scopes: ['entities:read'] });
    expect(status).to.equal(201);
    expect(body.data.client_id).to.equal(body.data.id).and.match(/^app_/);
    expect(body.data.client_secret).to.match(/^[A-Za-z0-9_-]{43}$/);
    const { body: read } = await admin.get(`/v1/oauth-applications/${body.data.id}`);
    expect(read.data).to.not.have.any.keys('client_secret', 'secret_hash');
    expect((await admin.get('/v1/oauth-applications')).body.meta.total).to.equal(2);
    expect((await admin.get('/v1/oauth-applications?status=active,revoked')).body.meta.total).to.equal(2);
    expect((await admin.get('/v1/oauth-applications?status=revoked')).body.meta.total).to.equal(0);
    const bad = { name: 'x', scopes: ['entities:read'] };
    for (const redirect_uris of [['http://app.test/'], ['https://app.test/#x'], ['javascript:alert(1)'], ['nonsense']])
      expect((await admin.post('/v1/oauth-applications', { ...bad, redirect_uris })).status).to.equal(422);
    expect((await admin.post('/v1/oauth-applications', { ...bad, public: true })).status).to.equal(422);
  });
});
