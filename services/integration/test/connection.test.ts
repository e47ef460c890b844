import type { ApiClient } from '@qsc/test-kit';
import { apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { CONNECTIONS, createConnection, MASK, readConnection, toFields } from './connection-act.ts';
import { sessionConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type PlainPartner, plainConnector, startPlainPartner } from './plain-partner.ts';

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

  const create = (api: ApiClient, body: object = sessionConnection(partner)): Promise<string> =>
    createConnection(api, body);

  it('is stored with defaults, and shows no secret', async () => {
    const api = mesh.client();
    const connection = await readConnection(api, await create(api));
    expect(connection).to.deep.include({
      name: 'Plain partner',
      type: 'tryton',
      status: 'pending_authorization',
      problem: null,
      version: 1,
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
    for (const [body, fields] of refused) expect(toFields(await api.post(CONNECTIONS, body))).to.deep.equal(fields);
    expect((await api.get(CONNECTIONS)).body.meta.total).to.equal(0);
  });

  it('refuses a kind of system or of authentication that there is not', async () => {
    const api = mesh.client();
    const certificate = { type: 'certificate', certificate: '-----BEGIN CERTIFICATE-----', private_key: 'x' };
    const body = { ...sessionConnection(partner), authentication: certificate };
    expect(toFields(await api.post(CONNECTIONS, body))).to.deep.equal(['authentication.type']);
  });

  it('refuses forbidden literal addresses and names the field', async () => {
    const api = mesh.client();
    const good = sessionConnection(partner);
    const oauth = {
      type: 'oauth2',
      client_id: 'a',
      client_secret: 'b',
      token_url: 'https://127.0.0.9/token',
      authorization_url: 'https://example.com/authorize',
    };
    const local = 'https://127.0.0.9/authorize';
    const refused: [object, string][] = [
      [{ ...good, endpoints: { api_base: 'https://127.0.0.9' } }, 'endpoints.api_base'],
      [{ ...good, endpoints: { api_base: 'http://127.0.0.9' } }, 'endpoints.api_base'],
      [{ ...good, endpoints: { host: '127.0.0.9' } }, 'endpoints.host'],
      [{ ...good, endpoints: { api_base: partner.url, host: '127.0.0.9' } }, 'endpoints.host'],
      [{ ...good, authentication: { ...good.authentication, host: '127.0.0.9' } }, 'authentication.host'],
      [{ ...good, authentication: oauth }, 'authentication.token_url'],
      [
        { ...good, authentication: { ...oauth, token_url: partner.url, authorization_url: local } },
        'authentication.authorization_url',
      ],
    ];
    for (const [body, field] of refused) expect(toFields(await api.post(CONNECTIONS, body))).to.deep.equal([field]);
    const moved = await api.patch(await create(api), { endpoints: { api_base: 'https://127.0.0.9' } });
    expect(toFields(moved)).to.deep.equal(['endpoints.api_base']);
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
    expect(toFields(await api.patch(path, { sync_config: { batch_size: 0 } }))).to.deep.equal([
      'sync_config.batch_size',
    ]);
    expect(toFields(await api.patch(path, { status: 'active' }))).to.deep.equal(['status']);
  });

  it('honours If-Match on a change, a removal, and where it is put to use or out of it, and says so', async () => {
    const api = mesh.client();
    const path = await create(api);
    const stale = { headers: { 'if-match': '"7"' } };
    const { paths } = (await apiClient(`http://127.0.0.1:${mesh.service.httpPort}`, null).get('/openapi.json')).body;
    for (const act of ['enable', 'disable']) {
      expect((await api.post(`${path}/${act}`, undefined, stale)).status).to.equal(412);
      expect(paths[`/v1/integrations/connections/{connection_id}/${act}`].post.responses).to.have.property('412');
    }
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
      (await api.get(`${CONNECTIONS}${query}`)).body.data.map(({ id }: { id: string }) => `${CONNECTIONS}/${id}`);
    expect(await ids('')).to.deep.equal([second, first]);
    expect(await ids('?status=authorized')).to.deep.equal([first]);
    expect(await ids('?status=authorized,pending_authorization')).to.deep.equal([second, first]);
    expect((await api.get(`${CONNECTIONS}?kind=x`)).status).to.equal(422);
  });

  it('shows nothing to another organisation', async () => {
    const path = await create(mesh.client());
    const other = mesh.client();
    expect((await other.get(path)).status).to.equal(404);
    expect((await other.patch(path, { name: 'x' })).status).to.equal(404);
    expect((await other.delete(path)).status).to.equal(404);
    for (const act of ['authorize', 'enable', 'disable', 'test'])
      expect((await other.post(`${path}/${act}`)).status, act).to.equal(404);
    expect((await other.get(CONNECTIONS)).body.meta.total).to.equal(0);
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
      await api.post(CONNECTIONS, sessionConnection(partner), key),
      await api.post(CONNECTIONS, sessionConnection(partner), key),
    ];
    expect(two.body.data.id).to.equal(one.body.data.id);
    expect((await api.get(CONNECTIONS)).body.meta.total).to.equal(1);
  });
});
