import { newId } from '@qsc/contracts';
import { loadService, makeLog, type RunningService, startGrpcServer, unary } from '@qsc/service-kit';
import { type ApiClient, apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSupplierService } from '../src/compose.ts';
import { certificate, qualityEvent, type SupplierMesh, startSupplierMesh } from './mesh.ts';

const NOW = new Date('2026-11-22T09:00:00.000Z');

type Requested = Record<string, unknown>;

const OWNERS = {
  certificate: { list: 'ListSupplierCertificates', rows: 'certificates_json', of: 'CertificateService' },
  quality: { list: 'ListRelatedQualityEvents', rows: 'events_json', of: 'QualityService' },
} as const;

/** Stands in for the certificate or the quality service, and records its requests. */
const startOwner = async (name: keyof typeof OWNERS, secret: string) => {
  const state = { rows: [] as object[], requests: [] as Requested[] };
  const { list, rows, of } = OWNERS[name];
  const implementation = {
    [list]: unary(makeLog('test', 'error'), async (requests: Requested) => {
      state.requests.push(requests);
      return { [rows]: state.rows.map((one) => JSON.stringify(one)), total: state.rows.length };
    }),
  };
  const definition = loadService(`${name}/v1/${name}.proto`, `qsc.${name}.v1.${of}`);
  const server = await startGrpcServer('127.0.0.1:0', { name, secret }, [{ definition, implementation }]);
  return { address: `127.0.0.1:${server.port}`, stop: server.stop, state };
};

