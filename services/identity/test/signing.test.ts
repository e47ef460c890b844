import type { VerifiedSigner__Output } from '@qsc/contracts/grpc/identity/v1/VerifiedSigner';
import type { AppError } from '@qsc/service-kit';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { PASSWORD, startUnderTest, type Tenant, type UnderTest } from './identity-under-test.ts';

const MINUTE_MS = 60_000;

describe('the password of a signature', () => {
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

  const sign = (password: string, changes: object = {}): Promise<string> =>
    identity.grpc
      .call<object, VerifiedSigner__Output>('VerifyPassword', {
        org_id: tenant.org_id,
        user_id: tenant.manager.id,
        password,
        request_id: 'r-sign',
        ip_address: '203.0.113.9',
        user_agent: 'agent/1',
        api_key_id: 'key_1',
        reason: 'Release of the batch',
        ...changes,
      })
      .then(
        () => 'signed',
        (error: AppError) => error.code,
      );

  const failures = async (count: number): Promise<void> => {
    for (let failure = 0; failure < count; failure += 1) expect(await sign('wrong')).to.equal('signature_invalid');
  };

  it('names the signer when it is right', async () => {
    const signer = await identity.grpc.call<object, VerifiedSigner__Output>('VerifyPassword', {
      org_id: tenant.org_id,
      user_id: tenant.manager.id,
      password: PASSWORD,
    });
    expect(signer).to.deep.equal({
      user_id: tenant.manager.id,
      name: 'Max Manager',
      email: tenant.manager.email,
      role: 'quality_manager',
    });
  });

  it('takes the user name of the caller, however it is written, and counts another one as a failure', async () => {
    expect(await sign(PASSWORD, { username: ` ${tenant.manager.email.toUpperCase()}` })).to.equal('signed');
    expect(await sign(PASSWORD, { username: 'somebody.else@example.com' })).to.equal('signature_invalid');
  });

  it('locks signing after five failures in fifteen minutes, until an administrator unlocks it', async () => {
    await failures(5);
    expect(await sign(PASSWORD)).to.equal('account_locked');
    now = new Date(now.getTime() + 60 * MINUTE_MS);
    expect(await sign(PASSWORD)).to.equal('account_locked');
    const admin = identity.api.as((await identity.logIn(tenant.admin.email)).access_token);
    expect((await admin.get(`/v1/users/${tenant.manager.id}`)).body.data.signing_locked).to.equal(true);
    const { status, body } = await admin.post(`/v1/users/${tenant.manager.id}/unlock`);
    expect(status).to.equal(200);
    expect(body.data.signing_locked).to.equal(false);
    expect(await sign(PASSWORD)).to.equal('signed');
  });

  it('forgets failures that are older than fifteen minutes', async () => {
    await failures(4);
    now = new Date(now.getTime() + 15 * MINUTE_MS);
    await failures(4);
    expect(await sign(PASSWORD)).to.equal('signed');
  });

  it('gives many guesses at once no more than five', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => sign('wrong')));
    expect(outcomes.filter((outcome) => outcome === 'signature_invalid')).to.have.length(5);
    expect(outcomes.filter((outcome) => outcome === 'account_locked')).to.have.length(7);
  });

  it('audits each failure, those while locked included, and tells of the lockout', async () => {
    await failures(5);
    await sign(PASSWORD);
    const mine = (type: string) =>
      tap.events.filter((event) => event.type === type && event.subject === tenant.manager.id);
    const lockout = await tap.next(
      'the lockout',
      (event) => event.type === 'identity.signature.lockout.v1' && event.subject === tenant.manager.id,
    );
    await tap.next('the failure while locked', () => mine('identity.signature.failed.v1').length === 6);
    const [first] = mine('identity.signature.failed.v1');
    expect(first!.orgid).to.equal(tenant.org_id);
    expect(first!.data.audit).to.include({ action: 'sign', entity_type: 'user', entity_id: tenant.manager.id });
    const client = { ip_address: '203.0.113.9', user_agent: 'agent/1', api_key_id: 'key_1' };
    expect(first!.data.audit.client).to.deep.equal(client);
    expect(first!.data.audit.metadata).to.include({ reason: 'Release of the batch', request_id: 'r-sign' });
    expect(first!.data.audit.signature).to.include({ required: true, signed: false });
    expect(lockout.data.audit.changes).to.deep.equal({ signing_locked: { from: false, to: true } });
    expect(mine('identity.signature.lockout.v1')).to.have.length(1);
  });

  it('cannot be given by an application, an inactive user or another organisation', async () => {
    expect(await sign(PASSWORD, { user_id: tenant.client_id })).to.equal('forbidden');
    const other = await identity.provision();
    expect(await sign(PASSWORD, { org_id: other.org_id })).to.equal('signature_invalid');
    expect(await sign(PASSWORD, { user_id: 'usr_unknown' })).to.equal('signature_invalid');
    await identity.api.as(tenant.token).patch(`/v1/users/${tenant.manager.id}`, { active: false });
    expect(await sign(PASSWORD)).to.equal('signature_invalid');
  });

  it('counts in the sandbox for the same user', async () => {
    const { body } = await identity.api.as(tenant.token).get('/v1/organization');
    expect(await sign(PASSWORD, { org_id: body.data.sandbox_id })).to.equal('signed');
  });
});
