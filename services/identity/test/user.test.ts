import type { AppError } from '@qsc/service-kit';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { operatorCall } from '../src/operator.ts';
import {
  decodeClaims,
  GIVEN_PASSWORD,
  PASSWORD,
  startUnderTest,
  type Tenant,
  type UnderTest,
} from './identity-under-test.ts';

describe('users', () => {
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

  let count = 0;
  const newUser = async (role = 'quality_manager', token = tenant.token) => {
    count += 1;
    const input = { email: `user${count}@users.test`, name: `User ${count}`, role, password: GIVEN_PASSWORD };
    const { status, body, headers } = await identity.api.as(token).post('/v1/users', input);
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/v1/users/${body.data.id}`);
    return body.data as { id: string; email: string; version: number };
  };

  it('are created with a role and shown without any secret, and audited field by field', async () => {
    const { id, email } = await newUser('viewer');
    const { body, headers } = await identity.api.as(tenant.token).get(`/v1/users/${id}`);
    expect(headers.get('etag')).to.equal('"1"');
    expect(body.data).to.have.all.keys(
      ...[
        'id',
        'email',
        'name',
        'role',
        'active',
        'signing_locked',
        'created_at',
        'updated_at',
        'created_by',
        'version',
      ],
    );
    expect(body.data).to.include({ email, role: 'viewer', active: true, created_by: tenant.admin.id });
    const event = await tap.next(
      'the creation',
      ({ type, subject }) => type === 'identity.user.created.v1' && subject === id,
    );
    expect(event.data.audit.changes.role).to.deep.equal({ from: null, to: 'viewer' });
    expect(JSON.stringify(event)).to.not.match(/argon2|correct horse/);
  });

  it('have an e-mail address that nobody else has, in whatever case and organisation', async () => {
    const { email } = await newUser();
    const other = await identity.provision();
    const again = { email: email.toUpperCase(), name: 'Again', role: 'viewer', password: PASSWORD };
    for (const token of [tenant.token, other.token]) {
      const { status, body } = await identity.api.as(token).post('/v1/users', again);
      expect(status).to.equal(409);
      expect(body.error.code).to.equal('conflict');
    }
  });

  it('need a password of twelve characters and a known role', async () => {
    const input = { email: 'short@users.test', name: 'Short', role: 'viewer', password: 'eleven chars'.slice(1) };
    const short = await identity.api.as(tenant.token).post('/v1/users', input);
    expect(short.status).to.equal(422);
    expect(short.body.error.details.fields[0].field).to.equal('password');
    const role = await identity.api.as(tenant.token).post('/v1/users', { ...input, password: PASSWORD, role: 'god' });
    expect(role.body.error.details.fields[0].field).to.equal('role');
  });

  it('are changed against the version that was read; a change of nothing raises none', async () => {
    const { id } = await newUser();
    const admin = identity.api.as(tenant.token);
    const changed = await admin.patch(`/v1/users/${id}`, { name: 'Renamed' }, { headers: { 'if-match': '"1"' } });
    expect(changed.body.data).to.include({ name: 'Renamed', version: 2 });
    expect(changed.headers.get('etag')).to.equal('"2"');
    expect(
      (await admin.patch(`/v1/users/${id}`, { name: 'Late' }, { headers: { 'if-match': '"1"' } })).status,
    ).to.equal(412);
    expect((await admin.patch(`/v1/users/${id}`, { name: 'Renamed' })).body.data.version).to.equal(2);
    expect((await admin.patch(`/v1/users/${id}`, {})).body.data.version).to.equal(2);
    expect((await admin.patch(`/v1/users/${id}`, { email: 'no@users.test' })).status).to.equal(422);
  });

  it('lose what was issued before when the role changes, and act with the new one at once', async () => {
    const { id, email } = await newUser('quality_manager');
    const before = await identity.firstLogIn(email);
    const asUser = identity.api.as(before.access_token);
    expect((await asUser.get('/v1/users')).status).to.equal(200);
    await identity.api.as(tenant.token).patch(`/v1/users/${id}`, { role: 'viewer' });
    expect((await asUser.get('/v1/me')).status).to.equal(401);
    expect((await identity.api.post('/auth/refresh', { refresh_token: before.refresh_token })).status).to.equal(401);
    const now = await identity.logIn(email);
    expect((await identity.api.as(now.access_token).get('/v1/me')).body.data.role).to.equal('viewer');
    expect((await identity.api.as(now.access_token).get('/v1/users')).status).to.equal(403);
  });

  it('lose everything when they are deactivated, and may log in again when they are active again', async () => {
    const { id, email } = await newUser();
    const before = await identity.firstLogIn(email);
    const admin = identity.api.as(tenant.token);
    await admin.patch(`/v1/users/${id}`, { active: false });
    expect((await identity.api.as(before.access_token).get('/v1/me')).status).to.equal(401);
    expect((await identity.api.post('/auth/login', { username: email, password: PASSWORD })).status).to.equal(401);
    await admin.patch(`/v1/users/${id}`, { active: true });
    expect((await identity.api.post('/auth/refresh', { refresh_token: before.refresh_token })).status).to.equal(401);
    expect((await identity.api.post('/auth/login', { username: email, password: PASSWORD })).status).to.equal(200);
  });

  it('can be given a new password, which ends their sessions and is reported without being shown', async () => {
    const { id, email } = await newUser();
    const { access_token } = await identity.firstLogIn(email);
    await identity.api.as(tenant.token).patch(`/v1/users/${id}`, { password: 'another horse battery' });
    expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(401);
    expect((await identity.api.post('/auth/login', { username: email, password: PASSWORD })).status).to.equal(401);
    await identity.logIn(email, 'another horse battery');
    const event = await tap.next(
      'the change',
      ({ type, subject, data }) =>
        type === 'identity.user.updated.v1' && subject === id && data.audit.user.id === tenant.admin.id,
    );
    expect(event.data.audit.metadata.details).to.deep.equal({ password_changed: true });
    expect(event.data.audit.changes).to.deep.equal({});
  });

  it('change their own password with the current one', async () => {
    const { email } = await newUser('viewer');
    const asUser = identity.api.as((await identity.firstLogIn(email)).access_token);
    const change = (current_password: string) =>
      asUser.post('/v1/me/password', { current_password, new_password: 'my own new password' });
    expect((await change('wrong wrong wrong')).status).to.equal(403);
    expect((await change('my own new password')).body.error.details.fields[0].code).to.equal('unchanged');
    expect((await change(PASSWORD)).status).to.equal(204);
    expect((await asUser.get('/v1/me')).status).to.equal(401);
    await identity.logIn(email, 'my own new password');
  });

  it('change their own password once with the current one, also when two changes come at once', async () => {
    const { email } = await newUser('viewer');
    const asUser = identity.api.as((await identity.firstLogIn(email)).access_token);
    const wanted = ['the first new password', 'the second new password'];
    const answers = await Promise.all(
      wanted.map((new_password) => asUser.post('/v1/me/password', { current_password: PASSWORD, new_password })),
    );
    expect(answers.filter(({ status }) => status === 204)).to.have.length(1);
    await identity.logIn(email, wanted[answers.findIndex(({ status }) => status === 204)]);
  });

  it('always include one active system_admin, also when two of them go at once', async () => {
    const other = await identity.provision();
    const admin = identity.api.as(other.token);
    for (const patch of [{ active: false }, { role: 'viewer' }]) {
      const { status, body } = await admin.patch(`/v1/users/${other.admin.id}`, patch);
      expect(status).to.equal(409);
      expect(body.error.details.reason).to.equal('last_admin');
    }
    const second = await newUser('system_admin', other.token);
    const asSecond = identity.api.as((await identity.firstLogIn(second.email)).access_token);
    const answers = await Promise.all([
      admin.patch(`/v1/users/${second.id}`, { role: 'viewer' }),
      asSecond.patch(`/v1/users/${other.admin.id}`, { role: 'viewer' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });

  it('are listed with meta, order and filters; an unknown parameter is refused', async () => {
    const other = await identity.provision();
    const admin = identity.api.as(other.token);
    for (const role of ['viewer', 'auditor', 'viewer']) await newUser(role, other.token);
    const { body } = await admin.get('/v1/users?per_page=2&page=2&sort=email');
    expect(body.meta).to.deep.equal({ total: 5, page: 2, per_page: 2, total_pages: 3 });
    const all = (await admin.get('/v1/users?sort=-email')).body.data.map((user: { email: string }) => user.email);
    expect(all).to.deep.equal([...all].sort().reverse());
    expect((await admin.get('/v1/users?role=viewer')).body.meta.total).to.equal(2);
    expect((await admin.get('/v1/users?role=viewer,auditor')).body.meta?.total).to.equal(3);
    expect((await admin.get(`/v1/users?email=${other.admin.email.toUpperCase()}`)).body.data[0].id).to.equal(
      other.admin.id,
    );
    const { data } = (await admin.get('/v1/users?role=auditor')).body;
    expect((await admin.get(`/v1/users?email=${other.admin.email},${data[0].email}`)).body.meta.total).to.equal(2);
    expect((await admin.get('/v1/users?per_page=101')).status).to.equal(422);
    expect((await admin.get('/v1/users?rolle=viewer')).status).to.equal(422);
    expect((await admin.get('/v1/users?sort=password_hash')).status).to.equal(422);
  });

  it("are another organisation's business only", async () => {
    const other = await identity.provision();
    expect((await identity.api.as(other.token).get(`/v1/users/${tenant.manager.id}`)).status).to.equal(404);
    expect((await identity.api.as(other.token).patch(`/v1/users/${tenant.manager.id}`, { name: 'X' })).status).to.equal(
      404,
    );
    expect((await identity.api.as(other.token).post(`/v1/users/${tenant.manager.id}/unlock`)).status).to.equal(404);
  });

  it('are managed by the scope and the role together', async () => {
    const manager = identity.api.as((await identity.logIn(tenant.manager.email)).access_token);
    expect((await manager.get('/v1/users')).status).to.equal(200);
    const refused = await manager.post('/v1/users', {
      email: 'x@users.test',
      name: 'X',
      role: 'viewer',
      password: PASSWORD,
    });
    expect(refused.status).to.equal(403);
    expect(refused.body.error.details.required_scope).to.equal('admin:write');
    expect((await identity.api.get('/v1/users')).status).to.equal(401);
    expect((await identity.api.as('not.a.token').get('/v1/users')).status).to.equal(401);
  });

  it('are created once for an idempotency key', async () => {
    const input = { email: 'once@users.test', name: 'Once', role: 'viewer', password: PASSWORD };
    const headers = { 'idempotency-key': 'create-once' };
    const first = await identity.api.as(tenant.token).post('/v1/users', input, { headers });
    const second = await identity.api.as(tenant.token).post('/v1/users', input, { headers });
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect(second.body).to.deep.equal(first.body);
  });

  it('may do nothing but change a password that somebody else has set', async () => {
    const { id, email } = await newUser('quality_manager');
    const { access_token } = await identity.logIn(email, GIVEN_PASSWORD);
    for (const path of ['/v1/me', '/v1/users', '/v1/users/directory']) {
      const { status, body } = await identity.api.as(access_token).get(path);
      expect([status, body.error.details.reason], path).to.deep.equal([403, 'password_change_required']);
    }
    const own = identity.api.as((await identity.firstLogIn(email)).access_token);
    expect((await own.get('/v1/me')).status).to.equal(200);
    await identity.api.as(tenant.token).patch(`/v1/users/${id}`, { password: GIVEN_PASSWORD });
    const given = identity.api.as((await identity.logIn(email, GIVEN_PASSWORD)).access_token);
    expect((await given.get('/v1/me')).status).to.equal(403);
  });

  it('are listed for any colleague by name, role and activity', async () => {
    const other = await identity.provision();
    const colleague = identity.api.as((await identity.logIn(other.manager.email)).access_token);
    const gone = await newUser('viewer', other.token);
    await identity.api.as(other.token).patch(`/v1/users/${gone.id}`, { active: false, name: 'Gone' });
    const { body } = await colleague.get('/v1/users/directory');
    expect(body.data).to.deep.equal([
      { id: other.admin.id, name: 'Ada Admin', role: 'system_admin', active: true },
      { id: gone.id, name: 'Gone', role: 'viewer', active: false },
      { id: other.manager.id, name: 'Max Manager', role: 'quality_manager', active: true },
    ]);
    expect((await colleague.get('/v1/users/directory?active=true&role=viewer')).body.meta.total).to.equal(0);
  });

  it('get tokens that are issued now, however often rights have changed', async () => {
    const { id, email } = await newUser('viewer');
    await identity.firstLogIn(email);
    const admin = identity.api.as(tenant.token);
    for (const role of ['auditor', 'viewer', 'auditor', 'viewer', 'auditor', 'viewer'])
      await admin.patch(`/v1/users/${id}`, { role });
    const { access_token } = await identity.logIn(email);
    expect(decodeClaims(access_token).payload.iat).to.be.at.most(Date.now() / 1_000);
    expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(200);
  });

  it('lose their API keys for good when they are deactivated', async () => {
    const other = await identity.provision();
    const admin = identity.api.as(other.token);
    const second = await newUser('system_admin', other.token);
    const asSecond = identity.api.as((await identity.firstLogIn(second.email)).access_token);
    const made = (await asSecond.post('/v1/api-keys', { name: 'Theirs', scopes: ['admin:read'] })).body.data;
    await admin.patch(`/v1/users/${second.id}`, { active: false });
    expect((await admin.get(`/v1/api-keys?user_id=${second.id}`)).body.data[0].status).to.equal('revoked');
    await admin.patch(`/v1/users/${second.id}`, { active: true });
    const refused = await identity.grpc.call('ExchangeApiKey', { api_key: made.key }).catch((error: AppError) => error);
    expect(refused).to.have.property('code', 'unauthorized');
    const revoked = await tap.next('the key', ({ subject, type }) => subject === made.id && type.includes('revoked'));
    expect(revoked.data.audit.user.id).to.equal(other.admin.id);
  });

  for (const [what, set, typed] of [
    ['composed and decomposed letters', 'Gr\u00fc\u00dfe aus Z\u00fcrich', 'Gru\u0308\u00dfe aus Zu\u0308rich'],
    ['any kind of space', 'four\u00a0words\u3000in all', 'four words in all'],
  ] as const)
    it(`have passwords that are equal with ${what}`, async () => {
      const other = await identity.provision();
      const { access_token } = await identity.logIn(other.manager.email);
      const change = { current_password: PASSWORD, new_password: set };
      expect((await identity.api.as(access_token).post('/v1/me/password', change)).status).to.equal(204);
      for (const password of [set, typed]) await identity.logIn(other.manager.email, password);
    });

  it('take no idempotency key for a change of the own password', async () => {
    const own = await identity.provision();
    const { access_token } = await identity.logIn(own.manager.email);
    const ask = (current_password: string) =>
      identity.api
        .as(access_token)
        .post(
          '/v1/me/password',
          { current_password, new_password: `${PASSWORD} 2` },
          { headers: { 'idempotency-key': 'p' } },
        );
    expect((await ask('something else')).status).to.equal(403);
    expect((await ask(PASSWORD)).status).to.equal(204);
    expect((await ask(PASSWORD)).status).to.equal(401);
  });

  it('record that they were read where the settings ask for it', async () => {
    const other = await identity.provision();
    const admin = identity.api.as(other.token);
    await admin.patch('/v1/organization', { settings: { recorded_reads: ['user'] } });
    await admin.get(`/v1/users/${other.manager.id}`);
    const event = await tap.next(
      'the read',
      ({ type, subject }) => type === 'identity.record.read.v1' && subject === other.manager.id,
    );
    expect(event.data.audit).to.include({ action: 'read', entity_type: 'user', entity_name: 'Max Manager' });
  });

  it('lose what was issued between two changes of rights in one second', async () => {
    const { id, email } = await newUser('quality_manager');
    const admin = identity.api.as(tenant.token);
    expect((await admin.patch(`/v1/users/${id}`, { role: 'auditor' })).status).to.equal(200);
    const login = await identity.api.as(null).post('/auth/login', { username: email, password: GIVEN_PASSWORD });
    expect(login.status).to.equal(200);
    expect((await admin.patch(`/v1/users/${id}`, { active: false })).status).to.equal(200);
    const answer = await identity.api.as(login.body.access_token).get('/v1/me');
    expect(answer.status).to.equal(401);
  });

  it('lose what was issued while a change of rights was under way', async () => {
    const { id, email } = await newUser();
    const started = operatorCall('A slow change', tenant.org_id, new Date(Date.now() - 5_000));
    const { access_token } = await identity.logIn(email, GIVEN_PASSWORD);
    await identity.command(({ cases }) => cases.users.patch(id, { password: 'another horse battery' }, started));
    expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(401);
  });

  it('are made administrators only with all the rights of one', async () => {
    const key = await identity.api
      .as(tenant.token)
      .post('/v1/api-keys', { name: 'narrow', scopes: ['admin:read', 'admin:write'] });
    expect(key.status).to.equal(201);
    const narrow = await identity.api.as(tenant.token).post('/v1/oauth-applications', {
      name: 'narrow',
      scopes: ['admin:read', 'admin:write'],
    });
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: narrow.body.data.client_id,
      client_secret: narrow.body.data.client_secret,
    });
    const token = (await (await fetch(`${identity.url}/oauth/token`, { method: 'POST', body: form })).json()) as {
      access_token: string;
    };
    const api = identity.api.as(token.access_token);
    const input = { email: 'made@users.test', name: 'Made', password: PASSWORD };
    expect((await api.post('/v1/users', { ...input, role: 'viewer' })).status).to.equal(201);
    const refused = await api.post('/v1/users', { ...input, email: 'made2@users.test', role: 'system_admin' });
    expect([refused.status, refused.body.error.code]).to.deep.equal([403, 'forbidden']);
    const promoted = await api.patch(`/v1/users/${tenant.admin.id}`, { password: 'another long password' });
    expect(promoted.status).to.equal(403);
  });
});
