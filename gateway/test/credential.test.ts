import { generateKeyPairSync } from 'node:crypto';
import { identityDefinition, makeGrpcClient, makeTokenVerifier } from '@qsc/service-kit/edge';
import { type ApiAnswer, apiClient, eventually, startTcpProxy, type TcpProxy } from '@qsc/test-kit';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { makeApiKeyExchange } from '../src/credential/api-key-exchange.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

const expectUnauthorized = (answer: ApiAnswer) => {
  expect(answer.status).to.equal(401);
  expect(answer.body.error.code).to.equal('unauthorized');
  expect(answer.body.error.request_id).to.equal(answer.headers.get('x-request-id'));
  expect(answer.headers.get('www-authenticate')).to.match(/^Bearer/);
  expect(answer.headers.get('x-ratelimit-limit')).to.match(/^\d+$/);
};

describe('credentials', () => {
  let setting: Setting;

  before(async () => {
    setting = await startSetting();
  });
  after(() => setting.stop());
  beforeEach(() => {
    setting.services.entity.seen.length = 0;
  });

  const claimsSeen = () => {
    const [scheme, token] = String(setting.services.entity.seen.at(-1)?.headers.authorization).split(' ');
    expect(scheme).to.equal('Bearer');
    return jwt.verify(String(token), setting.identity.publicKey, { algorithms: ['RS256'] }) as jwt.JwtPayload;
  };

  it('lets an API key through as the short token that it was exchanged for, never as itself', async () => {
    const orgId = newOrganization();
    setting.identity.addApiKey('qsc_live_first', { orgId, keyId: 'key_first' });
    const answer = await apiClient(setting.url, 'qsc_live_first').get('/v1/entities');
    expect(answer.status).to.equal(200);
    expect(claimsSeen()).to.include({ org_id: orgId, key_id: 'key_first' });
    expect(JSON.stringify(setting.services.entity.seen)).not.to.include('qsc_live_first');
  });

  it('takes test keys, which belong to a sandbox organisation of their own', async () => {
    setting.identity.addApiKey('qsc_test_first', { orgId: 'org_sandbox', keyId: 'key_test' });
    expect((await apiClient(setting.url, 'qsc_test_first').get('/v1/entities')).status).to.equal(200);
    expect(claimsSeen().org_id).to.equal('org_sandbox');
  });

  it('lets the token of a user through unchanged', async () => {
    const token = setting.identity.token({ orgId: newOrganization() });
    expect((await apiClient(setting.url, token).get('/v1/entities')).status).to.equal(200);
    expect(setting.services.entity.seen[0]?.headers.authorization).to.equal(`Bearer ${token}`);
  });

  it('lets the token of an OAuth application through', async () => {
    const client = setting.client({ kind: 'application', scopes: ['entities:read'] });
    expect((await client.get('/v1/entities')).status).to.equal(200);
    expect(claimsSeen().kind).to.equal('application');
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  const head = base64('{"alg":"RS256","typ":"JWT","kid":"x"}');
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const claims = { orgId: 'org_refused' };
  const REFUSED: [name: string, credential: () => string | null][] = [
    ['no credential', () => null],
    ['another scheme', () => 'Basic dXNlcjpwYXNz'],
    ['an empty token', () => 'Bearer '],
    ['two tokens', () => 'Bearer a, Bearer b'],
    ['an unknown API key', () => 'Bearer qsc_live_unknown'],
    ['another key prefix', () => 'Bearer qsc_prod_unknown'],
    ['no JWT', () => 'Bearer nonsense'],
    ['a JWT whose payload is not JSON', () => `Bearer ${head}.${base64('nonsense')}.AAAA`],
    ['a JWT without a signature', () => `Bearer ${base64('{"alg":"none"}')}.${base64('{}')}.`],
    [
      'a JWT that is signed by its public key',
      () => {
        const secret = setting.identity.publicKey.export({ type: 'spki', format: 'pem' });
        return `Bearer ${base64('{"alg":"HS256"}')}.${base64('{}')}.${base64(String(secret))}`;
      },
    ],
    ['a JWT of an unknown key', () => `Bearer ${jwt.sign({}, stranger, { algorithm: 'RS256', keyid: 'stranger' })}`],
    [
      'a JWT of a stranger under a known key id',
      () => {
        const { kid, issuer, audience } = setting.identity;
        return `Bearer ${jwt.sign({ iss: issuer, aud: audience }, stranger, { algorithm: 'RS256', keyid: kid })}`;
      },
    ],
    ['an expired token', () => `Bearer ${setting.identity.token({ ...claims, expiresIn: -1 })}`],
    ['another issuer', () => `Bearer ${setting.identity.token({ ...claims, claims: { iss: 'http://elsewhere' } })}`],
    ['another audience', () => `Bearer ${setting.identity.token({ ...claims, claims: { aud: 'http://elsewhere' } })}`],
    [
      'a token without an organisation',
      () => `Bearer ${setting.identity.token({ ...claims, claims: { org_id: undefined } })}`,
    ],
  ];

  for (const [name, credential] of REFUSED)
    it(`refuses ${name}`, async () => {
      const sent = credential();
      expectUnauthorized(
        await setting.anonymous.get('/v1/entities', { headers: sent === null ? {} : { authorization: sent } }),
      );
      expect(setting.services.entity.seen).to.have.length(0);
    });

  const VALID = 'qsc_live_elsewhere';
  for (const [place, path, headers] of [
    ['Authorization without a scheme', '/v1/entities', { authorization: VALID }],
    ['X-API-Key', '/v1/entities', { 'x-api-key': VALID }],
    ['Proxy-Authorization', '/v1/entities', { 'proxy-authorization': `Bearer ${VALID}` }],
    ['a cookie of no session', '/v1/entities', { cookie: `access_token=${VALID}` }],
    ['the query', `/v1/entities?access_token=${VALID}`, {}],
  ] as [string, string, Record<string, string>][])
    it(`takes no valid API key from ${place}`, async () => {
      setting.identity.addApiKey(VALID, { orgId: newOrganization(), keyId: 'key_elsewhere' });
      expectUnauthorized(await setting.anonymous.get(path, { headers }));
      expect(setting.services.entity.seen).to.have.length(0);
    });

  it('refuses a revoked API key on the next request', async () => {
    setting.identity.addApiKey('qsc_live_revoked', { orgId: newOrganization(), keyId: 'key_revoked' });
    const client = apiClient(setting.url, 'qsc_live_revoked');
    expect((await client.get('/v1/entities')).status).to.equal(200);
    await setting.identity.revokeApiKey('qsc_live_revoked', 'key_revoked');
    expectUnauthorized(await client.get('/v1/entities'));
  });

  it('refuses the tokens of a session and of an application on the request after their revocation', async () => {
    const session = setting.client({ sid: 'ses_ended' });
    const application = setting.client({ kind: 'application', userId: 'app_ended' });
    expect((await session.get('/v1/entities')).status).to.equal(200);
    expect((await application.get('/v1/entities')).status).to.equal(200);
    await setting.identity.revoke('session', 'ses_ended');
    await setting.identity.revoke('application', 'app_ended');
    expectUnauthorized(await session.get('/v1/entities'));
    expectUnauthorized(await application.get('/v1/entities'));
  });

  it('refuses tokens of a key that left the key set on the next request', async () => {
    const rotated = await startSetting();
    try {
      const old = rotated.client();
      expect((await old.get('/v1/entities')).status).to.equal(200);
      await rotated.identity.rotateKeys();
      expectUnauthorized(await old.get('/v1/entities'));
      expect((await rotated.client().get('/v1/entities')).status).to.equal(200);
    } finally {
      await rotated.stop();
    }
  });
});

describe('credentials while the identity service is away', () => {
  let setting: Setting;
  let wire: TcpProxy;

  before(async () => {
    setting = await startSetting({
      async config(identity) {
        const [host, port] = identity.grpcAddress.split(':');
        wire = await startTcpProxy({ host: String(host), port: Number(port) });
        return { IDENTITY_GRPC_URL: `127.0.0.1:${wire.port}` };
      },
    });
  });
  after(async () => {
    await setting.stop();
    await wire.close();
  });

  it('answers 503 to an API key, even one that it knew, and verifies JWTs by the keys that it has', async () => {
    setting.identity.addApiKey('qsc_live_away', { orgId: newOrganization(), keyId: 'key_away' });
    const byKey = apiClient(setting.url, 'qsc_live_away');
    const byToken = setting.client();
    expect((await byKey.get('/v1/entities')).status).to.equal(200);
    expect((await byToken.get('/v1/entities')).status).to.equal(200);

    wire.cut();
    const refused = await eventually('the key is refused', async () => {
      const answer = await byKey.get('/v1/entities');
      return answer.status === 200 ? null : answer;
    });
    expect(refused.status).to.equal(503);
    expect(refused.body.error).to.include({ code: 'service_unavailable', retry_after: 1 });
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.headers.get('x-ratelimit-limit')).to.equal('3000');
    const known = await byToken.get('/v1/entities');
    expect(known.status).to.equal(200);
    expect(known.headers.get('x-ratelimit-limit'), 'the last known tier').to.equal('1000000');
    expect((await setting.client().get('/v1/entities')).status, 'a token that it never saw').to.equal(200);
    expect((await setting.client().get('/v1/entities')).headers.get('x-ratelimit-limit'), 'no known tier').to.equal(
      '60',
    );
    expect((await setting.anonymous.get('/readyz')).status).to.equal(503);

    wire.restore();
    await eventually('the key works again', async () => (await byKey.get('/v1/entities')).status === 200);
    await eventually('it is ready again', async () => (await setting.anonymous.get('/readyz')).status === 200);
  });
});

describe('the exchange of API keys', () => {
  let setting: Setting;
  let calls = 0;
  let isFresh = true;
  let hold: Promise<void> = Promise.resolve();

  const makeExchange = (now = Date.now) => {
    const { grpcAddress: address, meshSecret: secret, issuer, audience } = setting.identity;
    const client = makeGrpcClient(
      { address, name: 'identity', definition: identityDefinition() },
      { name: 'gateway', secret },
    );
    closing.push(() => client.close());
    const call = (async (method: string, request: unknown) => {
      calls += 1;
      const answer = await client.call(method, request);
      await hold;
      return answer;
    }) as typeof client.call;
    const verifier = makeTokenVerifier({ jwksUrl: `${issuer}/jwks.json`, issuer, audience });
    return makeApiKeyExchange({ identity: { call }, verifier, isFresh: () => isFresh, now });
  };
  const closing: (() => void)[] = [];

  before(async () => {
    setting = await startSetting();
    setting.identity.addApiKey('qsc_live_a', { orgId: 'org_a', keyId: 'key_a', userId: 'usr_a' });
  });
  after(async () => {
    for (const close of closing) close();
    await setting.stop();
  });
  beforeEach(() => {
    [calls, isFresh, hold] = [0, true, Promise.resolve()];
  });

  it('asks once for many requests at once, and not again while the copy lives', async () => {
    const exchange = makeExchange();
    const all = await Promise.all(Array.from({ length: 50 }, () => exchange.exchange('qsc_live_a')));
    expect(new Set(all.map(({ token }) => token)).size).to.equal(1);
    expect(exchange.known('qsc_live_a')?.claims.key_id).to.equal('key_a');
    expect(calls).to.equal(1);
  });

  it('uses no copy while the watch is lost', async () => {
    const exchange = makeExchange();
    await exchange.exchange('qsc_live_a');
    isFresh = false;
    expect(exchange.known('qsc_live_a')).to.equal(undefined);
  });

  it('renews a copy before it ends, and serves the old one meanwhile', async () => {
    const began = Math.floor(Date.now() / 1000);
    const endsAfter = (seconds: number) =>
      setting.identity.addApiKey('qsc_live_short', {
        orgId: 'org_a',
        keyId: 'key_short',
        claims: { exp: began + seconds },
      });
    let now = began * 1000;
    endsAfter(3_600);
    const exchange = makeExchange(() => now);
    const first = await exchange.exchange('qsc_live_short');
    now += 2_699_000;
    expect(exchange.known('qsc_live_short')).to.equal(first);
    expect(calls).to.equal(1);
    endsAfter(7_200);
    now += 2_000;
    const renewed = await eventually('the copy is renewed', () => {
      const copy = exchange.known('qsc_live_short');
      expect(copy, 'there is always a copy').not.to.equal(undefined);
      return copy !== first && copy;
    });
    expect(renewed.endsAt).to.equal((began + 7_200) * 1000);
    expect(calls).to.equal(2);
  });

  it('drops the copies of a key or of a user that is revoked, and no others', async () => {
    setting.identity.addApiKey('qsc_live_b', { orgId: 'org_a', keyId: 'key_b', userId: 'usr_b' });
    const exchange = makeExchange();
    const revoke = (kind: string, id: string) =>
      exchange.hooks.onRevocation?.({ kind, id, sequence: 1, until: 0, rights_version: 0 } as never);
    await exchange.exchange('qsc_live_a');
    await exchange.exchange('qsc_live_b');
    revoke('api_key', 'key_b');
    expect(exchange.known('qsc_live_b')).to.equal(undefined);
    expect(exchange.known('qsc_live_a')).not.to.equal(undefined);
    revoke('user', 'usr_a');
    expect(exchange.known('qsc_live_a')).to.equal(undefined);
  });

  it('keeps no answer that was under way when something was revoked', async () => {
    const exchange = makeExchange();
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const underWay = exchange.exchange('qsc_live_a');
    await eventually('the call is out', () => calls === 1);
    exchange.hooks.onReset?.();
    release();
    await underWay;
    expect(exchange.known('qsc_live_a')).to.equal(undefined);
  });
});
