import { type ApiAnswer, apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { type RedisServer, startRedisServer } from './redis-server.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

const toFigures = ({ headers }: ApiAnswer) =>
  ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    expect(value, name).to.match(/^\d+$/);
    return Number(value);
  });

const tier = (id: string, name: string, custom = { requests_per_minute: 0, burst: 0 }) => ({
  id,
  name: id,
  tier: name,
  ...custom,
});

describe('rate limits over HTTP', () => {
  let setting: Setting;
  const now = 1_000_000_000_000;

  before(async () => {
    setting = await startSetting({
      clock: () => now,
      config: () => ({ ANONYMOUS_REQUESTS_PER_MINUTE: 500, ANONYMOUS_BURST: 400 }),
    });
  });
  after(() => setting.stop());

  const organization = async (name: string, custom?: { requests_per_minute: number; burst: number }) => {
    const orgId = newOrganization();
    await setting.identity.setOrganization(tier(orgId, name, custom));
    return setting.client({ orgId });
  };

  const TIERS = [
    ['free', 60],
    ['professional', 300],
    ['enterprise', 1000],
  ] as const;
  for (const [name, limit] of TIERS)
    it(`tells the figure of the ${name} tier, what is left of it, and when it is whole`, async () => {
      const client = await organization(name);
      expect(toFigures(await client.get('/v1/entities')).slice(0, 2)).to.deep.equal([limit, limit - 1]);
      const [, remaining, reset] = toFigures(await client.get('/v1/entities'));
      expect(remaining).to.equal(limit - 2);
      expect(reset).to.equal(now / 1_000 + 60);
    });

  it('takes both figures of a custom tier from the organisation', async () => {
    const client = await organization('custom', { requests_per_minute: 7, burst: 3 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.get('/v1/entities')));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(3);
    expect(toFigures(answers[0]!)[0]).to.equal(7);
  });

  it('follows a change of the tier on the next request', async () => {
    const orgId = newOrganization();
    await setting.identity.setOrganization(tier(orgId, 'free'));
    const client = setting.client({ orgId });
    expect(toFigures(await client.get('/v1/entities'))[0]).to.equal(60);
    await setting.identity.setOrganization(tier(orgId, 'enterprise'));
    expect(toFigures(await client.get('/v1/entities'))[0]).to.equal(1000);
  });

  it('answers 429 with the seconds to wait, and does not count what it refuses', async () => {
    const client = await organization('free');
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.get('/v1/entities')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
    expect(refused).to.have.length(20);
    const last = refused.at(-1)!;
    expect(last.body.error).to.include({ code: 'rate_limit_exceeded', retry_after: 1 });
    expect(last.body.error.request_id).to.equal(last.headers.get('x-request-id'));
    expect(last.headers.get('retry-after')).to.equal('1');
    expect(toFigures(last).slice(0, 2)).to.deep.equal([60, 50]);
  });

  it('counts an organisation by all of its credentials together, and the sandbox apart', async () => {
    const orgId = newOrganization();
    await setting.identity.setOrganization(tier(orgId, 'free'));
    await setting.identity.setOrganization(tier(`${orgId}_test`, 'free'));
    setting.identity.addApiKey('qsc_live_counted', { orgId, keyId: 'key_counted' });
    setting.identity.addApiKey('qsc_test_counted', { orgId: `${orgId}_test`, keyId: 'key_counted_test' });
    await setting.client({ orgId }).get('/v1/entities');
    await setting.client({ orgId, kind: 'application' }).get('/v1/entities');
    expect(toFigures(await apiClient(setting.url, 'qsc_live_counted').get('/v1/entities'))[1]).to.equal(57);
    expect(toFigures(await apiClient(setting.url, 'qsc_test_counted').get('/v1/entities'))[1]).to.equal(59);
  });

  it('does not count what the scope forbids, and still tells the figures', async () => {
    const orgId = newOrganization();
    await setting.identity.setOrganization(tier(orgId, 'free'));
    const reader = setting.client({ orgId, scopes: ['entities:read'] });
    for (let index = 0; index < 15; index += 1) {
      const forbidden = await reader.post('/v1/entities', {});
      expect(forbidden.status).to.equal(403);
      expect(toFigures(forbidden).slice(0, 2)).to.deep.equal([60, 60]);
    }
    expect(toFigures(await reader.get('/v1/entities'))[1]).to.equal(59);
  });

  it('has the three headers on every answer', async () => {
    const client = await organization('free');
    const answers: [number, Promise<ApiAnswer>][] = [
      [401, setting.anonymous.get('/v1/entities')],
      [404, client.get('/v1/nothing')],
      [404, setting.anonymous.get('/elsewhere')],
      [400, client.get('/v1/entities%2Faudit-logs')],
      [200, setting.anonymous.get('/v1/openapi.json')],
      [200, setting.anonymous.get('/docs')],
      [404, setting.anonymous.get('/docs/nothing')],
      [200, setting.anonymous.get('/livez')],
      [200, setting.anonymous.get('/readyz')],
      [405, setting.anonymous.post('/livez')],
    ];
    for (const [status, answer] of answers) {
      expect((await answer).status).to.equal(status);
      toFigures(await answer);
      expect((await answer).headers.get('x-request-id')).to.match(/^req_/);
    }
  });

  it('keeps its own figures when a service sends some', async () => {
    setting.services.audit.answer = (_request, response) => response.setHeader('X-RateLimit-Limit', '5').end('{}');
    expect(toFigures(await (await organization('free')).get('/v1/audit-logs'))[0]).to.equal(60);
  });
});

