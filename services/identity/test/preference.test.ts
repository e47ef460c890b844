import type { AccessToken__Output } from '@qsc/contracts/grpc/identity/v1/AccessToken';
import { expect } from 'chai';
import { PASSWORD, startUnderTest, type Tenant, type UnderTest } from './identity-under-test.ts';

const PATH = '/v1/me/preferences';

describe('the preferences of a user', () => {
  let identity: UnderTest;
  let tenant: Tenant;

  before(async () => {
    identity = await startUnderTest();
    tenant = await identity.provision();
  });

  after(() => identity.end());

  const makeClient = async ({ email }: { email: string }) =>
    identity.api.as((await identity.logIn(email, PASSWORD)).access_token);

  it('are empty at first, and then what was last sent, whole and with any names', async () => {
    const api = await makeClient(tenant.manager);
    expect((await api.get(PATH)).body).to.deep.equal({ data: {} });
    const first = { language: 'de', views: [{ $where: 'a.b', 'c.d': null }] };
    expect((await api.put(PATH, first)).body).to.deep.equal({ data: first });
    const second = { columns: [] };
    expect((await api.put(PATH, second)).status).to.equal(200);
    expect((await api.get(PATH)).body).to.deep.equal({ data: second });
  });

  it("are the user's alone, in the organisation in which the credential acts", async () => {
    const [manager, admin] = [await makeClient(tenant.manager), await makeClient(tenant.admin)];
    await admin.put(PATH, { mine: true });
    await manager.put(PATH, { mine: false });
    expect((await admin.get(PATH)).body.data).to.deep.equal({ mine: true });
    const { access_token } = await identity.grpc.call<object, AccessToken__Output>('ExchangeApiKey', {
      api_key: tenant.test_api_key,
    });
    expect((await identity.api.as(access_token).get(PATH)).body.data, 'the sandbox').to.deep.equal({});
  });

  it('are a JSON object of at most 16 KiB', async () => {
    const api = await makeClient(tenant.manager);
    for (const wrong of ['[]', '"text"', '1', 'null']) expect((await api.put(PATH, wrong)).status, wrong).to.equal(422);
    const around = JSON.stringify({ text: '' }).length;
    expect((await api.put(PATH, { text: 'x'.repeat(16 * 1024 - around) })).status).to.equal(200);
    expect((await api.put(PATH, { text: 'x'.repeat(16 * 1024 - around + 1) })).status).to.equal(413);
  });

  it('have no version to be changed against', async () => {
    const api = await makeClient(tenant.manager);
    expect((await api.put(PATH, {}, { headers: { 'if-match': '"1"' } })).status).to.equal(412);
  });

  it('are refused to an application, which is no user', async () => {
    const { client_id, client_secret } = tenant;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const issued = await fetch(`${identity.url}/oauth/token`, { method: 'POST', body });
    const { access_token } = (await issued.json()) as { access_token: string };
    const api = identity.api.as(access_token);
    for (const answer of [await api.get(PATH), await api.put(PATH, {})]) {
      expect(answer.status).to.equal(403);
      expect(answer.body.error.details).to.deep.equal({ reason: 'user_required' });
    }
  });
});
