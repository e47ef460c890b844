import { newId } from '@qsc/contracts';
import { type EventTap, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type SupplierMesh, startSupplierMesh } from './mesh.ts';

const NOW = new Date('2026-11-22T09:00:00.000Z');
const PATH = '/v1/suppliers/avl/export';

/** How a supplier gets to a state. */
const WAYS: Record<string, string[]> = {
  new: [],
  qualified: ['evaluation', 'qualified'],
  conditional: ['evaluation', 'conditional'],
};

type Line = Record<string, string>;

describe('The approved vendor list', () => {
  let mesh: SupplierMesh;
  let tap: EventTap;
  let orgId: string;

  before(async () => {
    mesh = await startSupplierMesh(() => NOW);
    tap = await tapEvents(testEnvironment().amqpUrl);
  });

  after(async () => {
    await tap.close();
    await mesh.stop();
  });

  beforeEach(() => {
    orgId = newId('organization');
  });

  const supplierIn = async (status: string, name: string, attributes: object = {}): Promise<string> => {
    const api = mesh.entityApi(orgId);
    const body = { type: 'supplier', name, attributes: { supplier_code: `C-${name}`, ...attributes } };
    const { id } = (await api.post('/v1/entities', body)).body.data;
    for (const qualification_status of WAYS[status] ?? []) {
      const moved = await api.patch(`/v1/entities/${id}`, {
        attributes: { qualification_status, conditions: ['Only, for tablets', 'Yearly audit'] },
      });
      expect(moved.status, JSON.stringify(moved.body)).to.equal(200);
    }
    return id;
  };

  const fetchList = (query = '', options: { method?: string; scopes?: ['entities:read'] } = {}): Promise<Response> => {
    const { method = 'GET', ...claims } = options;
    const authorization = `Bearer ${mesh.identity.token({ orgId, ...claims })}`;
    return fetch(`http://127.0.0.1:${mesh.supplier.httpPort}${PATH}${query}`, { method, headers: { authorization } });
  };

  const readLines = async (query = ''): Promise<Line[]> => {
    await mesh.settled();
    const answer = await fetchList(query);
    expect(answer.status).to.equal(200);
    return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, columns: true });
  };

  const exportEntries = (id: string) =>
    tap.events.filter(({ type, orgid }) => type === 'supplier.vendor-list.exported.v1' && orgid === id);

  it('has qualified and conditional suppliers by name, with the conditions of the latter, and no others', async () => {
    await supplierIn('new', 'Newcomer');
    await supplierIn('conditional', 'beta');
    await supplierIn('qualified', 'Alpha', { country: 'DE', region: 'EMEA', categories: ['api', 'solvent'] });
    const lines = await readLines();
    expect(lines.map((line) => [line.Supplier, line['Qualification status']])).to.deep.equal([
      ['Alpha', 'qualified'],
      ['beta', 'conditional'],
    ]);
    expect(lines[0]).to.include({
      'Supplier code': 'C-Alpha',
      Country: 'DE',
      Region: 'EMEA',
      Categories: 'api, solvent',
      Conditions: '',
    });
    expect(lines[1]?.Conditions).to.equal('Only, for tablets; Yearly audit');
  });

  it('has the requested states; pending counts as new', async () => {
    await supplierIn('new', 'Newcomer');
    await supplierIn('qualified', 'Alpha');
    expect((await readLines('?status=pending,qualified')).map(({ Supplier }) => Supplier)).to.deep.equal([
      'Alpha',
      'Newcomer',
    ]);
    expect((await readLines('?status=new')).map(({ Supplier }) => Supplier)).to.deep.equal(['Newcomer']);
  });

  it('has a line for each component where components are requested, and one for a supplier without', async () => {
    const alpha = await supplierIn('qualified', 'Alpha');
    await supplierIn('qualified', 'Beta');
    const api = mesh.entityApi(orgId);
    for (const [name, is_primary_supplier] of [
      ['Acid', true],
      ['Base', false],
    ] as const) {
      const component = { type: 'component', name, attributes: { component_code: `K-${name}`, status: 'active' } };
      const { id } = (await api.post('/v1/entities', component)).body.data;
      const relationship = {
        type: 'supplies',
        target_id: id,
        attributes: { is_primary_supplier, last_delivery: '2026-03-02' },
      };
      await api.post(`/v1/entities/${alpha}/relationships`, relationship);
    }
    const lines = await readLines('?include_components=true');
    expect(lines.map((line) => [line.Supplier, line['Component code'], line['Primary supplier']])).to.deep.equal([
      ['Alpha', 'K-Acid', 'true'],
      ['Alpha', 'K-Base', 'false'],
      ['Beta', '', ''],
    ]);
    expect(lines[0]).to.include({ Component: 'Acid', 'Component status': 'active', 'Last delivery': '2026-03-02' });
    expect((await readLines('?include_components=false')).map(({ Supplier }) => Supplier)).to.deep.equal([
      'Alpha',
      'Beta',
    ]);
  });

  for (const [format, mediaType, magic] of [
    ['csv', 'text/csv; charset=utf-8; header=present', '\ufeffSupplier,'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
    ['pdf', 'application/pdf', '%PDF-'],
  ] as const) {
    it(`is a ${format} file named by its day`, async () => {
      const answer = await fetchList(`?format=${format}`);
      expect(answer.headers.get('content-type')).to.equal(mediaType);
      expect(answer.headers.get('content-disposition')).to.equal(
        `attachment; filename=approved-vendor-list-2026-11-22.${format}`,
      );
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
      const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
      expect(text.startsWith(magic)).to.equal(true);
    });
  }

  it('writes one audit entry for an export, with its content', async () => {
    await supplierIn('qualified', 'Alpha');
    await readLines('?status=qualified&include_components=true');
    const event = await tap.next('the export', ({ type, orgid }) => type.includes('exported') && orgid === orgId);
    const record = { format: 'csv', statuses: ['qualified'], include_components: true, suppliers: 1 };
    expect(event.data.record).to.deep.equal(record);
    expect(event.data.audit).to.include({ action: 'export', entity_type: 'vendor_list' });
    expect(event.data.audit.metadata.details).to.deep.equal(record);
    await mesh.settled();
    expect(exportEntries(orgId)).to.have.length(1);
  });

  it('writes none for a HEAD or a refused request', async () => {
    expect((await fetchList('', { method: 'HEAD' })).status).to.equal(200);
    expect((await fetchList('?format=docx')).status).to.equal(422);
    await readLines();
    await tap.next('the export', ({ type, orgid }) => type.includes('exported') && orgid === orgId);
    expect(exportEntries(orgId)).to.have.length(1);
  });

  for (const [query, field] of [
    ['?format=docx', 'format'],
    ['?status=approved', 'status'],
    ['?include_components=yes', 'include_components'],
    ['?states=new', 'states'],
  ] as const) {
    it(`refuses ${query} and names the parameter`, async () => {
      const answer = await fetchList(query);
      expect(answer.status).to.equal(422);
      const { error } = (await answer.json()) as { error: { details: { fields: { field: string }[] } } };
      expect(error.details.fields[0]?.field).to.match(new RegExp(`^${field}`));
    });
  }

  it('needs the scope suppliers:read', async () => {
    expect((await fetchList('', { scopes: ['entities:read'] })).status).to.equal(403);
  });

  it("contains no other organisation's suppliers, nor deleted ones", async () => {
    await supplierIn('qualified', 'Theirs');
    orgId = newId('organization');
    const gone = await supplierIn('qualified', 'Gone');
    await mesh.entityApi(orgId).delete(`/v1/entities/${gone}`);
    await supplierIn('qualified', 'Ours');
    expect((await readLines()).map(({ Supplier }) => Supplier)).to.deep.equal(['Ours']);
  });

  it('is read in the order of an index, and reads its own suppliers alone', async () => {
    await supplierIn('new', 'Newcomer');
    await supplierIn('qualified', 'Alpha');
    await mesh.settled();
    await mesh.database.db!.command({ profile: 2 });
    await readLines();
    await mesh.database.db!.command({ profile: 0 });
    const seen = { ns: `${mesh.database.name}.supplier`, op: 'query', 'command.filter.org_id': orgId };
    const profile = await mesh.database.collection('system.profile').findOne(seen);
    expect(profile).to.include({ nreturned: 1, docsExamined: 1 });
    expect(profile?.planSummary).to.contain('name_key');
    expect(profile).not.to.have.property('hasSortStage');
  });
});