describe('rate limit of an address', () => {
  let setting: Setting;

  before(async () => {
    const config = () => ({ ANONYMOUS_REQUESTS_PER_MINUTE: 20, ANONYMOUS_BURST: 20 });
    setting = await startSetting({ clock: () => 1_000_000_000_000, config });
  });
  after(() => setting.stop());

  it('ends the guessing of credentials, and leaves alone who has a valid one', async () => {
    setting.identity.addApiKey('qsc_live_used', { orgId: newOrganization(), keyId: 'key_used' });
    setting.identity.addApiKey('qsc_live_guessed', { orgId: newOrganization(), keyId: 'key_guessed' });
    const user = apiClient(setting.url, 'qsc_live_used');
    expect((await user.get('/v1/entities')).status).to.equal(200);
    const statuses = [];
    for (let index = 0; index < 25; index += 1)
      statuses.push((await setting.anonymous.as(`qsc_live_guess_${index}`).get('/v1/entities')).status);
    expect(statuses).to.deep.equal([...Array(20).fill(401), ...Array(5).fill(429)]);
    const refused = await apiClient(setting.url, 'qsc_live_guessed').get('/v1/entities');
    expect(refused.status, 'a key that was not known before').to.equal(429);
    expect(refused.headers.get('retry-after')).to.equal('60');
    expect((await user.get('/v1/entities')).status, 'a key in use').to.equal(200);
    expect((await setting.client().get('/v1/entities')).status, 'a JWT').to.equal(200);
    expect((await setting.anonymous.get('/livez')).status, 'a probe').to.equal(200);
  });
});

describe('rate limits of several replicas', () => {
  let server: RedisServer | null = null;
  let settings: Setting[] = [];

  before(async () => {
    server = await startRedisServer();
    if (!server) return;
    const { url: REDIS_URL } = server;
    const wanted = { clock: () => 1_000_000_000_000, config: () => ({ REDIS_URL }) };
    settings = [await startSetting(wanted), await startSetting(wanted)];
  });
  after(async () => {
    for (const setting of settings) await setting.stop();
    await server?.stop();
    server?.remove();
  });

  const ofOne = async (orgId: string) => {
    for (const { identity } of settings) await identity.setOrganization(tier(orgId, 'free'));
    return settings.map((setting) => setting.client({ orgId }));
  };

  it('count an organisation together', async function () {
    if (!server) return this.skip();
    const clients = await ofOne(newOrganization());
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => clients[index % 2]!.get('/v1/entities')),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
  });

  it('go on each for itself while the server is away, without an error', async function () {
    if (!server) return this.skip();
    const clients = await ofOne(newOrganization());
    expect(toFigures(await clients[0]!.get('/v1/entities'))[1]).to.equal(59);
    await server.stop();
    for (const client of clients) {
      const answer = await client.get('/v1/entities');
      expect(answer.status).to.equal(200);
      expect(toFigures(answer)[0]).to.equal(60);
    }
    expect(toFigures(await clients[0]!.get('/v1/entities'))[1]).to.equal(57);
  });
});
