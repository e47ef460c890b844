import type { Call } from '@qsc/service-kit';
import type { ApiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connection } from '../src/connection/connection.ts';
import { makeTestConnection } from '../src/connection/test.service.ts';
import { createConnection, MASK, readConnection, toFields } from './connection-act.ts';
import { oauthConnection, sessionConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type PlainPartner, plainConnector, startPlainPartner } from './plain-partner.ts';

describe('a connection with its login', () => {
  let mesh: IntegrationMesh;
  let partner: PlainPartner;

  before(async () => {
    mesh = await startIntegrationMesh({ connectors: { tryton: plainConnector }, delaysMs: [1, 1] });
  });
  after(() => mesh.stop());
  beforeEach(async () => {
    partner = await startPlainPartner();
  });
  afterEach(() => partner.stop());

  const create = (api: ApiClient, body: object = sessionConnection(partner)): Promise<string> =>
    createConnection(api, body);

  it('leaves a secret that is sent back masked, and the right that was got with it', async () => {
    const api = mesh.client();
    const path = await create(api);
    await api.post(`${path}/authorize`);
    const { authentication, endpoints } = await readConnection(api, path);
    const same = await api.patch(path, { authentication, endpoints });
    expect([same.status, same.body.data.version, same.body.data.status]).to.deep.equal([200, 2, 'authorized']);
    const renamed = await api.patch(path, { name: 'Other', authentication: { password: MASK } });
    expect([renamed.body.data.version, renamed.body.data.status]).to.deep.equal([3, 'authorized']);
    expect((await api.post(`${path}/test`)).body.data.success).to.equal(true);
    expect(partner.logins).to.equal(1);
  });

  it('has to be authorized again with another secret or address', async () => {
    const api = mesh.client();
    const other = await startPlainPartner();
    const changes = [
      { authentication: { password: 'new' } },
      { authentication: { password: 'right' }, endpoints: { api_base: other.url } },
    ];
    for (const change of changes) {
      const path = await create(api);
      await api.post(`${path}/authorize`);
      const changed = await api.patch(path, change);
      expect(changed.body.data.status).to.equal('pending_authorization');
      expect((await api.post(`${path}/enable`)).body.error.code).to.equal('connection_not_ready');
    }
    expect(other.seen).to.have.length(0);
    await other.stop();
  });

  it('sends no stored secret to another host: there it has to be given again', async () => {
    const api = mesh.client();
    const other = await startPlainPartner();
    const endpoints = { api_base: other.url };
    const path = await create(api);
    const retained: object[] = [
      { endpoints },
      { endpoints, authentication: { password: MASK } },
      { endpoints, authentication: { type: 'basic', username: 'ann', password: MASK } },
      { endpoints: { api_base: null, host: 'another.example.com' } },
    ];
    for (const patch of retained)
      expect(toFields(await api.patch(path, patch))).to.deep.equal(['authentication.password']);
    expect((await api.patch(path, { endpoints: { api_base: `${partner.url}/v2` } })).status).to.equal(200);
    expect((await api.patch(path, { endpoints, authentication: { password: 'right' } })).status).to.equal(200);
    expect((await api.post(`${path}/authorize`)).status).to.equal(200);
    expect([partner.logins, other.logins]).to.deep.equal([0, 1]);
    await other.stop();
  });

  it('sends no client secret to another token address, and none after a login elsewhere', async () => {
    const api = mesh.client();
    const path = await create(
      api,
      oauthConnection({ url: partner.url, client_id: 'client', client_secret: 'one that is kept' }),
    );
    const url = 'https://another.example.com/x';
    for (const member of ['token_url', 'authorization_url']) {
      const retained = { [member]: url };
      expect(toFields(await api.patch(path, { authentication: retained }))).to.deep.equal([
        'authentication.client_secret',
      ]);
      const renewed = { ...retained, client_secret: 'another' };
      expect((await api.patch(path, { authentication: renewed })).status, member).to.equal(200);
    }
    expect((await api.patch(path, { authentication: { authorization_url: null } })).status).to.equal(200);
  });

  describe('with a session', () => {
    it('logs in at once when it is authorized, and refuses a wrong password without the text of the partner', async () => {
      const api = mesh.client();
      const path = await create(api);
      expect((await api.post(`${path}/authorize`)).body.data.status).to.equal('authorized');
      const wrong = await create(api, sessionConnection(partner, 'wrong'));
      const refused = await api.post(`${wrong}/authorize`);
      expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'authorization_failed']);
      expect(JSON.stringify(refused.body)).to.not.contain('raw words');
      expect((await readConnection(api, wrong)).status).to.equal('pending_authorization');
    });

    it('answers a repeated request to authorize it as the first one', async () => {
      const api = mesh.client();
      const path = await create(api);
      const authorize = () => api.post(`${path}/authorize`, undefined, { headers: { 'idempotency-key': 'once' } });
      const [first, second] = [await authorize(), await authorize()];
      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect(second.headers.get('idempotency-replayed')).to.equal('true');
      expect(second.body).to.deep.equal(first.body);
      expect(partner.logins).to.equal(1);
    });

    it('logs in once more when the session has ended, once for all replicas', async () => {
      const api = mesh.client();
      const path = await create(api);
      await api.post(`${path}/authorize`);
      const other = mesh.client({ orgId: api.orgId, at: await mesh.startAnother() });
      partner.endSessions();
      const tested = await Promise.all([api, other, api, other].map((one) => one.post(`${path}/test`)));
      expect(tested.map(({ body }) => body.data.success)).to.deep.equal([true, true, true, true]);
      expect(partner.logins).to.equal(2);
    });
  });

  for (const [type, authentication] of [
    ['basic', { username: 'ann', password: 'right' }],
    ['api_key', { api_key: 'right' }],
  ] as const)
    it(`proves ${type} by a request when it is authorized`, async () => {
      const api = mesh.client();
      const body = { ...sessionConnection(partner), authentication: { type, ...authentication } };
      const path = await create(api, body);
      expect((await api.post(`${path}/authorize`)).body.data.status).to.equal('authorized');
      partner.password = 'another';
      expect((await api.post(`${path}/authorize`)).body.error.code).to.equal('authorization_failed');
    });

  it('says that the address is wrong where nothing of the external system is there', async () => {
    const api = mesh.client();
    const authentication = { type: 'basic', username: 'ann', password: 'right' };
    const path = await create(api, { ...sessionConnection(partner), authentication });
    const { url } = partner;
    partner.next.push({ status: 404 }, { status: 404 });
    const { status, body } = await api.post(`${path}/authorize`);
    expect([status, body.error.code]).to.deep.equal([422, 'authorization_failed']);
    expect(body.error.message).to.include('endpoints.api_base').and.not.include(url);
    const tested = await api.post(`${path}/test`);
    expect(tested.body.data.checks).to.deep.equal([{ name: 'address', ok: false, message: body.error.message }]);
  });

  it('answers 200 to a test that fails, and says what failed', async () => {
    const api = mesh.client();
    const path = await create(api);
    await api.post(`${path}/authorize`);
    const test = async () => (await api.post(`${path}/test`)).body.data;
    expect(await test()).to.deep.include({ success: true, api_available: true, api_version: 'v1' });
    partner.next.push({ status: 403 });
    expect(await test()).to.deep.include({ success: false, api_available: true });
    for (const fault of [{ status: 502 }, 'hang up'] as const) {
      partner.next.push(fault);
      const down = await test();
      expect(down).to.deep.include({ success: false, api_available: false });
      expect(down.checks[0]).to.include({ name: 'reachable', ok: false });
      expect(await test(), 'nothing was tried again').to.include({ success: true });
    }
  });

  it('answers a test of an external system that never answers, before the gateway gives up', async () => {
    const signals: AbortSignal[] = [];
    const test = makeTestConnection({
      store: { get: async () => ({}) as Connection },
      openOnce: (_connection, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      signal: new AbortController().signal,
      clock: () => new Date(),
      limitMs: 1,
    });
    const found = await test('conn_1', { actor: { org_id: 'org_1' } } as Call);
    expect(found).to.deep.include({ success: false, api_available: false });
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
  });
});
