import { type ApiClient, type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import {
  AUDIENCE,
  decodeClaims,
  ISSUER,
  PASSWORD,
  startUnderTest,
  type Tenant,
  type UnderTest,
} from './identity-under-test.ts';

describe('login, refresh and logout', () => {
  let identity: UnderTest;
  let tenant: Tenant;
  let tap: EventTap;
  let now = new Date('2026-03-02T09:00:00Z');

  before(async () => {
    identity = await startUnderTest(() => now);
    tap = await tapEvents(identity.environment.amqpUrl);
    tenant = await identity.provision();
  });

  after(async () => {
    await tap.close();
    await identity.end();
  });

  const logIn = (username: string, password: string, headers = {}) =>
    identity.api.post('/auth/login', { username, password }, { headers });

  it('gives a user a fifteen-minute RS256 token with the claims of the contract', async () => {
    const { status, body, headers } = await logIn(tenant.manager.email.toUpperCase(), PASSWORD);
    expect(status).to.equal(200);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(body).to.include({ token_type: 'Bearer', expires_in: 900 });
    const { header, payload } = decodeClaims(body.access_token);
    expect(header).to.include({ alg: 'RS256', typ: 'at+jwt' }).and.have.property('kid');
    expect(payload).to.include({
      iss: ISSUER,
      aud: AUDIENCE,
      sub: tenant.manager.id,
      org_id: tenant.org_id,
      kind: 'user',
      name: 'Max Manager',
      email: tenant.manager.email,
      role: 'quality_manager',
    });
    expect(payload.exp - payload.iat).to.equal(900);
    expect(payload.sid).to.match(/^ses_/);
    expect(payload.scope.split(' ')).to.include('entities:write').and.not.include('admin:write');
  });

  it('audits a login, a failed login and a logout with who, from where and how it ended', async () => {
    const sent = {
      headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'browser/1', 'x-request-id': 'r-login-1' },
    };
    await identity.api.post('/auth/login', { username: tenant.manager.email, password: 'not the password' }, sent);
    const failed = await tap.next('a failed login', (event) => event.requestid === 'r-login-1');
    expect(failed.type).to.equal('identity.session.login-failed.v1');
    expect(failed.orgid).to.equal(tenant.org_id);
    expect(failed.data.audit).to.deep.include({ action: 'login', entity_type: 'user', entity_id: tenant.manager.id });
    expect(failed.data.audit.user).to.include({ id: tenant.manager.id, role: 'quality_manager' });
    expect(failed.data.audit.client).to.include({ ip_address: '203.0.113.7', user_agent: 'browser/1' });
    expect(failed.data.audit.metadata.details).to.deep.equal({ outcome: 'failed' });

    const { body } = await logIn(tenant.manager.email, PASSWORD, { 'x-request-id': 'r-login-2' });
    const login = await tap.next('a login', (event) => event.requestid === 'r-login-2');
    expect(login.type).to.equal('identity.session.logged-in.v1');
    expect(login.data.audit).to.include({ action: 'login' });

    const out = { authorization: `Bearer ${body.access_token}`, 'x-request-id': 'r-logout-1' };
    expect((await identity.api.post('/auth/logout', undefined, { headers: out })).status).to.equal(204);
    const logout = await tap.next('a logout', (event) => event.requestid === 'r-logout-1');
    expect(logout.data.audit).to.include({ action: 'logout', entity_id: tenant.manager.id });
  });

  it('answers every failure alike: unknown user, wrong password, inactive user', async () => {
    const { body: user } = await identity.api
      .as(tenant.token)
      .post('/v1/users', { email: 'gone@alike.test', name: 'Gone', role: 'viewer', password: PASSWORD });
    await identity.api.as(tenant.token).patch(`/v1/users/${user.data.id}`, { active: false });
    const answers = [
      await logIn('nobody@alike.test', PASSWORD),
      await logIn(tenant.manager.email, 'wrong wrong wrong'),
      await logIn('gone@alike.test', PASSWORD),
    ];
    for (const { status, body } of answers) {
      expect(status).to.equal(401);
      expect({ ...body.error, request_id: '' }).to.deep.equal({ ...answers[0]!.body.error, request_id: '' });
      expect(body.error.code).to.equal('unauthorized');
    }
  });

  it('makes no event of an unknown user name, since it belongs to no organisation', async () => {
    await logIn('stranger@alike.test', PASSWORD, { 'x-request-id': 'r-stranger' });
    await logIn(tenant.manager.email, PASSWORD, { 'x-request-id': 'r-after-stranger' });
    await tap.next('the login after it', (event) => event.requestid === 'r-after-stranger');
    expect(tap.events.filter((event) => event.requestid === 'r-stranger')).to.have.length(0);
  });

  it('refuses more attempts after the failures that a user name may have, known or not, and lets them pass later', async () => {
    const target = await identity.provision();
    for (const username of [target.manager.email, 'unknown@limits.test']) {
      for (let failure = 0; failure < 5; failure += 1)
        expect((await logIn(username, 'wrong wrong wrong')).status).to.equal(401);
      const { status, body, headers } = await logIn(username, PASSWORD);
      expect(status).to.equal(429);
      expect(body.error.code).to.equal('rate_limit_exceeded');
      expect(Number(headers.get('retry-after'))).to.be.within(1, 900);
      expect(body.error.retry_after).to.equal(Number(headers.get('retry-after')));
    }
    now = new Date(now.getTime() + 15 * 60_000 + 1_000);
    expect((await logIn(target.manager.email, PASSWORD)).status).to.equal(200);
  });

  it('gives many guesses at once no more of them', async () => {
    const target = await identity.provision();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => logIn(target.manager.email, 'wrong wrong wrong')),
    );
    expect(answers.filter(({ status }) => status === 401)).to.have.length(5);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(15);
  });

  it('lets an administrator unlock a user who failed too often', async () => {
    const target = await identity.provision();
    for (let failure = 0; failure < 5; failure += 1) await logIn(target.manager.email, 'wrong wrong wrong');
    expect((await logIn(target.manager.email, PASSWORD)).status).to.equal(429);
    const unlocked = await identity.api.as(target.token).post(`/v1/users/${target.manager.id}/unlock`);
    expect(unlocked.status).to.equal(200);
    expect((await logIn(target.manager.email, PASSWORD)).status).to.equal(200);
  });

  it('locks out nobody at another address, until failures at many addresses are too many', async () => {
    const limited = await startUnderTest(undefined, { LOGIN_FAILURES_PER_USER: 12 });
    try {
      const { manager } = await limited.provision();
      const from = async (address: string, password: string) => {
        const headers = { 'x-forwarded-for': address };
        return (await limited.api.post('/auth/login', { username: manager.email, password }, { headers })).status;
      };
      for (let failure = 0; failure < 5; failure += 1) await from('198.51.100.1', 'wrong');
      expect(await from('198.51.100.1', PASSWORD)).to.equal(429);
      expect(await from('198.51.100.2', PASSWORD)).to.equal(200);
      for (let failure = 0; failure < 7; failure += 1) await from(`198.51.100.${3 + (failure % 2)}`, 'wrong');
      expect(await from('198.51.100.2', PASSWORD)).to.equal(429);
    } finally {
      await limited.end();
    }
  });

  it('counts failures by address, whatever name is tried', async () => {
    const limited = await startUnderTest(undefined, { LOGIN_FAILURES_PER_ADDRESS: 3 });
    try {
      const from = (address: string, username: string) =>
        limited.api.post('/auth/login', { username, password: 'x' }, { headers: { 'x-forwarded-for': address } });
      for (const name of ['a', 'b', 'c']) expect((await from('198.51.100.1', `${name}@x.test`)).status).to.equal(401);
      expect((await from('198.51.100.1', 'd@x.test')).status).to.equal(429);
      expect((await from('198.51.100.2', 'd@x.test')).status).to.equal(401);
    } finally {
      await limited.end();
    }
  });

  describe('many logins at once from one address', () => {
    let limited: UnderTest;
    let connection: mongoose.Connection;
    beforeEach(async () => {
      limited = await startUnderTest(() => now, { LOGIN_FAILURES_PER_ADDRESS: 8 });
      connection = await mongoose.createConnection(limited.config.MONGODB_URI).asPromise();
    });
    afterEach(async () => {
      await connection.close();
      await limited.end();
    });

    const failures = () =>
      connection.getClient().db(`${limited.config.MONGODB_DATABASE_PREFIX}identity`).collection('login_failure');
    const guess = (api: ApiClient, name: string) => api.post('/auth/login', { username: name, password: 'x' });
    const makeNames = (count: number) => Array.from({ length: count }, (_, index) => `guess-${index}@x.test`);

    it('have no more failures than one after another, on all replicas together', async () => {
      const replicas = [limited, await limited.another()];
      const answers = await Promise.all(
        makeNames(40).map((name, index) => guess((replicas[index % 2] ?? limited).api, name)),
      );
      expect(answers.filter(({ status }) => status === 401)).to.have.length(8);
      expect(answers.filter(({ status }) => status === 429)).to.have.length(32);
      const kept = await failures()
        .find({ subject: /^address/ })
        .toArray();
      const ends = kept.map(({ expires_at, under_way }) => [expires_at.getTime() - now.getTime(), under_way]);
      expect(ends).to.deep.equal(Array(8).fill([15 * 60_000, undefined]));
    });

    it('are answered with the right passwords, and leave no failure', async () => {
      const replicas = [limited, await limited.another()];
      const tenants = await Promise.all(Array.from({ length: 4 }, () => limited.provision()));
      const names = tenants.flatMap(({ admin, manager }) => [admin.email, manager.email]);
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(
          names.map((username, index) =>
            (replicas[index % 2] ?? limited).api.post('/auth/login', { username, password: PASSWORD }),
          ),
        );
        expect(answers.map(({ status }) => status)).to.deep.equal(Array(8).fill(200));
      }
      expect(await failures().countDocuments()).to.equal(0);
    });

    it('wait a second for those under way, and as long as it takes for failures', async () => {
      for (const name of makeNames(8)) expect((await guess(limited.api, name)).status).to.equal(401);
      const waits = async () => (await guess(limited.api, 'one-more@x.test')).body.error.retry_after;
      expect(await waits()).to.equal(900);
      // As an attempt at another replica has it until it is over, or for as long as one may take where that replica was lost.
      await failures().updateOne({ subject: /^address/ }, { $set: { under_way: true } });
      expect(await waits()).to.equal(1);
      now = new Date(now.getTime() + 6 * 60_000);
      expect(await waits()).to.equal(540);
      // As programs of a release with a higher limit have left them.
      const [row] = await failures()
        .find({ subject: /^address/ })
        .toArray();
      await failures().insertOne({ ...row, _id: 'another' as never, expires_at: new Date(now.getTime() + 1_000) });
      expect(await waits()).to.equal(540);
    });

    it('leave those under way where another success forgets the failures of a name at an address', async () => {
      const { manager } = await limited.provision();
      for (let failure = 0; failure < 2; failure += 1) await guess(limited.api, manager.email);
      const ofName = { subject: /^user\/[\w-]+\/[\w-]+$/ };
      await failures().updateOne(ofName, { $set: { under_way: true } });
      await limited.logIn(manager.email);
      expect(await failures().countDocuments(ofName)).to.equal(1);
      // The replica of that one was lost.
      now = new Date(now.getTime() + 6 * 60_000);
      await limited.logIn(manager.email);
      expect(await failures().countDocuments(ofName)).to.equal(0);
    });
  });

  it('rotates refresh tokens; one that is used twice ends the whole session later on', async () => {
    const first = await identity.logIn(tenant.manager.email);
    const second = await identity.api.post('/auth/refresh', { refresh_token: first.refresh_token });
    expect(second.status).to.equal(200);
    expect(second.body.refresh_token).to.not.equal(first.refresh_token);
    expect(decodeClaims(second.body.access_token).payload.sid).to.equal(decodeClaims(first.access_token).payload.sid);
    expect((await identity.api.as(second.body.access_token).get('/v1/me')).status).to.equal(200);

    now = new Date(now.getTime() + 11_000);
    const reused = await identity.api.post('/auth/refresh', { refresh_token: first.refresh_token });
    expect(reused.status).to.equal(401);
    expect((await identity.api.post('/auth/refresh', { refresh_token: second.body.refresh_token })).status).to.equal(
      401,
    );
    expect((await identity.api.as(second.body.access_token).get('/v1/me')).status).to.equal(401);
  });

  it('gives the same successor to all refreshes with one token within ten seconds, at every replica', async () => {
    const { refresh_token } = await identity.logIn(tenant.manager.email);
    const replicas = [identity, await identity.another()];
    const refresh = (_: unknown, index: number) =>
      (replicas[index % 2] ?? identity).api.post('/auth/refresh', { refresh_token });
    const answers = await Promise.all([1, 2, 3, 4].map(refresh));
    now = new Date(now.getTime() + 10_000);
    answers.push(await identity.api.post('/auth/refresh', { refresh_token }));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect(successors.size).to.equal(1);
    const [next] = successors;
    expect((await identity.api.post('/auth/refresh', { refresh_token: next })).status).to.equal(200);
  });

  it('refuses the access token with the next request after a logout, and the refresh token too', async () => {
    const { access_token, refresh_token } = await identity.logIn(tenant.manager.email);
    expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(200);
    expect((await identity.api.post('/auth/logout', { refresh_token })).status).to.equal(204);
    expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(401);
    expect((await identity.api.post('/auth/refresh', { refresh_token })).status).to.equal(401);
  });

  it('ends a session when its time has passed, however often it was refreshed', async () => {
    const { refresh_token } = await identity.logIn(tenant.manager.email);
    now = new Date(now.getTime() + 13 * 3_600_000);
    expect((await identity.api.post('/auth/refresh', { refresh_token })).status).to.equal(401);
  });

  it('takes no access token for a refresh token', async () => {
    const { access_token } = await identity.logIn(tenant.manager.email);
    for (const path of ['/auth/refresh', '/auth/logout'])
      expect((await identity.api.post(path, { refresh_token: access_token })).body.error.code, path).to.equal(
        'unauthorized',
      );
  });

  it('answers faults of form in the form of the API', async () => {
    for (const unreadable of ['{broken', '{"username":"a@b.test","password":"x","password":"y"}'])
      expect((await identity.api.post('/auth/login', unreadable)).body.error.code).to.equal('invalid_request');
    expect((await identity.api.post('/auth/login', { username: 'a@b.test' })).status).to.equal(422);
    expect((await identity.api.post('/auth/login', { username: 'a', password: 'b', more: 1 })).status).to.equal(422);
    const asForm = await identity.api.post('/auth/login', 'a=b', { headers: { 'content-type': 'text/plain' } });
    expect(asForm.status).to.equal(415);
    const wrongMethod = await identity.api.get('/auth/login');
    expect(wrongMethod.status).to.equal(405);
    expect(wrongMethod.headers.get('allow')).to.equal('POST');
    expect((await identity.api.post('/auth/login', { username: 'a', password: 'x'.repeat(20_000) })).status).to.equal(
      413,
    );
    expect((await identity.api.post('/auth/logout')).status).to.equal(401);
  });

  for (const [what, body, status] of [
    ['null', 'null', 400],
    ['half of a JSON list', '[[', 400],
    ['5,000 lists in each other', '['.repeat(5_000) + ']'.repeat(5_000), 422],
    ['half of a surrogate pair and a null character', '{"username":"a\\ud800","password":"\\u0000"}', 401],
    ['members of the service', '{"username":"a","password":"b","org_id":"x","role":"system_admin"}', 422],
    ['__proto__', '{"username":"a","password":"b","__proto__":{"role":"system_admin"}}', 422],
  ] as const)
    it(`answers ${what} for a login with ${status}`, async () => {
      expect((await identity.api.post('/auth/login', body)).status).to.equal(status);
    });

  it('takes no operator and no other value for a text', async () => {
    const { email } = tenant.manager;
    for (const value of [
      '{"$ne":""}',
      '{"$gt":""}',
      '{"$regex":".*"}',
      '{"$where":"1"}',
      '["x"]',
      'true',
      'null',
      '1e400',
    ])
      for (const [path, body] of [
        ['/auth/login', `{"username":"${email}","password":${value}}`],
        ['/auth/login', `{"username":${value},"password":"${PASSWORD}"}`],
        ['/auth/refresh', `{"refresh_token":${value}}`],
      ] as const) {
        const answer = await identity.api.post(path, body);
        expect([answer.status, answer.body.error.code], body).to.deep.equal([422, 'validation_failed']);
      }
  });

  it('sends security headers, and allows no other origin but the named ones', async () => {
    const { headers } = await logIn('nobody@alike.test', PASSWORD, { origin: 'https://evil.test' });
    expect(headers.get('content-security-policy')).to.contain("default-src 'none'");
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('access-control-allow-origin')).to.equal(null);
    const named = await logIn('nobody@alike.test', PASSWORD, { origin: 'https://app.test' });
    expect(named.headers.get('access-control-allow-origin')).to.equal('https://app.test');
  });
});
