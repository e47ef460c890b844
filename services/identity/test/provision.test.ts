import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ROLE_SCOPES, SCOPES } from '@qsc/contracts';
import type { AccessToken__Output } from '@qsc/contracts/grpc/identity/v1/AccessToken';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { ProvisionRequest } from '../src/provisioning.ts';
import { decodeClaims, PASSWORD, startUnderTest, type UnderTest } from './identity-under-test.ts';
import { toEnvironment } from './to-environment.ts';

const PROVISION = new URL('../src/provision.ts', import.meta.url).pathname;

const organization = (name: string, changes: object = {}) => ({
  name,
  tier: 'enterprise',
  users: [
    { email: `admin@${name}.test`, name: 'Ada', role: 'system_admin', password: PASSWORD },
    { email: `viewer@${name}.test`, name: 'Vic', role: 'viewer', password: PASSWORD },
  ],
  api_key: { name: 'first key' },
  client: { name: 'first client' },
  ...changes,
});

describe('provisioning', () => {
  let identity: UnderTest;
  let tap: EventTap;

  before(async () => {
    identity = await startUnderTest();
    tap = await tapEvents(identity.environment.amqpUrl);
  });

  after(async () => {
    await tap.close();
    await identity.end();
  });

  const provision = async (request: unknown) => {
    const child = spawn(process.execPath, [PROVISION], {
      env: toEnvironment({ ...identity.config, LOG_LEVEL: 'info' }),
    });
    child.stdin.end(typeof request === 'string' ? request : JSON.stringify(request));
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    return { stdout, stderr, code };
  };

  it('creates organisations whose users, keys and application work at once, and audits each by the running service', async () => {
    const { stdout, code } = await provision({
      organizations: [
        organization('one'),
        organization('two', { tier: 'custom', limits: { requests_per_minute: 50, burst: 7 } }),
      ],
    });
    expect(code).to.equal(0);
    const { organizations } = JSON.parse(stdout);
    expect(organizations).to.have.length(2);
    const [one, two] = organizations;
    expect(one).to.have.all.keys('org_id', 'tier', 'api_key', 'test_api_key', 'client_id', 'client_secret', 'users');
    expect(one.users[0]).to.include({ email: 'admin@one.test', role: 'system_admin', password: PASSWORD });

    const { access_token } = await identity.logIn('admin@one.test');
    expect((await identity.api.as(access_token).get('/v1/organization')).body.data).to.include({
      id: one.org_id,
      tier: 'enterprise',
    });
    const exchange = (api_key: string) =>
      identity.grpc.call<object, AccessToken__Output>('ExchangeApiKey', { api_key });
    const live = decodeClaims((await exchange(one.api_key)).access_token).payload;
    expect(live).to.include({ sub: one.users[0].id, org_id: one.org_id });
    expect(live.scope.split(' ')).to.have.members([...SCOPES]);
    expect(decodeClaims((await exchange(one.test_api_key)).access_token).payload.org_id).to.not.equal(one.org_id);
    const fields = { grant_type: 'client_credentials', client_id: two.client_id, client_secret: two.client_secret };
    const response = await fetch(`${identity.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
    expect(response.status).to.equal(200);

    for (const type of ['organization.created', 'user.created', 'api-key.created', 'application.created'])
      await tap.next(type, (event) => event.type === `identity.${type}.v1` && event.orgid === one.org_id);
  });

  it('creates nothing and says why when an e-mail address is taken', async () => {
    const again = { ...organization('three'), users: [...organization('three').users, ...organization('one').users] };
    const { stdout, stderr, code } = await provision({ organizations: [again] });
    expect(code).to.equal(1);
    expect(stdout).to.equal('');
    expect(stderr).to.contain('admin@one.test').and.not.contain('at ');
    const { status } = await identity.api.post('/auth/login', { username: 'admin@three.test', password: PASSWORD });
    expect(status).to.equal(401);
  });

  it('creates keys that act for a named user with what its role may do, also for a user of an earlier run', async () => {
    const manager = { email: 'quality@seven.test', name: 'Quinn', role: 'quality_manager', password: PASSWORD };
    const seven = organization('seven');
    const first = await provision({
      organizations: [{ ...seven, users: [...seven.users, manager] }],
      keys: [{ email: manager.email, name: 'quality key' }],
    });
    const later = await provision({ organizations: [], keys: [{ email: manager.email, name: 'second quality key' }] });
    expect([first.code, later.code]).to.deep.equal([0, 0]);
    const { organizations, keys } = JSON.parse(first.stdout);
    for (const { email, api_key } of [...keys, ...JSON.parse(later.stdout).keys]) {
      expect(email).to.equal(manager.email);
      const answer = await identity.grpc.call<object, AccessToken__Output>('ExchangeApiKey', { api_key });
      const { payload } = decodeClaims(answer.access_token);
      expect(payload).to.include({ org_id: organizations[0].org_id, role: 'quality_manager' });
      expect(payload.scope.split(' ')).to.have.members([...ROLE_SCOPES.quality_manager]);
    }
  });

  it('creates nothing when a key is asked for a user who is not there', async () => {
    const { stderr, code } = await provision({
      organizations: [organization('eight')],
      keys: [{ email: 'nobody@eight.test', name: 'key' }],
    });
    expect(code).to.equal(1);
    expect(stderr).to.contain('nobody@eight.test').and.not.contain('at ');
    const { status } = await identity.api.post('/auth/login', { username: 'admin@eight.test', password: PASSWORD });
    expect(status).to.equal(401);
  });

  it('says what is wrong with a request', async () => {
    const { stderr, code } = await provision('nonsense');
    expect(code).to.equal(1);
    expect(stderr).to.contain('JSON');
    const withoutAdmin = organization('four', { users: [organization('four').users[1]] });
    for (const [organizations, field] of [
      [[withoutAdmin], 'organizations.0.users'],
      [[organization('five', { tier: 'custom' })], 'organizations.0.limits'],
      [[organization('six', { limits: { requests_per_minute: 1, burst: 1 } })], 'organizations.0.limits'],
      [[], 'organizations'],
    ] as const) {
      const parsed = ProvisionRequest.safeParse({ organizations });
      expect(parsed.error?.issues.map(({ path }) => path.join('.'))).to.deep.equal([field]);
    }
  });
});
