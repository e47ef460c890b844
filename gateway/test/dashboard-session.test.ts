import { SCOPES } from '@qsc/contracts';
import { identityDefinition, makeGrpcClient, makeTokenVerifier } from '@qsc/service-kit/edge';
import { type ApiClient, apiClient, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { makeSessionExchange } from '../src/credential/session-exchange.ts';
import { makeSessionCookie } from '../src/dashboard/cookie.ts';
import { newOrganization, startSetting } from './setting.ts';

const SESSION = '/app/session';
const OWN = { 'sec-fetch-site': 'same-origin' };
type Problem = { error: { details?: object } };

const DASHBOARD = { ...OWN, 'x-qsc-dashboard': '1' };

describe('a request with the cookie of the dashboard', () => {
  let now = 1_800_000_000_000;
  const setting = startBeforeTests(() => startSetting({ clock: () => now }));
  let orgId: string;

  beforeEach(() => {
    now += 120_000;
    orgId = newOrganization();
    setting.services.entity.seen.length = 0;
    setting.identity.dashboard.requested.length = 0;
  });

  let opened = 0;
  const openSession = (options: { userId?: string; sid?: string; idleEndsAt?: number } = {}): string => {
    opened += 1;
    const cookie = `cookie-${opened}`;
    setting.identity.dashboard.open(cookie, { orgId, ...options });
    return cookie;
  };

  const send = (cookie: string, method: string, headers: Record<string, string>, path = '/v1/entities') =>
    fetch(`${setting.url}${path}`, { method, headers: { cookie: `other=1; qsc_session=${cookie}`, ...headers } });

  it('goes on as a short token of the user; neither the cookie nor the headers about it do', async () => {
    const cookie = openSession({ userId: 'usr_1' });
    expect((await send(cookie, 'POST', DASHBOARD)).status).to.equal(200);
    const [seen] = setting.services.entity.seen;
    const claims = jwt.verify(String(seen?.headers.authorization).slice(7), setting.identity.publicKey);
    expect(claims).to.include({ sub: 'usr_1', org_id: orgId });
    expect(JSON.stringify(seen)).to.not.include(cookie);
    expect(seen?.headers).to.not.have.any.keys('cookie', 'x-qsc-dashboard');
  });

  const RULES: [what: string, method: string, headers: Record<string, string>, reason: string | null][] = [
    ['a read of the own origin', 'GET', OWN, null],
    ['a head of the own origin', 'HEAD', OWN, null],
    ['a read that does not say where it comes from', 'GET', {}, 'other_origin'],
    ['a read of another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 'other_origin'],
    ['a read of another host of the site', 'GET', { 'sec-fetch-site': 'same-site' }, 'other_origin'],
    ['a read by a typed address', 'GET', { 'sec-fetch-site': 'none' }, 'other_origin'],
    ['a write of the dashboard', 'POST', DASHBOARD, null],
    ['a write without the header of the dashboard', 'POST', OWN, 'dashboard_header_required'],
    ['a change without it', 'PATCH', OWN, 'dashboard_header_required'],
    ['a deletion without it', 'DELETE', OWN, 'dashboard_header_required'],
    ['a write of another site with it', 'PUT', { ...DASHBOARD, 'sec-fetch-site': 'cross-site' }, 'other_origin'],
  ];

  for (const [what, method, headers, reason] of RULES)
    it(`${reason ? 'refuses' : 'takes'} ${what}`, async () => {
      const answer = await send(openSession(), method, headers);
      expect(answer.status).to.equal(reason ? 403 : 200);
      expect(setting.services.entity.seen).to.have.length(reason ? 0 : 1);
      if (reason) expect(((await answer.json()) as Problem).error.details).to.deep.equal({ reason });
    });

  it('is one without a cookie where it has a credential of its own', async () => {
    const authorization = `Bearer ${setting.identity.token({ orgId, userId: 'usr_2' })}`;
    expect((await send(openSession(), 'POST', { authorization })).status).to.equal(200);
    expect((await send(openSession(), 'POST', { ...DASHBOARD, authorization: 'Bearer nonsense' })).status).to.equal(
      401,
    );
    expect(setting.identity.dashboard.requested).to.deep.equal([]);
  });

  it('is refused with an unknown cookie, which says that the session is over', async () => {
    const answer = await send('unknown', 'GET', OWN);
    expect(answer.status).to.equal(401);
    expect(((await answer.json()) as Problem).error.details).to.deep.equal({ reason: 'session_ended' });
  });

  it('is refused after the session or its user was revoked', async () => {
    const [ended, other] = [openSession({ sid: 'ses_1' }), openSession({ sid: 'ses_2' })];
    for (const cookie of [ended, other]) expect((await send(cookie, 'GET', OWN)).status).to.equal(200);
    setting.identity.dashboard.close(ended);
    await setting.identity.revoke('session', 'ses_1');
    expect((await send(ended, 'GET', OWN)).status).to.equal(401);
    expect((await send(other, 'GET', OWN)).status).to.equal(200);
  });

  it("counts for its user at the tier's figures, and neither for others nor for the organisation", async () => {
    const tier = { name: orgId, tier: 'free', requests_per_minute: 60, burst: 10 };
    await setting.identity.setOrganization({ id: orgId, ...tier });
    const [one, other] = [openSession({ userId: 'usr_one' }), openSession({ userId: 'usr_other' })];
    for (let count = 0; count < 10; count += 1) expect((await send(one, 'GET', OWN)).status).to.equal(200);
    const limited = await send(one, 'GET', OWN);
    expect(limited.status).to.equal(429);
    expect(limited.headers.get('x-ratelimit-limit')).to.equal('60');
    expect((await send(other, 'GET', OWN)).status).to.equal(200);
    const program = await apiClient(setting.url, setting.identity.token({ orgId })).get('/v1/entities');
    expect(program.status).to.equal(200);
    expect(program.headers.get('x-ratelimit-remaining')).to.equal('59');
  });
});

describe('the exchange of cookies', () => {
  const setting = startBeforeTests(() => startSetting());
  const closing: (() => void)[] = [];
  after(() => {
    for (const close of closing) close();
  });

  const makeExchange = (now: () => number) => {
    const { grpcAddress: address, meshSecret: secret, issuer, audience } = setting.identity;
    const target = { address, name: 'identity', definition: identityDefinition() };
    const client = makeGrpcClient(target, { name: 'gateway', secret });
    closing.push(() => client.close());
    const verifier = makeTokenVerifier({ jwksUrl: `${issuer}/jwks.json`, issuer, audience });
    return makeSessionExchange({ identity: client, verifier, isFresh: () => true, now });
  };

  const requested = () => setting.identity.dashboard.requested.map(({ active }) => active);

  beforeEach(() => {
    setting.identity.dashboard.requested.length = 0;
    setting.identity.dashboard.open('cookie', { orgId: 'org_a', sid: 'ses_a', userId: 'usr_a' });
  });

  it('tells of input once in ten seconds, and of none in the background', async () => {
    let now = Date.now();
    const exchange = makeExchange(() => now);
    await exchange.use('cookie', false);
    await exchange.use('cookie', false);
    expect(requested()).to.deep.equal([false]);
    await exchange.use('cookie', true);
    await exchange.use('cookie', true);
    await exchange.use('cookie', false);
    expect(requested()).to.deep.equal([false, true]);
    now += 10_001;
    await exchange.use('cookie', false);
    expect(requested()).to.deep.equal([false, true]);
    await exchange.use('cookie', true);
    expect(requested()).to.deep.equal([false, true, true]);
  });

  it('asks again when the idle time is over, since input may have come to another replica', async () => {
    let now = Date.now();
    setting.identity.dashboard.open('cookie', { orgId: 'org_a', idleEndsAt: now + 60_000 });
    const exchange = makeExchange(() => now);
    await exchange.use('cookie', false);
    now += 60_000;
    setting.identity.dashboard.open('cookie', { orgId: 'org_a', idleEndsAt: now + 60_000 });
    await exchange.use('cookie', false);
    expect(requested()).to.have.length(2);
  });

  it('drops what the organisation, the session or the user can have changed, and nothing else', async () => {
    const exchange = makeExchange(Date.now);
    const revoke = (kind: string, id: string) => exchange.hooks.onRevocation?.({ kind, id } as never);
    const drops: [isMeant: boolean, drop: () => void][] = [
      [false, () => revoke('session', 'ses_b')],
      [false, () => exchange.hooks.onOrganizationChanged?.('org_b')],
      [true, () => revoke('session', 'ses_a')],
      [true, () => revoke('user', 'usr_a')],
      [true, () => exchange.hooks.onOrganizationChanged?.('org_a')],
    ];
    for (const [isMeant, drop] of drops) {
      await exchange.use('cookie', false);
      drop();
      expect(exchange.isKnown('cookie')).to.equal(!isMeant);
    }
  });
});

describe('signing in to the dashboard', () => {
  const setting = startBeforeTests(() => startSetting());
  const orgId = newOrganization();
  let browser: ApiClient;

  before(() => {
    browser = apiClient(setting.url, null);
    setting.identity.dashboard.addUser('m.rossi@example.com', 'right', {
      orgId,
      userId: 'usr_m',
      scopes: SCOPES,
      role: 'viewer' as const,
      claims: { name: 'Marta Rossi', email: 'm.rossi@example.com' },
    });
  });

  const signIn = (password = 'right', headers: Record<string, string> = DASHBOARD) =>
    browser.post(SESSION, { username: 'm.rossi@example.com', password }, { headers });

  const readCookie = ({ headers }: { headers: Headers }) => String(headers.get('set-cookie')).split(';')[0] ?? '';

  it('gives a cookie that no script reads and no other site sends, and no body', async () => {
    const answer = await signIn();
    expect(answer.status).to.equal(204);
    expect(answer.headers.get('set-cookie')).to.match(/^qsc_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(answer.headers.get('cache-control')).to.equal('no-store');
  });

  it('has the prefix __Host- and goes over TLS alone, but for plain http on loopback', () => {
    for (const url of ['https://quality.example', 'http://quality.example', 'https://localhost'])
      expect(makeSessionCookie(url), url).to.deep.include({
        name: '__Host-qsc_session',
        options: { path: '/', httpOnly: true, sameSite: 'strict', secure: true },
      });
    for (const url of ['http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1'])
      expect(makeSessionCookie(url), url).to.deep.include({ name: 'qsc_session' });
  });

  it('shows who works where with which rights, and when the session ends', async () => {
    const headers = { ...DASHBOARD, cookie: readCookie(await signIn()) };
    const { status, body } = await browser.get(SESSION, { headers });
    expect(status).to.equal(200);
    expect(body.data).to.deep.include({
      user: { id: 'usr_m', name: 'Marta Rossi', email: 'm.rossi@example.com', role: 'viewer' },
      must_change_password: false,
      idle_minutes: 15,
    });
    expect(body.data.organization).to.include({ id: orgId, time_zone: 'UTC', strict_mode: false, sandbox: false });
    expect(body.data.rights).to.include('suppliers:read').and.not.include('suppliers:write');
    expect(Date.parse(body.data.idle_ends_at)).to.be.within(Date.now(), Date.parse(body.data.ends_at));
  });

  it('reads the session as of now, with or without input', async () => {
    const cookie = readCookie(await signIn());
    setting.identity.dashboard.requested.length = 0;
    await browser.get(SESSION, { headers: { ...DASHBOARD, cookie } });
    await browser.get(SESSION, { headers: { ...DASHBOARD, cookie, 'x-qsc-background': '1' } });
    await browser.get(SESSION, { headers: { ...DASHBOARD, cookie, 'x-qsc-background': '1' } });
    expect(setting.identity.dashboard.requested.map(({ active }) => active)).to.deep.equal([true, false, false]);
  });

  it('unlocks with another cookie, and signs out', async () => {
    const first = readCookie(await signIn());
    const unlocked = await browser.post(
      `${SESSION}/unlock`,
      { password: 'right' },
      { headers: { ...DASHBOARD, cookie: first } },
    );
    expect(unlocked.status).to.equal(204);
    const second = readCookie(unlocked);
    expect(second)
      .to.match(/^qsc_session=/)
      .and.not.equal(first);
    const out = await browser.delete(SESSION, { headers: { ...DASHBOARD, cookie: second } });
    expect(out.status).to.equal(204);
    expect(out.headers.get('set-cookie')).to.match(/^qsc_session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect((await browser.get(SESSION, { headers: { ...DASHBOARD, cookie: second } })).status).to.equal(401);
    expect((await browser.delete(SESSION, { headers: DASHBOARD })).status, 'without a session').to.equal(204);
  });

  it('tells the identity service where it comes from, as the gateway sees it', async () => {
    setting.identity.dashboard.senders.length = 0;
    await signIn('right', {
      ...DASHBOARD,
      'user-agent': 'browser/3',
      'x-request-id': 'r-1',
      'x-forwarded-for': '203.0.113.1',
    });
    expect(setting.identity.dashboard.senders).to.deep.equal([
      { request_id: 'r-1', ip_address: '127.0.0.1', user_agent: 'browser/3' },
    ]);
  });

  it('answers wrong credentials, a session that is missing, and faults of form as any path does', async () => {
    const wrong = await signIn('wrong');
    expect([wrong.status, wrong.body.error.code, wrong.body.error.details]).to.deep.equal([
      401,
      'unauthorized',
      undefined,
    ]);
    expect(wrong.headers.get('set-cookie')).to.equal(null);
    const cases: [status: number, answer: Promise<{ status: number }>][] = [
      [401, browser.get(SESSION, { headers: DASHBOARD })],
      [401, browser.post(`${SESSION}/unlock`, { password: 'x' }, { headers: DASHBOARD })],
      [400, browser.post(SESSION, '{"username":"a","password":"x","password":"y"}', { headers: DASHBOARD })],
      [422, browser.post(SESSION, { username: 'a' }, { headers: DASHBOARD })],
      [422, browser.post(SESSION, { username: 'a', password: { $ne: '' } }, { headers: DASHBOARD })],
      [413, browser.post(SESSION, { username: 'a', password: 'x'.repeat(20_000) }, { headers: DASHBOARD })],
      [415, browser.post(SESSION, 'a=b', { headers: { ...DASHBOARD, 'content-type': 'text/plain' } })],
      [405, browser.patch(SESSION, {}, { headers: DASHBOARD })],
      [405, browser.get(`${SESSION}/unlock`, { headers: DASHBOARD })],
    ];
    for (const [status, answer] of cases) expect((await answer).status).to.equal(status);
  });

  it('is for pages of the own origin alone, reads included', async () => {
    const without = [{}, OWN, { 'x-qsc-dashboard': '1' }, { ...DASHBOARD, 'sec-fetch-site': 'same-site' }];
    for (const headers of without as Record<string, string>[])
      for (const answer of [
        await signIn('right', headers),
        await browser.get(SESSION, { headers }),
        await browser.post(`${SESSION}/unlock`, { password: 'right' }, { headers }),
        await browser.delete(SESSION, { headers }),
      ])
        expect(answer.status, JSON.stringify(headers)).to.equal(403);
  });
});
