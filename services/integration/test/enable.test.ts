import type { ApiClient } from '@qsc/test-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { sessionConnection } from './connection-body.ts';
import { type IntegrationMesh, startIntegrationMesh } from './integration-mesh.ts';
import { type PlainPartner, plainConnector, startPlainPartner } from './plain-partner.ts';

const MAPPING = {
  entity_type: 'supplier',
  source_object: 'party.party',
  field_mappings: [
    { source: 'name', target: 'name', required: true },
    { source: 'code', target: 'attributes.supplier_code', transformation: 'upper' },
  ],
};

describe('putting connections to use', () => {
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

  const create = async (api: ApiClient): Promise<string> => {
    const made = await api.post('/integrations/connections', sessionConnection(partner));
    return `/integrations/connections/${made.body.data.id}`;
  };
  const map = (api: ApiClient, path: string, mappings: object[] = [MAPPING], extra = {}) =>
    api.put(`${path}/mappings`, { mappings }, extra);
  const createActive = async (api: ApiClient): Promise<string> => {
    const path = await create(api);
    await api.post(`${path}/authorize`);
    await map(api, path);
    expect((await api.post(`${path}/enable`)).body.data.status).to.equal('active');
    return path;
  };
  const read = async (api: ApiClient, path: string) => (await api.get(path)).body.data;
  const readOperations = async (path: string, last: string) => {
    const id = path.split('/').at(-1);
    const entries = () => mesh.tap.events.filter(({ subject }) => subject === id).map(({ data }) => data.audit);
    await eventually(`the entry ${last}`, () => entries().some(({ metadata }) => metadata.details?.operation === last));
    return entries().map(({ metadata }) => metadata.details?.operation);
  };

  it('answers a repeated request to enable or disable a connection as the first one', async () => {
    const api = mesh.client();
    const path = await createActive(api);
    for (const act of ['disable', 'enable']) {
      const twice = () => api.post(`${path}/${act}`, undefined, { headers: { 'idempotency-key': act } });
      const [first, second] = [await twice(), await twice()];
      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect(second.headers.get('idempotency-replayed')).to.equal('true');
      expect(second.body).to.deep.equal(first.body);
      expect(second.headers.get('etag')).to.equal(first.headers.get('etag'));
    }
  });

  it('enables a connection that is authorized and mapped, and no other', async () => {
    const api = mesh.client();
    const path = await create(api);
    const refused = async () => {
      const answer = await api.post(`${path}/enable`);
      expect([answer.status, answer.body.error.code]).to.deep.equal([409, 'connection_not_ready']);
      return answer.body.error.details.status;
    };
    await map(api, path);
    expect(await refused()).to.equal('pending_authorization');
    await map(api, path, []);
    await api.post(`${path}/authorize`);
    expect(await refused()).to.equal('authorized');
    await map(api, path);
    const enabled = await api.post(`${path}/enable`);
    expect(enabled.body.data).to.include({ status: 'active' });
    expect(enabled.body.data.next_sync).to.be.a('string');
  });

  it('goes between active and disabled, each with one audit entry, and does nothing twice', async () => {
    const api = mesh.client();
    const path = await createActive(api);
    const { version } = await read(api, path);
    expect((await api.post(`${path}/enable`)).body.data.version).to.equal(version);
    expect((await api.post(`${path}/disable`)).body.data).to.include({ status: 'disabled', next_sync: null });
    expect((await api.post(`${path}/disable`)).body.data.version).to.equal(version + 1);
    expect((await api.post(`${path}/enable`)).body.data.status).to.equal('active');
    expect((await api.post(`${path}/disable`)).body.data.status).to.equal('disabled');
    const operations = await eventually('all entries', async () => {
      const found = await readOperations(path, 'disable');
      return found.length === 7 && found;
    });
    expect(operations).to.deep.equal([
      undefined,
      ...['authorize', 'replace_mappings', 'enable', 'disable', 'enable', 'disable'],
    ]);
  });

  it('refuses to disable what was never enabled', async () => {
    const api = mesh.client();
    const answer = await api.post(`${await create(api)}/disable`);
    expect([answer.status, answer.body.error.code]).to.deep.equal([409, 'invalid_transition']);
  });

  it('puts an active connection into error when its login is refused, and says what has to be done', async () => {
    const api = mesh.client();
    const path = await createActive(api);
    partner.endSessions();
    partner.password = 'changed';
    expect((await api.post(`${path}/test`)).body.data.success).to.equal(false);
    const failed = await read(api, path);
    expect(failed).to.deep.include({ status: 'error', next_sync: null });
    expect(failed.problem).to.include({ code: 'INVALID_SESSION' });
    expect(failed.problem.message).to.contain('/authorize').and.to.contain('/enable');
    expect(await readOperations(path, 'lose_authorization')).to.have.length(5);

    expect((await api.post(`${path}/enable`)).body.error.code).to.equal('connection_not_ready');
    partner.password = 'right';
    await api.post(`${path}/authorize`);
    expect((await read(api, path)).status).to.equal('error');
    const again = await api.post(`${path}/enable`);
    expect(again.body.data).to.deep.include({ status: 'active', problem: null });
  });

  it('sends a refused login once, for all that wait for it', async () => {
    const api = mesh.client();
    const path = await createActive(api);
    const other = mesh.client({ orgId: api.orgId, at: await mesh.startAnother() });
    partner.endSessions();
    partner.password = 'changed';
    const { logins, seen } = partner;
    const refused = () => seen.filter(({ path: requested }) => requested === 'GET /ping').length;
    const before = refused();
    partner.beforeLogin = () => eventually('all of them are refused', () => refused() === before + 4);
    const tested = await Promise.all([api, other, api, other].map((one) => one.post(`${path}/test`)));
    expect(tested.map(({ body }) => body.data.success)).to.deep.equal([false, false, false, false]);
    expect(partner.logins).to.equal(logins + 1);
  });

  it('leaves an active connection active while the partner is only away', async () => {
    const api = mesh.client();
    const path = await createActive(api);
    partner.next.push(...Array(3).fill({ status: 503 }));
    expect((await api.post(`${path}/test`)).body.data.success).to.equal(false);
    expect((await read(api, path)).status).to.equal('active');
  });

  describe('mappings', () => {
    it('are stored with defaults, and retain their ids when they are put again', async () => {
      const api = mesh.client();
      const path = await create(api);
      const put = await map(api, path);
      expect(put.status, JSON.stringify(put.body)).to.equal(200);
      expect(put.body.data[0]).to.deep.include({ entity_type: 'supplier', bidirectional: null, filters: [] });
      const listed = await api.get(`${path}/mappings`);
      expect(listed.body).to.deep.equal(put.body);
      expect((await map(api, path)).body).to.deep.equal(put.body);
      expect((await read(api, path)).version).to.equal(2);
      const other = { ...MAPPING, source_object: 'product.product', entity_type: 'component' };
      const more = await map(api, path, [other, MAPPING]);
      expect(more.body.data[1].id).to.equal(put.body.data[0].id);
    });

    it('are refused by the path of the field', async () => {
      const api = mesh.client();
      const path = await create(api);
      const wrong = { ...MAPPING, field_mappings: [{ source: 'name', target: 'title' }] };
      const answer = await map(api, path, [MAPPING, wrong]);
      expect(answer.status).to.equal(422);
      const fields = answer.body.error.details.fields.map(({ field }: { field: string }) => field);
      expect(fields).to.include('mappings.1.field_mappings.0.target');
      const documents = await map(api, path, [{ ...MAPPING, document_types: ['sop'] }]);
      expect(documents.body.error.details.fields[0].field).to.equal('mappings.0.document_types');
      const stored = (storage: string) => map(api, path, [{ ...MAPPING, content_sync: { enabled: false, storage } }]);
      const elsewhere = await stored('a bucket of theirs');
      expect(elsewhere.body.error.details.fields[0].field).to.equal('mappings.0.content_sync.storage');
      expect((await api.get(`${path}/mappings`)).body.data).to.deep.equal([]);
      expect((await stored('file_store')).status).to.equal(200);
    });

    it('are refused by what the kind of system cannot do', async () => {
      const api = mesh.client();
      const path = await create(api);
      const answer = await map(api, path, [{ ...MAPPING, content_sync: { enabled: true } }]);
      expect([answer.status, answer.body.error.code]).to.deep.equal([422, 'validation_failed']);
      const [{ field, message }] = answer.body.error.details.fields;
      expect(field).to.equal('mappings.0.content_sync.enabled');
      expect(message).to.contain('gives out no files').and.to.contain('Leave content_sync off');
    });

    it('fit the direction and the rules for conflicts, whichever of them changes', async () => {
      const api = mesh.client();
      const path = await create(api);
      await map(api, path);
      const rules = (name: string) => ({ conflict_resolution: { exceptions: { [name]: 'service_wins' } } });
      expect((await api.patch(path, rules('supplier.attributes.unmapped'))).status).to.equal(422);
      expect((await api.patch(path, rules('supplier.attributes.supplier_code'))).status).to.equal(200);
      const without = { ...MAPPING, field_mappings: MAPPING.field_mappings.slice(0, 1) };
      expect((await map(api, path, [without])).status).to.equal(422);
    });

    it('take the version of the connection, and are not taken from an active one', async () => {
      const api = mesh.client();
      const path = await createActive(api);
      expect((await map(api, path, [MAPPING], { headers: { 'if-match': '"1"' } })).status).to.equal(412);
      const none = await map(api, path, []);
      expect([none.status, none.body.error.code]).to.deep.equal([409, 'connection_not_ready']);
    });

    it('are not shown to another organisation', async () => {
      const path = await create(mesh.client());
      const other = mesh.client();
      expect((await other.get(`${path}/mappings`)).status).to.equal(404);
      expect((await map(other, path)).status).to.equal(404);
    });
  });
});
