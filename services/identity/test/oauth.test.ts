import { createHash, randomBytes } from 'node:crypto';
import { SCOPES } from '@qsc/contracts';
import { makeTokenVerifier } from '@qsc/service-kit';
import { apiClient, type EventTap, eventually, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { makeBrowser } from './browser.ts';
import {
  AUDIENCE,
  decodeClaims,
  ISSUER,
  PASSWORD,
  startUnderTest,
  type Tenant,
  type UnderTest,
} from './identity-under-test.ts';

const REDIRECT = 'https://app.test/callback';

describe('the authorization server', () => {
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

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  /** Sends a form, or its bytes as they stand. */
  const post = async (path: string, form: Record<string, string> | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${identity.url}${path}`, {
      method: 'POST',
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      headers: { ...FORM, ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };

  const clientCredentials = (fields: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: tenant.client_id,
      client_secret: tenant.client_secret,
      ...fields,
    });

  describe('client credentials', () => {
    it('gives a one-hour token with the granted scopes', async () => {
      const { status, body } = await clientCredentials({ scope: 'entities:read suppliers:write' });
      expect(status).to.equal(200);
      expect(body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'entities:read suppliers:write' });
      expect(body).to.not.have.property('refresh_token');
      const { header, payload } = decodeClaims(body.access_token);
      expect(header).to.include({ alg: 'RS256', typ: 'at+jwt' });
      expect(payload).to.include({
        iss: ISSUER,
        aud: AUDIENCE,
        sub: tenant.client_id,
        org_id: tenant.org_id,
        kind: 'application',
        name: 'client',
        scope: 'entities:read suppliers:write',
      });
      expect(payload.exp - payload.iat).to.equal(3600);
      expect(payload).to.not.have.any.keys('role', 'email', 'sid');
    });

    it('gives all scopes of the application when none is asked for', async () => {
      const { body } = await clientCredentials();
      expect(body.scope.split(' ')).to.have.members([...SCOPES]);
    });

    it('gives no scope of the API to who asks for others alone', async () => {
      const { status, body } = await clientCredentials({ scope: 'openid' });
      expect(status).to.equal(200);
      expect(body.scope ?? '').to.equal('');
      expect(decodeClaims(body.access_token).payload.scope ?? '').to.equal('');
      expect((await identity.api.as(body.access_token).get('/v1/users')).status).to.equal(403);
    });

    it('takes the secret by basic authentication too', async () => {
      const basic = Buffer.from(`${tenant.client_id}:${tenant.client_secret}`).toString('base64');
      const { status } = await post(
        '/oauth/token',
        { grant_type: 'client_credentials' },
        { authorization: `Basic ${basic}` },
      );
      expect(status).to.equal(200);
    });

    it('refuses a scope that is unknown, and one that the application was not given', async () => {
      const { body: made } = await identity.api
        .as(tenant.token)
        .post('/v1/oauth-applications', { name: 'narrow', scopes: ['entities:read'] });
      const narrow = { client_id: made.data.client_id, client_secret: made.data.client_secret };
      for (const scope of ['entities:read nonsense', 'entities:write']) {
        const { status, body } = await clientCredentials({ ...narrow, scope });
        expect(status).to.equal(400);
        expect(body.error).to.equal('invalid_scope');
      }
      expect((await clientCredentials(narrow)).body.scope).to.equal('entities:read');
    });

    it('refuses a wrong secret, an unknown client and another grant in the form of OAuth', async () => {
      const wrong = await clientCredentials({ client_secret: 'wrong' });
      expect(wrong.status).to.equal(401);
      expect(wrong.body.error).to.equal('invalid_client');
      expect((await clientCredentials({ client_id: 'app_unknown' })).body.error).to.equal('invalid_client');
      for (const grant_type of ['password', '__proto__'])
        expect((await clientCredentials({ grant_type })).body.error, grant_type).to.equal('unsupported_grant_type');
      const elsewhere = await clientCredentials({ resource: 'https://elsewhere.test' });
      expect(elsewhere.body.error).to.equal('invalid_target');
    });

    for (const [what, form, status, error] of [
      ['an operator for the client', 'client_id[$ne]=x&client_secret[$ne]=x', 400, 'invalid_request'],
      ['an operator for the secret', 'client_id=CLIENT&client_secret[$gt]=', 401, 'invalid_client'],
      ['no secret', 'client_id=CLIENT', 401, 'invalid_client'],
      ['an empty secret', 'client_id=CLIENT&client_secret=', 401, 'invalid_client'],
      ['a null character and bytes that are no UTF-8', 'client_id=%00&client_secret=%FF', 401, 'invalid_client'],
      ['two clients', 'client_id=CLIENT&client_id=b&client_secret=c', 400, 'invalid_request'],
    ] as const)
      it(`gives no token for ${what}`, async () => {
        const sent = `grant_type=client_credentials&${form.replace('CLIENT', tenant.client_id)}`;
        const answer = await post('/oauth/token', sent);
        expect([answer.status, answer.body.error]).to.deep.equal([status, error]);
        expect(answer.body).to.not.have.property('access_token');
      });

    it('lets a token call the API until the application is revoked, and no longer', async () => {
      const { body: made } = await identity.api
        .as(tenant.token)
        .post('/v1/oauth-applications', { name: 'short-lived', scopes: ['admin:read'] });
      const { body } = await clientCredentials({ client_id: made.data.id, client_secret: made.data.client_secret });
      const asClient = identity.api.as(body.access_token);
      expect((await asClient.get('/v1/users')).status).to.equal(200);
      expect((await identity.api.as(tenant.token).delete(`/v1/oauth-applications/${made.data.id}`)).status).to.equal(
        204,
      );
      expect((await asClient.get('/v1/users')).status).to.equal(401);
      const again = await clientCredentials({ client_id: made.data.id, client_secret: made.data.client_secret });
      expect(again.body.error).to.equal('invalid_client');
    });

    it('is verified by the published keys alone, as every service does it', async () => {
      const verifier = makeTokenVerifier({
        jwksUrl: `${identity.url}/.well-known/jwks.json`,
        issuer: ISSUER,
        audience: AUDIENCE,
      });
      const { body } = await clientCredentials();
      expect((await verifier.verify(body.access_token)).sub).to.equal(tenant.client_id);
      const [head, , signature] = body.access_token.split('.');
      const forged = Buffer.from(JSON.stringify({ ...decodeClaims(body.access_token).payload, org_id: 'org_other' }));
      const outcome = await verifier
        .verify([head, forged.toString('base64url'), signature].join('.'))
        .catch((error) => error);
      expect(outcome).to.have.property('code', 'unauthorized');
    });
  });

  it('answers no other origin but the named ones', async () => {
    const ask = (origin: string) => post('/oauth/token', { grant_type: 'client_credentials' }, { origin });
    expect((await ask('https://evil.test')).headers.get('access-control-allow-origin')).to.equal(null);
    expect((await ask('https://app.test')).headers.get('access-control-allow-origin')).to.equal('https://app.test');
    const keys = await identity.api.get('/.well-known/jwks.json', { headers: { origin: 'https://evil.test' } });
    expect(keys.headers.get('access-control-allow-origin')).to.equal(null);
  });

  describe('discovery', () => {
    it('names the endpoints of the issuer and publishes public keys only', async () => {
      const { body } = await apiClient(identity.url, null).get('/.well-known/openid-configuration');
      expect(body).to.include({
        issuer: ISSUER,
        token_endpoint: `${ISSUER}/oauth/token`,
        authorization_endpoint: `${ISSUER}/oauth/authorize`,
        jwks_uri: `${ISSUER}/.well-known/jwks.json`,
      });
      const { body: set, headers } = await identity.api.get('/.well-known/jwks.json');
      expect(headers.get('cache-control')).to.match(/max-age=\d+/);
      for (const key of set.keys) {
        expect(key).to.include({ kty: 'RSA', use: 'sig', alg: 'RS256' });
        expect(key).to.have.all.keys('kty', 'n', 'e', 'kid', 'use', 'alg');
      }
    });

    it('follows no host that a request names', async () => {
      const { body } = await identity.api.get('/.well-known/openid-configuration', {
        headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
      });
      expect(body.token_endpoint).to.equal(`${ISSUER}/oauth/token`);
    });
  });

  it('refuses an unknown path and another method in the form of the API', async () => {
    for (const path of ['/oauth/nothing', '/.well-known/nothing', '/oauth/token/introspection'])
      expect((await identity.api.get(path)).body.error.code, path).to.equal('not_found');
    for (const path of ['/oauth/authorize', '/.well-known/jwks.json', '/.well-known/openid-configuration']) {
      const { status, body, headers } = await identity.api.delete(path);
      expect([status, body.error.code], path).to.deep.equal([405, 'method_not_allowed']);
      expect(headers.get('allow'), path).to.equal('GET, HEAD');
    }
    expect((await identity.api.delete('/oauth/authorize/abc')).body.error.code).to.equal('method_not_allowed');
    expect((await identity.api.get('/oauth/token/')).body.error.code).to.equal('method_not_allowed');
  });

  describe('authorization code with PKCE', () => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');

    const authorizeUrl = (fields: Record<string, string> = {}) =>
      `${ISSUER}/oauth/authorize?${new URLSearchParams({
        client_id: 'qsc-web',
        response_type: 'code',
        redirect_uri: REDIRECT,
        state: 'abc',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...fields,
      })}`;

    const signIn = async (username: string, fields: Record<string, string> = {}) => {
      const browser = makeBrowser(ISSUER, identity.url);
      const page = await browser.get(authorizeUrl(fields));
      return browser.submit(page, { username, password: PASSWORD });
    };

    const exchange = (code: string | null, fields: Record<string, string> = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: 'qsc-web',
        code: code ?? '',
        redirect_uri: REDIRECT,
        code_verifier: verifier,
        ...fields,
      });

    const tokensFor = async (username: string, fields: Record<string, string> = {}) =>
      (await exchange((await signIn(username, fields)).url.searchParams.get('code'))).body;

    it('shows an own login page that loads nothing and may not be framed', async () => {
      const page = await makeBrowser(ISSUER, identity.url).get(authorizeUrl());
      expect(page.status).to.equal(200);
      expect(page.html)
        .to.contain('<form method="post">')
        .and.not.match(/src=|href=|<script/);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).to.contain("default-src 'none'").and.contain("frame-ancestors 'none'");
      expect(policy).to.contain("form-action 'self' https://app.test");
      expect(page.headers.get('cache-control')).to.equal('no-store');
    });

    it('sends the user back with a code that gives a fifteen-minute token and a refresh token', async () => {
      const back = await signIn(tenant.manager.email.toUpperCase());
      expect(back.url.origin + back.url.pathname).to.equal(REDIRECT);
      expect(back.url.searchParams.get('state')).to.equal('abc');
      expect(back.url.searchParams.get('iss')).to.equal(ISSUER);
      const { status, body } = await exchange(back.url.searchParams.get('code'));
      expect(status).to.equal(200);
      expect(body).to.include({ token_type: 'Bearer', expires_in: 900 }).and.have.property('refresh_token');
      const { payload } = decodeClaims(body.access_token);
      expect(payload).to.include({
        sub: tenant.manager.id,
        org_id: tenant.org_id,
        kind: 'user',
        role: 'quality_manager',
      });
      expect(payload).to.include({ iss: ISSUER, aud: AUDIENCE, email: tenant.manager.email });
      expect(payload.exp - payload.iat).to.equal(900);
      expect(payload.sid).to.match(/^ses_/);
      const { body: me } = await identity.api.as(body.access_token).get('/v1/me');
      expect(me.data).to.include({ id: tenant.manager.id, kind: 'user' });
      await tap.next(
        'the login',
        (event) => event.type === 'identity.session.logged-in.v1' && event.subject === tenant.manager.id,
      );
    });

    it('limits the token to what was asked for and to what the role allows', async () => {
      const body = await tokensFor(tenant.manager.email, { scope: 'entities:read admin:write' });
      expect(body.scope).to.equal('entities:read');
      expect(decodeClaims(body.access_token).payload.scope).to.equal('entities:read');
    });

    it('tells who the user is, and gives no scope of the API, to who asks for that alone', async () => {
      const body = await tokensFor(tenant.manager.email, { scope: 'openid' });
      expect(decodeClaims(body.id_token).payload.sub).to.equal(tenant.manager.id);
      expect(decodeClaims(body.access_token).payload.scope ?? '').to.equal('');
      const user = identity.api.as(body.access_token);
      expect((await user.get('/v1/me')).body.data.rights).to.deep.equal([]);
      expect((await user.get('/v1/users')).status).to.equal(403);
    });

    it('asks for the password at every authorization, whoever signed in before', async () => {
      const browser = makeBrowser(ISSUER, identity.url);
      await browser.submit(await browser.get(authorizeUrl()), { username: tenant.manager.email, password: PASSWORD });
      const page = await browser.get(authorizeUrl());
      expect(page.html).to.contain('<form method="post">');
      const back = await browser.submit(page, { username: tenant.admin.email, password: PASSWORD });
      const { body } = await exchange(back.url.searchParams.get('code'));
      expect(decodeClaims(body.access_token).payload.sub).to.equal(tenant.admin.id);
    });

    it('shows a wrong password on the page and sends nobody back', async () => {
      const browser = makeBrowser(ISSUER, identity.url);
      const page = await browser.submit(await browser.get(authorizeUrl()), { username: '"><b>', password: 'wrong' });
      expect(page.status).to.equal(400);
      expect(page.html).to.contain('role="alert"').and.contain('&quot;&gt;&lt;b&gt;').and.not.contain('<b>');
      const back = await browser.submit(page, { username: tenant.manager.email, password: PASSWORD });
      expect(back.url.searchParams.get('code')).to.be.a('string');
    });

    it('sends the user back with access_denied when the login is cancelled', async () => {
      const browser = makeBrowser(ISSUER, identity.url);
      const back = await browser.submit(await browser.get(authorizeUrl()), { action: 'cancel' });
      expect(back.url.searchParams.get('error')).to.equal('access_denied');
    });

    it('needs PKCE, the right verifier, a registered address and a known scope', async () => {
      const browser = makeBrowser(ISSUER, identity.url);
      const without = await browser.get(
        `${ISSUER}/oauth/authorize?client_id=qsc-web&response_type=code&redirect_uri=${REDIRECT}`,
      );
      expect(without.url.searchParams.get('error')).to.equal('invalid_request');
      const scope = await browser.get(authorizeUrl({ scope: 'nonsense' }));
      expect(scope.url.searchParams.get('error')).to.equal('invalid_scope');
      const foreign = await browser.get(authorizeUrl({ redirect_uri: 'https://evil.test/' }));
      expect(foreign.status).to.equal(400);
      expect(foreign.url.origin).to.equal(ISSUER);
      const back = await signIn(tenant.manager.email);
      const wrong = await exchange(back.url.searchParams.get('code'), { code_verifier: 'x'.repeat(43) });
      expect(wrong.body.error).to.equal('invalid_grant');
    });

    it('ends the session when a code is used twice', async () => {
      const back = await signIn(tenant.manager.email);
      const { body } = await exchange(back.url.searchParams.get('code'));
      expect((await exchange(back.url.searchParams.get('code'))).body.error).to.equal('invalid_grant');
      expect((await identity.api.as(body.access_token).get('/v1/me')).status).to.equal(401);
    });

    /** Makes it so that every refresh token was used eleven seconds ago, if at all. */
    const pastGrace = async (): Promise<void> => {
      const connection = await mongoose.createConnection(identity.config.MONGODB_URI).asPromise();
      await connection
        .getClient()
        .db(`${identity.config.MONGODB_DATABASE_PREFIX}identity`)
        .collection('oauth_artifact')
        .updateMany({ consumed_at: { $ne: null } }, { $inc: { consumed_at: -11 } });
      await connection.close();
    };

    it('rotates refresh tokens; one that is used again after ten seconds ends the session at once', async () => {
      const first = await tokensFor(tenant.manager.email);
      const refresh = (refresh_token: string) =>
        post('/oauth/token', { grant_type: 'refresh_token', client_id: 'qsc-web', refresh_token });
      const { status, body: second } = await refresh(first.refresh_token);
      expect(status).to.equal(200);
      expect(second.refresh_token).to.not.equal(first.refresh_token);
      expect(decodeClaims(second.access_token).payload.sid).to.equal(decodeClaims(first.access_token).payload.sid);
      expect((await refresh(first.refresh_token)).status).to.equal(200);
      await pastGrace();
      expect((await refresh(first.refresh_token)).body.error).to.equal('invalid_grant');
      expect((await refresh(second.refresh_token)).body.error).to.equal('invalid_grant');
      expect((await identity.api.as(second.access_token).get('/v1/me')).status).to.equal(401);
    });

    it('lets several refreshes with the same token through at once', async () => {
      const { refresh_token } = await tokensFor(tenant.manager.email);
      const answers = await Promise.all(
        [1, 2, 3].map(() => post('/oauth/token', { grant_type: 'refresh_token', client_id: 'qsc-web', refresh_token })),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    });

    it('ends the session by revocation of the refresh token, and by logout', async () => {
      const one = await tokensFor(tenant.manager.email);
      expect((await post('/oauth/revoke', { client_id: 'qsc-web', token: one.refresh_token })).status).to.equal(200);
      expect((await identity.api.as(one.access_token).get('/v1/me')).status).to.equal(401);
      const two = await tokensFor(tenant.manager.email);
      expect((await identity.api.as(two.access_token).post('/auth/logout')).status).to.equal(204);
      const refreshed = await post('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: 'qsc-web',
        refresh_token: two.refresh_token,
      });
      expect(refreshed.body.error).to.equal('invalid_grant');
    });

    it("lets an organisation's application sign in that organisation's users only", async () => {
      const other = await identity.provision();
      const { body: made } = await identity.api.as(other.token).post('/v1/oauth-applications', {
        name: 'Their app',
        scopes: ['entities:read'],
        redirect_uris: ['http://127.0.0.1:5000/cb'],
        public: true,
      });
      expect(made.data).to.not.have.property('client_secret');
      const fields = { client_id: made.data.client_id, redirect_uri: 'http://127.0.0.1:5000/cb' };
      const own = await signIn(other.manager.email, fields);
      const { body: tokens } = await exchange(own.url.searchParams.get('code'), fields);
      expect(tokens.scope).to.equal('entities:read');
      const asUser = identity.api.as(tokens.access_token);
      expect((await asUser.get('/v1/me')).status).to.equal(200);
      const foreign = await signIn(tenant.manager.email, fields);
      expect(foreign.status).to.equal(400);
      expect(foreign.html).to.contain('role="alert"');
      await identity.api.as(other.token).delete(`/v1/oauth-applications/${made.data.id}`);
      expect((await asUser.get('/v1/me')).status).to.equal(401);
    });
  });

  it('gives the place of a right client secret back', async () => {
    const limited = await startUnderTest(undefined, { LOGIN_FAILURES_PER_ADDRESS: 1 });
    try {
      const { client_id, client_secret } = await limited.provision();
      const form = {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      };
      const granted = async () => {
        const { status } = await fetch(`${limited.url}/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
        });
        return status === 200;
      };
      expect(await granted()).to.equal(true);
      // Its answer comes before its place is free.
      for (let round = 0; round < 3; round += 1) await eventually('the place is free', granted);
    } finally {
      await limited.end();
    }
  });

  it('lets an address guess client secrets only so often, many at once too, and takes POST alone', async () => {
    const limited = await startUnderTest(undefined, { LOGIN_FAILURES_PER_ADDRESS: 3 });
    try {
      const url = `${limited.url}/oauth/token`;
      const form = { grant_type: 'client_credentials', client_id: 'app_unknown', client_secret: 'guess' };
      const guess = () => fetch(url, { method: 'POST', body: new URLSearchParams(form) });
      const answers = await Promise.all(Array.from({ length: 20 }, guess));
      expect(answers.filter(({ status }) => status === 401)).to.have.length(3);
      const refused = await guess();
      expect(refused.status).to.equal(429);
      expect(Number(refused.headers.get('retry-after'))).to.be.at.least(1);
      const read = await fetch(url);
      expect([read.status, read.headers.get('allow')]).to.deep.equal([405, 'POST']);
    } finally {
      await limited.end();
    }
  });
});
