import type { Call } from '@qsc/service-kit';
import type { ApiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connection } from '../src/connection/connection.ts';
import { makeTestConnection } from '../src/connection/test.service.ts';
import { oauthConnection, sessionConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type PlainPartner, plainConnector, startPlainPartner } from './plain-partner.ts';

const MASK = '********';

describe('connections', () => {
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

  const COLLECTION = '/integrations/connections';

  const create = async (api: ApiClient, body: object = sessionConnection(partner)): Promise<string> => {
    const made = await api.post(COLLECTION, body);
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    expect(made.headers.get('location')).to.equal(`/v1${COLLECTION}/${made.body.data.id}`);
    return `${COLLECTION}/${made.body.data.id}`;
  };

  const read = async (api: ApiClient, path: string) => (await api.get(path)).body.data;

  const fieldsOf = (answer: { status: number; body: { error: { details: { fields: { field: string }[] } } } }) => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(422);
    return answer.body.error.details.fields.map(({ field }) => field);
  };

  it('keeps what it was given, with what it was not given filled in, and shows no secret', async () => {
    const api = mesh.client();
    const connection = await read(api, await create(api));
    expect(connection).to.deep.include({
      ...{ name: 'Plain partner', type: 'tryton', status: 'pending_authorization', problem: null, version: 1 },
      authentication: { type: 'session', username: 'ann', password: MASK },
      endpoints: { api_base: partner.url, api_version: 'v1', host: null },
      conflict_resolution: { default_strategy: 'external_wins', exceptions: {}, manual_review_fields: [] },
    });
    expect(connection.sync_config).to.deep.include({ direction: 'inbound', interval_minutes: 15, batch_size: 100 });
    expect(connection).to.not.have.any.keys('sealed', 'org_id', 'mappings');
    expect(JSON.stringify(await mesh.database.collection('connection').find().toArray())).to.not.contain('"right"');
  });

  it('refuses settings that cannot be, and names each field', async () => {
    const api = mesh.client();
    const good = sessionConnection(partner);
    const refused: [object, string[]][] = [
      [{ ...good, type: 'sap_r3' }, ['type']],
      [{ ...good, authentication: { type: 'session', username: 'ann' } }, ['authentication.password']],
      [{ ...good, authentication: { ...good.authentication, pasword: 'x' } }, ['authentication.pasword']],
      [{ ...good, authentication: { ...good.authentication, password: MASK } }, ['authentication.password']],
      [{ ...good, endpoints: {} }, ['endpoints.api_base']],
      [{ ...good, endpoints: { api_base: 'ftp://example.com' } }, ['endpoints.api_base']],
      [
        { ...good, sync_config: { direction: 'both', interval_minutes: 0 } },
        ['sync_config.direction', 'sync_config.interval_minutes'],
      ],
      [
        { ...good, conflict_resolution: { exceptions: { risk: 'service_wins' } } },
        ['conflict_resolution.exceptions.risk'],
      ],
      [{ ...good, error_handling: { max_retries: -1 } }, ['error_handling.max_retries']],
      [{ ...good, authentication: { type: 'api_key', api_key: 'x', header: 'Host' } }, ['authentication.header']],
    ];
    for (const [body, fields] of refused) expect(fieldsOf(await api.post(COLLECTION, body))).to.deep.equal(fields);
    expect((await api.get(COLLECTION)).body.meta.total).to.equal(0);
  });

  it('refuses a kind of system or of authentication that there is not', async () => {
    const api = mesh.client();
    const certificate = { type: 'certificate', certificate: '-----BEGIN CERTIFICATE-----', private_key: 'x' };
    const body = { ...sessionConnection(partner), authentication: certificate };
    expect(fieldsOf(await api.post(COLLECTION, body))).to.deep.equal(['authentication.type']);
  });

  it('refuses forbidden literal addresses and names the field', async () => {
    const api = mesh.client();
    const good = sessionConnection(partner);
    const oauth = {
      ...{ type: 'oauth2', client_id: 'a', client_secret: 'b' },
      ...{ token_url: 'https://127.0.0.9/token', authorization_url: 'https://example.com/authorize' },
    };
    const local = 'https://127.0.0.9/authorize';
    const refused: [object, string][] = [
      [{ ...good, endpoints: { api_base: 'https://127.0.0.9' } }, 'endpoints.api_base'],
      [{ ...good, endpoints: { api_base: 'http://127.0.0.9' } }, 'endpoints.api_base'],
      [{ ...good, endpoints: { host: '127.0.0.9' } }, 'endpoints.api_base'],
      [{ ...good, authentication: oauth }, 'authentication.token_url'],
      [
        { ...good, authentication: { ...oauth, token_url: partner.url, authorization_url: local } },
        'authentication.authorization_url',
      ],
    ];
    for (const [body, field] of refused) expect(fieldsOf(await api.post(COLLECTION, body))).to.deep.equal([field]);
  });

  it('leaves a secret that is sent back masked, and the right that was got with it', async () => {
    const api = mesh.client();
    const path = await create(api);
    await api.post(`${path}/authorize`);
    const { authentication, endpoints } = await read(api, path);
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

  it('sends no secret that it keeps to another host: there it has to be given anew', async () => {
    const api = mesh.client();
    const other = await startPlainPartner();
    const endpoints = { api_base: other.url };
    const path = await create(api);
    const kept: object[] = [
      { endpoints },
      { endpoints, authentication: { password: MASK } },
      { endpoints, authentication: { type: 'basic', username: 'ann', password: MASK } },
      { endpoints: { api_base: null, host: 'another.example.com' } },
    ];
    for (const patch of kept) expect(fieldsOf(await api.patch(path, patch))).to.deep.equal(['authentication.password']);
    expect((await api.patch(path, { endpoints: { api_base: `${partner.url}/v2` } })).status).to.equal(200);
    expect((await api.patch(path, { endpoints, authentication: { password: 'right' } })).status).to.equal(200);
    expect((await api.post(`${path}/authorize`)).status).to.equal(200);
    expect([partner.logins, other.logins]).to.deep.equal([0, 1]);
    await other.stop();
  });

  it('sends no client secret to another place of tokens, and none after a login elsewhere', async () => {
    const api = mesh.client();
    const path = await create(
      api,
      oauthConnection({ url: partner.url, client_id: 'client', client_secret: 'one that is kept' }),
    );
    const url = 'https://another.example.com/x';
    for (const member of ['token_url', 'authorization_url']) {
      const kept = { [member]: url };
      expect(fieldsOf(await api.patch(path, { authentication: kept }))).to.deep.equal(['authentication.client_secret']);
      const anew = { ...kept, client_secret: 'another' };
      expect((await api.patch(path, { authentication: anew })).status, member).to.equal(200);
    }
    expect((await api.patch(path, { authentication: { authorization_url: null } })).status).to.equal(200);
  });

  it('merges a patch, replaces an authentication of another type, and raises no version for nothing', async () => {
    const api = mesh.client();
    const path = await create(api);
    const patched = await api.patch(path, { sync_config: { change_detection: { buffer_minutes: 9 } } });
    expect(patched.body.data.sync_config).to.deep.include({ interval_minutes: 15, direction: 'inbound' });
    expect(patched.body.data.sync_config.change_detection.buffer_minutes).to.equal(9);
    expect((await api.patch(path, { sync_config: { interval_minutes: 15 } })).body.data.version).to.equal(2);
    const key = { type: 'api_key', api_key: 'right', header: 'X-API-Key' };
    const other = await api.patch(path, { authentication: key });
    expect(other.body.data.authentication).to.deep.equal({ ...key, api_key: MASK });
    expect(fieldsOf(await api.patch(path, { sync_config: { batch_size: 0 } }))).to.deep.equal([
      'sync_config.batch_size',
    ]);
    expect(fieldsOf(await api.patch(path, { status: 'active' }))).to.deep.equal(['status']);
  });

  it('honours If-Match on a change and on a removal', async () => {
    const api = mesh.client();
    const path = await create(api);
    const stale = { headers: { 'if-match': '"7"' } };
    expect((await api.patch(path, { name: 'Other' }, stale)).status).to.equal(412);
    expect((await api.delete(path, stale)).status).to.equal(412);
    expect((await api.get(path)).headers.get('etag')).to.equal('"1"');
    expect((await api.delete(path, { headers: { 'if-match': '"1"' } })).status).to.equal(204);
  });

  it('removes a connection with its secrets and its right', async () => {
    const api = mesh.client();
    const path = await create(api);
    await api.post(`${path}/authorize`);
    expect((await api.delete(path)).status).to.equal(204);
    expect((await api.get(path)).status).to.equal(404);
    const id = path.split('/').at(-1) as never;
    for (const name of ['connection', 'credential'])
      expect(await mesh.database.collection(name).countDocuments({ _id: id })).to.equal(0);
  });

  it('lists by status, newest first, and knows no other parameter', async () => {
    const api = mesh.client();
    const [first, second] = [await create(api), await create(api)];
    await api.post(`${first}/authorize`);
    const ids = async (query: string) =>
      (await api.get(`${COLLECTION}${query}`)).body.data.map(({ id }: { id: string }) => `${COLLECTION}/${id}`);
    expect(await ids('')).to.deep.equal([second, first]);
    expect(await ids('?status=authorized')).to.deep.equal([first]);
    expect((await api.get(`${COLLECTION}?kind=x`)).status).to.equal(422);
  });

  it('shows nothing to another organisation', async () => {
    const path = await create(mesh.client());
    const other = mesh.client();
    expect((await other.get(path)).status).to.equal(404);
    expect((await other.patch(path, { name: 'x' })).status).to.equal(404);
    expect((await other.delete(path)).status).to.equal(404);
    for (const act of ['authorize', 'enable', 'disable', 'test'])
      expect((await other.post(`${path}/${act}`)).status, act).to.equal(404);
    expect((await other.get(COLLECTION)).body.meta.total).to.equal(0);
  });

  it('needs admin:read to read and admin:write for anything else', async () => {
    const api = mesh.client();
    const path = await create(api);
    const reader = mesh.client({ orgId: api.orgId, scopes: ['admin:read'] });
    expect((await reader.get(path)).status).to.equal(200);
    expect((await reader.post(`${path}/test`)).status).to.equal(403);
    expect((await reader.delete(path)).status).to.equal(403);
  });

  it('answers a repeated creation with the connection that it made', async () => {
    const api = mesh.client();
    const key = { headers: { 'idempotency-key': 'once' } };
    const [one, two] = [
      await api.post(COLLECTION, sessionConnection(partner), key),
      await api.post(COLLECTION, sessionConnection(partner), key),
    ];
    expect(two.body.data.id).to.equal(one.body.data.id);
    expect((await api.get(COLLECTION)).body.meta.total).to.equal(1);
  });

  describe('with a session', () => {
    it('logs in at once when it is authorized, and refuses a wrong password without the words of the partner', async () => {
      const api = mesh.client();
      const path = await create(api);
      expect((await api.post(`${path}/authorize`)).body.data.status).to.equal('authorized');
      const wrong = await create(api, sessionConnection(partner, 'wrong'));
      const refused = await api.post(`${wrong}/authorize`);
      expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'authorization_failed']);
      expect(JSON.stringify(refused.body)).to.not.contain('raw words');
      expect((await read(api, wrong)).status).to.equal('pending_authorization');
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
    const asked: AbortSignal[] = [];
    const test = makeTestConnection({
      store: { get: async () => ({}) as Connection },
      openOnce: (_connection, signal) => {
        asked.push(signal);
        return new Promise(() => {});
      },
      signal: new AbortController().signal,
      clock: () => new Date(),
      limitMs: 1,
    });
    const found = await test('conn_1', { actor: { org_id: 'org_1' } } as Call);
    expect(found).to.deep.include({ success: false, api_available: false });
    expect(asked.map(({ aborted }) => aborted)).to.deep.equal([true]);
  });
});
