import type { AccessToken__Output } from '@qsc/contracts/grpc/identity/v1/AccessToken';
import type { AppError } from '@qsc/service-kit';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { decodeClaims, GIVEN_PASSWORD, startUnderTest, type Tenant, type UnderTest } from './identity-under-test.ts';
import { startWatch } from './watching.ts';

const DAY_MS = 86_400_000;

describe('API keys', () => {
  let identity: UnderTest;
  let tenant: Tenant;
  let tap: EventTap;
  let now = new Date();

  before(async () => {
    identity = await startUnderTest(() => now);
    tap = await tapEvents(identity.environment.amqpUrl);
    tenant = await identity.provision();
  });

  beforeEach(() => {
    now = new Date();
  });

  after(async () => {
    await tap.close();
    await identity.end();
  });

  const exchange = (api_key: string) => identity.grpc.call<object, AccessToken__Output>('ExchangeApiKey', { api_key });

  const catchRefusal = (api_key: string): Promise<AppError> =>
    exchange(api_key).then(
      () => expect.fail('the key was taken'),
      (error: AppError) => error,
    );

  const create = async (input: object = {}, token = tenant.token) => {
    const body = { name: 'key', scopes: ['entities:read'], ...input };
    return identity.api.as(token).post('/v1/api-keys', body);
  };

  it('are shown once, with their scopes and an expiry of one year unless given', async () => {
    const { status, body, headers } = await create();
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/v1/api-keys/${body.data.id}`);
    expect(body.data.key).to.match(/^qsc_live_[A-Za-z0-9_-]{59}$/);
    expect(body.data).to.include({ status: 'active', environment: 'live', user_id: tenant.admin.id });
    expect(body.data.key.startsWith(body.data.prefix)).to.equal(true);
    const days = (Date.parse(body.data.expires_at) - now.getTime()) / DAY_MS;
    expect(days).to.be.within(365, 366);
    const { body: read } = await identity.api.as(tenant.token).get(`/v1/api-keys/${body.data.id}`);
    expect(read.data).to.not.have.any.keys('key', 'secret_hash', 'lookup');
  });

  it('show their value not even to the one who repeats the request', async () => {
    const send = () =>
      identity.api
        .as(tenant.token)
        .post(
          '/v1/api-keys',
          { name: 'once', scopes: ['entities:read'] },
          { headers: { 'idempotency-key': 'key-once' } },
        );
    const [first, second] = [await send(), await send()];
    expect(first.body.data).to.have.property('key');
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect(second.body.data).to.include({ id: first.body.data.id }).and.not.have.property('key');
  });

  it('live for one year at most and begin in the future', async () => {
    for (const days of [-1, 367]) {
      const { status, body } = await create({ expires_at: new Date(now.getTime() + days * DAY_MS).toISOString() });
      expect(status).to.equal(422);
      expect(body.error.details.fields[0].field).to.equal('expires_at');
    }
    expect((await create({ expires_at: new Date(now.getTime() + 364 * DAY_MS).toISOString() })).status).to.equal(201);
    expect((await create({ expires_at: 'tomorrow' })).status).to.equal(422);
    expect((await create({ scopes: [] })).status).to.equal(422);
    expect((await create({ scopes: ['entities:read', 'nonsense'] })).status).to.equal(422);
  });

  it('are exchanged for a five-minute token of the user who made them', async () => {
    const { body } = await create({ scopes: ['entities:read', 'admin:read'] });
    const answer = await exchange(body.data.key);
    expect(answer).to.include({ org_id: tenant.org_id, api_key_id: body.data.id, user_id: tenant.admin.id });
    const { header, payload } = decodeClaims(answer.access_token);
    expect(header.alg).to.equal('RS256');
    expect(payload).to.include({ sub: tenant.admin.id, kind: 'user', key_id: body.data.id, role: 'system_admin' });
    expect(payload).to.include({ scope: 'entities:read admin:read', org_id: tenant.org_id });
    expect(payload.exp - payload.iat).to.equal(300);
    expect(answer.expires_at).to.equal(payload.exp);
    const asKey = identity.api.as(answer.access_token);
    expect((await asKey.get('/v1/users')).status).to.equal(200);
    expect((await asKey.get('/v1/me')).body.data.credential).to.deep.equal({
      type: 'api_key',
      api_key_id: body.data.id,
      session_id: null,
    });
    expect((await asKey.patch('/v1/organization', {})).status).to.equal(403);
  });

  it('are refused alike when they are unknown, altered, revoked or expired', async () => {
    const soon = new Date(now.getTime() + 60_000);
    const { body } = await create({ expires_at: soon.toISOString() });
    const { key, id } = body.data;
    expect((await exchange(key)).expires_at).to.equal(Math.floor(soon.getTime() / 1000));
    const altered = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    const refusals = [
      await catchRefusal('nonsense'),
      await catchRefusal(`qsc_live_${'0'.repeat(59)}`),
      await catchRefusal(altered),
    ];
    now = new Date(soon.getTime() + 1_000);
    refusals.push(await catchRefusal(key));
    now = new Date();
    await identity.api.as(tenant.token).delete(`/v1/api-keys/${id}`);
    refusals.push(await catchRefusal(key));
    for (const refusal of refusals) expect(refusal).to.include({ code: 'unauthorized', message: refusals[0]!.message });
  });

  it('are refused with the next exchange after they were revoked, which the watchers know before the answer', async () => {
    const heard = await startWatch(identity.grpc);
    try {
      const { body } = await create();
      const { key, id } = body.data;
      const { access_token } = await exchange(key);
      expect((await identity.api.as(tenant.token).delete(`/v1/api-keys/${id}`)).status).to.equal(204);
      expect(heard.revocations).to.deep.include.members([heard.revocations.find((one) => one.id === id)]);
      expect(heard.refuses(decodeClaims(access_token).payload)).to.equal(true);
      expect((await catchRefusal(key)).code).to.equal('unauthorized');
      expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(401);
      const event = await tap.next(
        'the revocation',
        ({ type, subject }) => type === 'identity.api-key.revoked.v1' && subject === id,
      );
      expect(event.data.audit).to.include({ action: 'delete', entity_type: 'api_key' });
      expect(event.data.audit.changes).to.deep.equal({ revoked: { from: false, to: true } });
    } finally {
      heard.watch.close();
    }
  });

  it('stay readable after they were revoked, and may be revoked twice', async () => {
    const { body } = await create();
    const admin = identity.api.as(tenant.token);
    await admin.delete(`/v1/api-keys/${body.data.id}`);
    expect((await admin.delete(`/v1/api-keys/${body.data.id}`)).status).to.equal(204);
    const { body: read } = await admin.get(`/v1/api-keys/${body.data.id}`);
    expect(read.data).to.include({ status: 'revoked' }).and.have.property('revoked_at').that.is.a('string');
    expect(
      (await admin.get('/v1/api-keys?status=active')).body.data.map((key: { id: string }) => key.id),
    ).to.not.include(body.data.id);
    const total = async (query: string) => (await admin.get(`/v1/api-keys?${query}`)).body.meta?.total;
    expect(await total('status=active,revoked,expired')).to.equal(await total(''));
    expect((await admin.get('/v1/api-keys?status=revoked')).body.data.map((key: { id: string }) => key.id)).to.include(
      body.data.id,
    );
  });

  it('are listed by several values of a filter', async () => {
    const made = [await create(), await create({ environment: 'test' })].map(({ body }) => body.data.id as string);
    const admin = identity.api.as(tenant.token);
    await admin.delete(`/v1/api-keys/${made[0]}`);
    const listed = async (query: string) => {
      const { body } = await admin.get(`/v1/api-keys?per_page=100&${query}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await listed('status=active,revoked')).to.include.members(made);
    expect(await listed('status=active,expired'))
      .to.include(made[1])
      .and.not.include(made[0]);
    expect(await listed(`environment=live,test&user_id=${tenant.manager.id},${tenant.admin.id}`)).to.include.members(
      made,
    );
  });

  it('have the role that their user has now, and none when the user is inactive', async () => {
    const admin = identity.api.as(tenant.token);
    const input = { email: 'maker@keys.test', name: 'Maker', role: 'system_admin', password: GIVEN_PASSWORD };
    const { body: user } = await admin.post('/v1/users', input);
    const { access_token } = await identity.firstLogIn('maker@keys.test');
    const { body } = await create({ scopes: ['entities:read', 'admin:write'] }, access_token);
    const before = await exchange(body.data.key);
    const heard = await startWatch(identity.grpc);
    try {
      await admin.patch(`/v1/users/${user.data.id}`, { role: 'viewer' });
      expect(heard.revocations.map(({ kind, id }) => `${kind}/${id}`)).to.include(`user/${user.data.id}`);
      expect(heard.refuses(decodeClaims(before.access_token).payload)).to.equal(true);
      const after = await exchange(body.data.key);
      expect(heard.refuses(decodeClaims(after.access_token).payload)).to.equal(false);
      expect(decodeClaims(after.access_token).payload).to.include({ role: 'viewer', scope: 'entities:read' });
      expect((await identity.api.as(after.access_token).get('/v1/me')).status).to.equal(200);
      await admin.patch(`/v1/users/${user.data.id}`, { active: false });
      expect((await catchRefusal(body.data.key)).code).to.equal('unauthorized');
    } finally {
      heard.watch.close();
    }
  });

  it('of the test environment act in the sandbox, whose data is apart', async () => {
    const { body } = await create({ environment: 'test', scopes: ['admin:read', 'admin:write'] });
    expect(body.data.key).to.match(/^qsc_test_/);
    const { access_token, org_id } = await exchange(body.data.key);
    const { body: live } = await identity.api.as(tenant.token).get('/v1/organization');
    expect(org_id).to.equal(live.data.sandbox_id).and.not.equal(tenant.org_id);
    const inSandbox = identity.api.as(access_token);
    expect((await inSandbox.get('/v1/users')).body.meta.total).to.equal(0);
    expect((await inSandbox.get(`/v1/users/${tenant.manager.id}`)).status).to.equal(404);
    expect((await inSandbox.get('/v1/organization')).body.data).to.include({ sandbox: true, tier: 'professional' });
    const made = await create({ scopes: ['admin:read'] }, access_token);
    expect(made.body.data.environment).to.equal('test');
    expect((await exchange(made.body.data.key)).org_id).to.equal(org_id);
    expect((await create({ scopes: ['admin:read'], environment: 'live' }, access_token)).status).to.equal(422);
  });

  it('give nobody a right that the maker does not have', async () => {
    const { body } = await create({ scopes: ['admin:write', 'entities:read'] });
    const { access_token } = await exchange(body.data.key);
    const more = await create({ scopes: ['entities:write'] }, access_token);
    expect(more.status).to.equal(403);
    expect(more.body.error.details.required_scope).to.equal('entities:write');
    const manager = await identity.logIn(tenant.manager.email);
    expect((await create({}, manager.access_token)).status).to.equal(403);
  });

  it('act for a user, so that an application makes none', async () => {
    const fields = {
      grant_type: 'client_credentials',
      client_id: tenant.client_id,
      client_secret: tenant.client_secret,
    };
    const token = await fetch(`${identity.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
    const { access_token } = (await token.json()) as { access_token: string };
    const { status, body } = await create({}, access_token);
    expect(status).to.equal(403);
    expect(body.error.details.reason).to.equal('user_required');
  });
});
