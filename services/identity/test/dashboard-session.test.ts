import type { DashboardCookie__Output } from '@qsc/contracts/grpc/identity/v1/DashboardCookie';
import type { DashboardSession__Output } from '@qsc/contracts/grpc/identity/v1/DashboardSession';
import type { AppError } from '@qsc/service-kit';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { decodeClaims, PASSWORD, startUnderTest, type Tenant, type UnderTest } from './identity-under-test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the sessions of the dashboard', () => {
  let identity: UnderTest;
  let tenant: Tenant;
  let tap: EventTap;
  let now = new Date('2026-03-02T09:00:00Z');

  before(async () => {
    identity = await startUnderTest(() => now);
    tap = await tapEvents(identity.environment.amqpUrl);
  });
  beforeEach(async () => {
    tenant = await identity.provision();
  });
  after(async () => {
    await tap.close();
    await identity.end();
  });

  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };

  const from = (request_id: string) => ({ sender: { request_id, ip_address: '203.0.113.9', user_agent: 'browser/2' } });

  const open = async (password = PASSWORD, requestId = 'r-open') =>
    (
      await identity.grpc.call<object, DashboardCookie__Output>('OpenDashboardSession', {
        username: tenant.manager.email,
        password,
        ...from(requestId),
      })
    ).value;

  const exchange = (cookie: string, active = false) =>
    identity.grpc.call<object, DashboardSession__Output>('ExchangeDashboardSession', { cookie, active });

  const unlock = async (cookie: string, password = PASSWORD, requestId = 'r-unlock') =>
    (
      await identity.grpc.call<object, DashboardCookie__Output>('UnlockDashboardSession', {
        cookie,
        password,
        ...from(requestId),
      })
    ).value;

  const end = (cookie: string, requestId = 'r-end') =>
    identity.grpc.call('EndDashboardSession', { cookie, ...from(requestId) });

  const catchFailure = async (answer: Promise<unknown>): Promise<AppError> =>
    answer.then(
      () => expect.fail('it was not refused'),
      (error: unknown) => error as AppError,
    );

  const expectRefused = async (answer: Promise<unknown>, reason: string | undefined) => {
    const error = await catchFailure(answer);
    expect(error.code).to.equal('unauthorized');
    expect(error.details?.reason).to.equal(reason);
    return error;
  };

  const audited = async (requestId: string) =>
    (await tap.next(requestId, ({ requestid }) => requestid === requestId)).data.audit;

  it('give a short token of the user with all that the role allows', async () => {
    const cookie = await open();
    const { access_token, ends_at, idle_ends_at, idle_minutes } = await exchange(cookie);
    const { payload } = decodeClaims(access_token);
    expect(payload).to.include({ sub: tenant.manager.id, org_id: tenant.org_id, role: 'quality_manager' });
    expect(payload.exp - payload.iat).to.equal(300);
    expect(payload.scope.split(' ')).to.include('suppliers:write').and.not.include('admin:write');
    expect([ends_at, idle_ends_at, idle_minutes]).to.deep.equal([
      now.getTime() + 12 * HOUR,
      now.getTime() + 15 * MINUTE,
      15,
    ]);
    expect((await identity.api.as(access_token).get('/v1/me')).body.data.credential.type).to.equal('session');
  });

  it('are kept without their cookie', async () => {
    const cookie = await open();
    const connection = await mongoose.createConnection(identity.environment.mongodbUri).asPromise();
    try {
      const database = connection.useDb(`${identity.environment.prefix}identity`);
      const rows = await database.collection('session').find({ user_id: tenant.manager.id }).toArray();
      expect(rows).to.have.length(1);
      expect(JSON.stringify(rows)).to.not.include(cookie);
    } finally {
      await connection.close();
    }
  });

  it('go idle after 15 minutes without input, however often they are asked for in the background', async () => {
    const cookie = await open();
    later(14 * MINUTE);
    await exchange(cookie);
    later(MINUTE);
    const { details } = await expectRefused(exchange(cookie), 'session_idle');
    expect(details).to.include({ username: tenant.manager.email, unlock_until: iso(8 * HOUR) });
    await expectRefused(exchange(cookie, true), 'session_idle');
  });

  const iso = (ms: number) => new Date(now.getTime() + ms).toISOString();

  it('stay in use as long as input follows input', async () => {
    const cookie = await open();
    for (let turn = 0; turn < 3; turn += 1) {
      later(14 * MINUTE);
      expect((await exchange(cookie, true)).idle_ends_at).to.equal(now.getTime() + 15 * MINUTE);
    }
    expect((await exchange(cookie)).idle_ends_at).to.equal(now.getTime() + 15 * MINUTE);
  });

  it('go idle when the organisation says, between 5 and 60 minutes', async () => {
    const admin = identity.api.as(tenant.token);
    const set = (session_idle_minutes: number) =>
      admin.patch('/v1/organization', { settings: { session_idle_minutes } });
    for (const refused of [4, 61, 7.5]) expect((await set(refused)).status, String(refused)).to.equal(422);
    expect((await admin.get('/v1/organization')).body.data.settings.session_idle_minutes).to.equal(15);
    expect((await set(5)).status).to.equal(200);
    const cookie = await open();
    expect((await exchange(cookie)).idle_minutes).to.equal(5);
    later(5 * MINUTE);
    await expectRefused(exchange(cookie), 'session_idle');
  });

  it('end after 12 hours, whatever was done', async () => {
    const cookie = await open();
    for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
      later(10 * MINUTE);
      await exchange(cookie, true);
    }
    expect((await exchange(cookie)).idle_ends_at, 'not beyond the end').to.equal(now.getTime() + 10 * MINUTE);
    later(10 * MINUTE);
    await expectRefused(exchange(cookie, true), 'session_ended');
    await expectRefused(unlock(cookie), 'session_ended');
  });

  it('are unlocked with the password: another cookie, the same end, audited as a login', async () => {
    const cookie = await open();
    const endsAt = (await exchange(cookie)).ends_at;
    later(15 * MINUTE);
    const renewed = await unlock(cookie, PASSWORD, 'r-unlock-1');
    expect(renewed).to.not.equal(cookie);
    expect(await exchange(renewed)).to.include({ ends_at: endsAt, idle_ends_at: now.getTime() + 15 * MINUTE });
    await expectRefused(exchange(cookie), 'session_ended');
    await expectRefused(unlock(cookie), 'session_ended');
    const audit = await audited('r-unlock-1');
    expect(audit).to.include({ action: 'login', entity_id: tenant.manager.id });
    expect(audit.metadata.details?.outcome).to.equal('unlocked');
  });

  it('can be unlocked for 8 hours after they have gone idle', async () => {
    const [early, late] = [await open(), await open()];
    later(15 * MINUTE + 8 * HOUR - 1);
    await unlock(early);
    later(1);
    await expectRefused(unlock(late), 'session_ended');
    await expectRefused(exchange(late), 'session_ended');
  });

  it('stay locked for another password, which is throttled and audited as a failed login', async () => {
    const cookie = await open();
    later(15 * MINUTE);
    await expectRefused(unlock(cookie, 'not the password', 'r-unlock-2'), undefined);
    const audit = await audited('r-unlock-2');
    expect(audit).to.include({ action: 'login', entity_id: tenant.manager.id });
    expect(audit.metadata.details).to.deep.equal({ outcome: 'failed' });
    expect(audit.client).to.include({ ip_address: '203.0.113.9', user_agent: 'browser/2' });
    for (let failure = 0; failure < 4; failure += 1) await expectRefused(unlock(cookie, 'wrong'), undefined);
    const limited = await catchFailure(unlock(cookie));
    expect(limited.code).to.equal('rate_limit_exceeded');
    expect(limited.retryAfter).to.be.within(1, 900);
  });

  it('are opened by the password alone; login, failed login and end are audited', async () => {
    await expectRefused(open('not the password', 'r-open-1'), undefined);
    const cookie = await open(PASSWORD, 'r-open-2');
    await end(cookie, 'r-end-1');
    expect((await audited('r-open-1')).metadata.details).to.deep.equal({ outcome: 'failed' });
    const login = await audited('r-open-2');
    expect(login).to.include({ action: 'login', entity_id: tenant.manager.id });
    expect(login.client).to.include({ ip_address: '203.0.113.9', user_agent: 'browser/2' });
    expect(await audited('r-end-1')).to.include({ action: 'logout', entity_id: tenant.manager.id });
  });

  it('end with signing out, also those that are locked, and the tokens of before with them', async () => {
    const cookie = await open();
    const { access_token } = await exchange(cookie);
    later(2 * MINUTE);
    await end(cookie);
    await expectRefused(exchange(cookie), 'session_ended');
    expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(401);
    const locked = await open();
    later(15 * MINUTE);
    await end(locked);
    await expectRefused(unlock(locked), 'session_ended');
    await end('unknown');
  });

  it('end when the password changes or the user is deactivated, locked or not', async () => {
    const [used, locked] = [await open(), await open()];
    const { access_token } = await exchange(used);
    const change = { current_password: PASSWORD, new_password: 'another horse battery' };
    expect((await identity.api.as(access_token).post('/v1/me/password', change)).status).to.equal(204);
    await expectRefused(exchange(used), 'session_ended');
    later(15 * MINUTE);
    await expectRefused(unlock(locked, change.new_password), 'session_ended');
    const cookie = await open(change.new_password);
    const admin = identity.api.as((await identity.logIn(tenant.admin.email)).access_token);
    await admin.patch(`/v1/users/${tenant.manager.id}`, { active: false });
    await expectRefused(exchange(cookie), 'session_ended');
  });

  it('are listed to their user alone, by browser, and one is ended from another', async () => {
    const [here, there] = [await open(), await open()];
    const api = identity.api.as((await exchange(here)).access_token);
    const { data } = (await api.get('/v1/me/sessions')).body;
    expect(
      data.map(({ current, kind, user_agent }: Record<string, unknown>) => ({ current, kind, user_agent })),
    ).to.have.deep.members([true, false].map((current) => ({ current, kind: 'dashboard', user_agent: 'browser/2' })));
    const other = data.find(({ current }: { current: boolean }) => !current);
    const admin = identity.api.as((await identity.logIn(tenant.admin.email, PASSWORD)).access_token);
    expect((await admin.delete(`/v1/me/sessions/${other.id}`)).status, 'of somebody else').to.equal(404);
    expect((await api.delete(`/v1/me/sessions/${other.id}`)).status).to.equal(204);
    await expectRefused(exchange(there), 'session_ended');
    expect((await api.get('/v1/me/sessions')).body.data).to.have.length(1);
  });
});