describe('the inclusions of a supplier', () => {
  let mesh: SupplierMesh;
  let certificates: Awaited<ReturnType<typeof startOwner>>;
  let events: Awaited<ReturnType<typeof startOwner>>;
  let service: RunningService;
  let api: ApiClient;
  let entities: ApiClient;
  let orgId: string;
  let supplierId: string;

  before(async () => {
    mesh = await startSupplierMesh(() => NOW);
    certificates = await startOwner('certificate', mesh.identity.meshSecret);
    events = await startOwner('quality', mesh.identity.meshSecret);
    const config = { ...mesh.config, CERTIFICATE_GRPC_URL: certificates.address, QUALITY_GRPC_URL: events.address };
    service = await startSupplierService(config, { queue: mesh.queue, clock: () => NOW });
  });

  after(async () => {
    await service.stop();
    await certificates.stop();
    await events.stop();
    await mesh.stop();
  });

  beforeEach(async () => {
    for (const { state } of [certificates, events]) {
      state.rows = [];
      state.requests.length = 0;
    }
    orgId = newId('organization');
    entities = mesh.entityApi(orgId);
    api = apiClient(`http://127.0.0.1:${service.httpPort}`, mesh.identity.token({ orgId }));
    const made = await api.post('/v1/suppliers', { name: 'Chem', supplier_code: 'C-1' });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    supplierId = made.body.data.id;
  });

  const createItem = async (name: string, body: object = {}): Promise<string> =>
    (await entities.post('/v1/entities', { type: 'component', name, ...body })).body.data.id;

  const suppliesTo = (target_id: string, attributes: object = {}) =>
    entities.post(`/v1/entities/${supplierId}/relationships`, { type: 'supplies', target_id, attributes });

  const path = (rest = '') => `/v1/suppliers/${supplierId}${rest}`;

  it('list components by both relationships, with the values of the relationship and of the component', async () => {
    const attributes = { component_code: 'K-1', status: 'active' };
    const acid = await createItem('Acid', { attributes });
    await suppliesTo(acid, { is_primary_supplier: true, last_delivery: '2026-03-02' });
    const relationships = [{ type: 'supplied_by', target_id: supplierId, attributes: { last_delivery: 'soon' } }];
    const salt = await createItem('Salt', { type: 'product', relationships });
    const answer = await api.get(path('/components'));
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({
      data: [
        {
          id: acid,
          name: 'Acid',
          component_code: 'K-1',
          is_primary_supplier: true,
          status: 'active',
          active_certificates: 0,
          last_delivery: '2026-03-02',
        },
        {
          id: salt,
          name: 'Salt',
          component_code: null,
          is_primary_supplier: false,
          status: null,
          active_certificates: 0,
          last_delivery: null,
        },
      ],
      meta: { total: 2, page: 1, per_page: 25, total_pages: 1 },
    });
  });

  it('treat a delivery on an impossible day as unknown', async () => {
    await suppliesTo(await createItem('Acid'), { last_delivery: '2026-02-30' });
    const answer = await api.get(path('?include=components'));
    expect([answer.status, answer.body.data?.components[0].last_delivery]).to.deep.equal([200, null]);
  });

  it('include metrics and baseline of a supplier that the read model does not have yet', async () => {
    await suppliesTo(await createItem('Acid'), { on_time_delivery_rate: 90 });
    await mesh.settled();
    await mesh.database.collection<{ _id: string }>('supplier').deleteOne({ _id: supplierId });
    const answer = await api.get(path('?include=metrics'));
    expect([answer.status, answer.body.data?.metrics.total_components]).to.deep.equal([200, 1]);
    await mesh.database.collection<{ _id: string }>('supplier').deleteOne({ _id: supplierId });
    expect((await api.get(path('/risk'))).body.data.factors[0].category).to.equal('delivery_performance');
  });

  it('count the certificates of this supplier and this component that are valid today', async () => {
    const acid = await createItem('Acid');
    await suppliesTo(acid);
    const of = (more: object) =>
      mesh.publish(
        'certificate.certificate.validated.v1',
        orgId,
        certificate(supplierId, { component_id: acid, ...more }),
      );
    of({ expiry_date: '2026-11-22' });
    of({ expiry_date: null });
    of({ expiry_date: '2027-01-01', status: 'expiring_soon' });
    of({ expiry_date: '2026-11-21' });
    of({ status: 'rejected' });
    of({ component_id: null });
    of({ component_id: newId('entity') });
    of({ supplier_id: newId('entity') });
    await mesh.settled();
    expect((await api.get(path('/components'))).body.data[0].active_certificates).to.equal(3);
  });

  it('page components in the requested order, those without a value last', async () => {
    for (const [name, status] of [
      ['A', 'x'],
      ['B', undefined],
      ['C', 'y'],
    ] as const) {
      await suppliesTo(await createItem(name, { attributes: status ? { status } : {} }));
    }
    const listNames = async (query: string) =>
      (await api.get(path(`/components?${query}`))).body.data.map(({ name }: { name: string }) => name);
    expect(await listNames('sort=-name')).to.deep.equal(['C', 'B', 'A']);
    expect(await listNames('sort=-status')).to.deep.equal(['C', 'A', 'B']);
    expect(await listNames('page=2&per_page=2')).to.deep.equal(['C']);
    expect((await api.get(path('/components?sort=price'))).status).to.equal(422);
    expect((await api.get(path('/components?colour=red'))).status).to.equal(422);
  });

  it("do not find another organisation's supplier, nor another type of entity", async () => {
    const other = apiClient(
      `http://127.0.0.1:${service.httpPort}`,
      mesh.identity.token({ orgId: newId('organization') }),
    );
    for (const rest of ['/components', '/certificates', '?include=components', '?include=metrics']) {
      expect((await other.get(path(rest))).status, rest).to.equal(404);
    }
    expect((await api.get(`/v1/suppliers/${await createItem('Acid')}/components`)).status).to.equal(404);
    expect((await api.get(`/v1/suppliers/${await createItem('Base')}/certificates`)).status).to.equal(404);
  });

  it('list certificates as the certificate service shows them, and pass filters on', async () => {
    const shown = { ...certificate(supplierId), document: { filename: 'gmp.pdf' } };
    const filters = 'type=gmp,iso&status=valid&component_id=ent_1,ent_2';
    certificates.state.rows = [shown];
    const answer = await api.get(path(`/certificates?${filters}&page=1&per_page=5&sort=expiry_date`));
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({ data: [shown], meta: { total: 1, page: 1, per_page: 5, total_pages: 1 } });
    expect(certificates.state.requests).to.deep.equal([
      {
        org_id: orgId,
        supplier_id: supplierId,
        types: ['gmp', 'iso'],
        statuses: ['valid'],
        component_ids: ['ent_1', 'ent_2'],
        page: 1,
        per_page: 5,
        sort: 'expiry_date',
      },
    ]);
    expect((await api.get(path('/certificates?type=passport'))).status).to.equal(422);
  });

  it('contain what is requested and no more, with one call to each service', async () => {
    await suppliesTo(await createItem('Acid'), { on_time_delivery_rate: 97.5 });
    certificates.state.rows = [certificate(supplierId)];
    await mesh.settled();
    const plain = (await api.get(path())).body.data;
    expect(plain).not.to.have.any.keys('components', 'certificates', 'metrics', 'quality_events');
    const { body } = await api.get(path('?include=components,certificates,metrics'));
    expect(body.data).to.deep.include(plain);
    expect(body.data.components).to.have.length(1);
    expect(body.data.certificates).to.have.length(1);
    expect(body.data.metrics).to.include({ total_components: 1, open_deviations: null, on_time_delivery_rate: 97.5 });
    expect(certificates.state.requests).to.have.length(1);
  });

  it('contain the newest quality events about it, as the quality service shows them', async () => {
    const shown = { ...qualityEvent(supplierId), root_cause: { category: 'Method' } };
    events.state.rows = [shown];
    const answer = await api.get(path('?include=quality_events'));
    expect([answer.status, answer.body.data?.quality_events]).to.deep.equal([200, [shown]]);
    expect(events.state.requests).to.deep.equal([{ org_id: orgId, related_id: supplierId, page: 1, per_page: 100 }]);
  });

  it('contain quality events only for callers who may read them', async () => {
    const scopes = ['suppliers:read'] as const;
    const reader = apiClient(`http://127.0.0.1:${service.httpPort}`, mesh.identity.token({ orgId, scopes }));
    const refused = await reader.get(path('?include=components,quality_events'));
    expect([refused.status, refused.body.error.details.required_scope]).to.deep.equal([403, 'quality-events:read']);
    expect((await reader.get(path('?include=components'))).status).to.equal(200);
    expect(events.state.requests).to.deep.equal([]);
  });

  for (const [inclusion, address] of [
    ['certificates', 'CERTIFICATE_GRPC_URL'],
    ['quality_events', 'QUALITY_GRPC_URL'],
  ] as const)
    it(`answer 503 that names ${inclusion} while its service is not reachable, and can be read without it`, async () => {
      const nowhere = await startSupplierService({ ...mesh.config, [address]: '127.0.0.1:1' }, { queue: mesh.queue });
      const lonely = apiClient(`http://127.0.0.1:${nowhere.httpPort}`, mesh.identity.token({ orgId }));
      const answer = await lonely.get(path(`?include=${inclusion},components`));
      expect([answer.status, answer.body.error?.code]).to.deep.equal([503, 'service_unavailable']);
      expect(answer.body.error.details).to.deep.equal({ include: inclusion });
      expect(answer.headers.get('retry-after')).to.equal('1');
      expect((await lonely.get(path('?include=components'))).status).to.equal(200);
      if (inclusion === 'certificates') expect((await lonely.get(path('/certificates'))).status).to.equal(503);
      await nowhere.stop();
    });

  it('refuse an unknown inclusion and name the parameter', async () => {
    const answer = await api.get(path('?include=components,prices'));
    expect(answer.status).to.equal(422);
    expect(answer.body.error.details.fields[0].field).to.match(/^include/);
  });
});
