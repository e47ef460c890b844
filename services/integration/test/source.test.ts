import { expect } from 'chai';
import { type Cap, SUPPLIERS, startCap } from './cap/cap.ts';
import { type Connected, type ConnectorMesh, connect, field, startConnectorMesh } from './connector-mesh.ts';

const guid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const row = (index: number, country: string) => ({
  ID: guid(index),
  code: `S-${index}`,
  name: `Supplier ${index}`,
  country,
  modifiedAt: `2026-01-0${index}T00:00:00.000Z`,
});

const mapping = {
  entity_type: 'supplier',
  source_object: 'Suppliers',
  field_mappings: [
    field('name', 'name'),
    field('code', 'attributes.supplier_code'),
    { ...field('country', 'attributes.country'), transformation: 'country_code' },
  ],
};

describe('what helps to write mappings', () => {
  let mesh: ConnectorMesh;
  let cap: Cap;
  let connected: Connected;

  before(async () => {
    [mesh, cap] = await Promise.all([startConnectorMesh(), startCap()]);
    await cap.put(SUPPLIERS, [row(1, 'Schweiz'), row(2, '??')]);
    const given = { type: 'odata_v4', api_base: cap.base('v4/quality'), changeField: 'modifiedAt' };
    connected = await connect(mesh, { ...given, mapping });
  });
  after(async () => void (await Promise.all([mesh?.stop(), cap?.stop()])));

  const describeSource = async (query: string) => (await connected.api.get(`${connected.path}/source${query}`)).body;
  const preview = (body: object) => connected.api.post(`${connected.path}/mappings/preview`, body);

  it('lists the objects of the partner, and the fields of one with those of its structured values', async () => {
    const { data } = await describeSource('?object=Suppliers');
    expect(data.objects).to.include.members(['Suppliers', 'Deviations']);
    expect(data.fields).to.deep.include.members([
      { path: 'code', label: null, type: 'String', required: false, max_length: 40 },
      { path: 'ID', label: null, type: 'Guid', required: true, max_length: null },
    ]);
    expect(data.fields.map(({ path }: { path: string }) => path)).to.include('contact_email');
    expect((await describeSource('')).data.fields).to.deep.equal([]);
  });

  it('refuses an object that the partner does not have', async () => {
    const { error } = await describeSource('?object=Nothing');
    expect([error.code, error.details.fields?.[0]?.field ?? error.details[0]?.field]).to.deep.equal([
      'validation_failed',
      'object',
    ]);
  });

  it('shows what a mapping makes of a record, a value that cannot be taken included, and writes nothing', async () => {
    const before = await connected.suppliers();
    const { data } = (await preview({ mapping })).body;
    expect(data).to.deep.equal({
      record_id: guid(1),
      fields: [
        { source: 'name', target: 'name', from: 'Supplier 1', to: 'Supplier 1', problem: null },
        { source: 'code', target: 'attributes.supplier_code', from: 'S-1', to: 'S-1', problem: null },
        { source: 'country', target: 'attributes.country', from: 'Schweiz', to: 'CH', problem: null },
      ],
    });
    const other = (await preview({ mapping, record_id: guid(2) })).body.data;
    expect(other.fields[2]).to.deep.include({ from: '??', to: null });
    expect(other.fields[2].problem).to.match(/country/);
    expect((await preview({ mapping, record_id: guid(9) })).body.data).to.deep.equal({ record_id: null, fields: [] });
    expect(await connected.suppliers()).to.deep.equal(before);
  });

  it('names the field of the body that the partner does not have', async () => {
    const { status, body } = await preview({ mapping: { ...mapping, field_mappings: [field('nothing', 'name')] } });
    expect(status).to.equal(422);
    expect(JSON.stringify(body.error.details)).to.contain('mapping.field_mappings.0.source');
  });

  it('is refused before the connection is authorized', async () => {
    const created = await connected.api.post('/integrations/connections', {
      name: 'New',
      type: 'odata_v4',
      authentication: { type: 'basic', username: 'ann', password: 'pass' },
      endpoints: { api_base: 'http://127.0.0.1:9/odata' },
    });
    const { status } = await connected.api.get(`/integrations/connections/${created.body.data.id}/source`);
    expect(status).to.be.oneOf([409, 503]);
  });
});
