import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ImportMesh, listCounts, type Organization, readReport, SAMPLE, startImportMesh } from './import-mesh.ts';

const MATERIALS = SAMPLE.replace('recalls-sample.csv', 'material-sources.csv');
const MATERIAL_MAPPING = SAMPLE.replace('recalls-sample.csv', 'material-sources.mapping.json');

const listVersions = async (organization: Organization) =>
  [...(await organization.entities()).values()].map(({ id, version }) => `${id} ${version}`);

describe('importing a file', () => {
  let mesh: ImportMesh;
  before(async () => {
    mesh = await startImportMesh();
  });
  after(() => mesh.stop());

  /** The sample with some of its text exchanged, byte for byte. */
  const changedSample = (from: string, to: string): string => {
    const text = readFileSync(SAMPLE, 'latin1');
    expect(text).to.include(from);
    return mesh.file('recalls-changed.csv', Buffer.from(text.replace(from, to), 'latin1'));
  };

  it('makes suppliers, products, their relationships and complaints, with typed attributes', async () => {
    const organization = await mesh.organization();
    const outcome = await organization.run(SAMPLE);
    expect(outcome.rows).to.equal(30);
    expect(listCounts(outcome)).to.deep.equal({
      suppliers: { created: 16, updated: 0, unchanged: 0 },
      products: { created: 27, updated: 0, unchanged: 0 },
      complaints: { created: 17, updated: 0, unchanged: 0 },
      relationships: { created: 27, removed: 0, unchanged: 0 },
    });
    const entities = await organization.entities();
    expect(entities.size).to.equal(43);
    const supplier = entities.get('Brindle Creek Dairy Inc.');
    expect(supplier).to.deep.include({ type: 'supplier', version: 1 });
    expect(supplier?.attributes).to.include({ source: 'fda-recalls', country: 'US', region: 'Americas' });
    expect(supplier?.attributes).to.include({ qualification_status: 'new' });
    expect(supplier?.attributes.supplier_code).to.equal(`fda-recalls-${supplier?.attributes.source_key}`);
    const milk = entities.get('Brindle Creek Whole Milk: 1. half gallon, plastic jug 2. one gallon, plastic jug');
    expect(milk?.attributes).to.deep.include({
      description: 'Brindle Creek Whole Milk:\n1. half gallon, plastic jug\n2. one gallon, plastic jug',
      recall: {
        product_id: 900004,
        event_id: 1003,
        classification: 'Class II',
        status: 'Completed',
        date: '2024-12-09',
        reason: 'Inadequate pasteurization',
      },
    });
    expect(milk?.relationships.map(({ type, target_id }) => [type, target_id])).to.deep.equal([
      ['supplied_by', supplier?.id],
    ]);
  });

  it('reads UTF-8 and Windows-1252 in one file, and takes spellings of a name for one supplier', async () => {
    const organization = await mesh.organization();
    await organization.run(SAMPLE);
    const entities = await organization.entities();
    expect([...entities.keys()]).to.include.members(['Grünau Milchwerke GmbH', 'Jalapeño Queso Dip, 12 oz tub']);
    expect(entities.get('Aldermoor Foods, LLC')?.attributes).to.deep.include({
      states: ['Indiana', 'Ohio'],
      names_in_source: ['ALDERMOOR FOODS LLC', 'Aldermoor Foods, LLC'],
    });
    expect(entities.get('Grünau Milchwerke GmbH')?.attributes).not.to.have.any.keys('country', 'states');
  });

  it('reports rejected rows and duplicates with their lines in the file', async () => {
    const organization = await mesh.organization();
    await organization.run(SAMPLE);
    const lines = readFileSync(SAMPLE, 'latin1').split('\n');
    const report = readReport(mesh.folder);
    expect(report.map(({ line, outcome, field }) => [line, outcome, field])).to.deep.equal([
      [13, 'rejected', 'recall_date'],
      [21, 'rejected', ''],
      [23, 'duplicate', ''],
    ]);
    expect(report[0]?.message).to.include('2/30/2025').and.match(/\.$/);
    expect([lines[12], lines[20], lines[22]].map((line) => line?.slice(0, 10))).to.deep.equal([
      'Ebbwater N',
      'Ibex Mount',
      '"Aldermoor',
    ]);
  });

  it('changes nothing when the same file comes again', async () => {
    const organization = await mesh.organization();
    await organization.run(SAMPLE);
    const before = await listVersions(organization);
    const writes = () => organization.proxy.seen.filter(({ method }) => method !== 'GET').length;
    const written = writes();
    const outcome = await organization.run(SAMPLE);
    expect(listCounts(outcome)).to.deep.equal({
      suppliers: { created: 0, updated: 0, unchanged: 16 },
      products: { created: 0, updated: 0, unchanged: 27 },
      complaints: { created: 0, updated: 0, unchanged: 17 },
      relationships: { created: 0, removed: 0, unchanged: 27 },
    });
    expect(await listVersions(organization)).to.deep.equal(before);
    expect(writes()).to.equal(written);
  });

  it('updates only the entity whose row changed, and leaves what others added to it', async () => {
    const organization = await mesh.organization();
    await organization.run(SAMPLE);
    const before = await organization.entities();
    const tablets = before.get('Doverly Zinc Tablets 50 mg, bottle of 100');
    await organization.api.patch(`/v1/entities/${tablets?.id}`, { attributes: { recall: { note: 'seen' }, shelf: 4 } });
    const row = 'Doverly Pharma Supply Co.,Terminated,New Jersey,1/30/2024,';
    const outcome = await organization.run(changedSample(row, row.replace('Terminated', 'Completed')));
    expect(listCounts(outcome)).to.deep.include({ products: { created: 0, updated: 1, unchanged: 26 } });
    const after = await organization.entities();
    const changed = after.get('Doverly Zinc Tablets 50 mg, bottle of 100');
    expect(changed?.version).to.equal(3);
    expect(changed?.attributes).to.include({ shelf: 4 });
    expect(changed?.attributes.recall).to.include({ status: 'Completed', note: 'seen', date: '2024-01-30' });
    const others = [...after.values()].filter(({ id }) => id !== changed?.id);
    expect(others.every(({ version }) => version === 1)).to.equal(true);
  });

  it('moves a product to another supplier when its row names another firm', async () => {
    const organization = await mesh.organization();
    await organization.run(SAMPLE);
    const outcome = await organization.run(
      changedSample('Kestrel Hydration Corp,Completed', 'Kestrel Springs Corp,Completed'),
    );
    expect(listCounts(outcome)).to.deep.equal({
      suppliers: { created: 1, updated: 0, unchanged: 15 },
      products: { created: 0, updated: 1, unchanged: 26 },
      complaints: { created: 0, updated: 0, unchanged: 17 },
      relationships: { created: 1, removed: 1, unchanged: 26 },
    });
    const entities = await organization.entities();
    const water = entities.get('Kestrel Nursery Water, 1 gallon');
    expect(water?.relationships.map(({ target_id }) => target_id)).to.deep.equal([
      entities.get('Kestrel Springs Corp')?.id,
    ]);
  });

  it('reads another file by a mapping of its own', async () => {
    const organization = await mesh.organization();
    const outcome = await organization.run(MATERIALS, { mapping: MATERIAL_MAPPING });
    expect(listCounts(outcome)).to.deep.equal({
      suppliers: { created: 3, updated: 0, unchanged: 0 },
      components: { created: 4, updated: 0, unchanged: 0 },
      relationships: { created: 4, removed: 0, unchanged: 0 },
    });
    expect(readReport(mesh.folder).map(({ line, outcome: what, field }) => [line, what, field])).to.deep.equal([
      [3, 'note', 'last_price'],
      [7, 'rejected', 'approved_since'],
    ]);
    const entities = await organization.entities();
    expect(entities.get('Lactose monohydrate')?.attributes).to.deep.include({
      is_active_ingredient: false,
      price: { amount: 4.85, currency: 'EUR' },
    });
    expect(entities.get('Lactose monohydrate')?.relationships).to.have.length(2);
    expect(entities.get('Nordmelk Excipients B.V.')?.attributes).to.deep.include({
      approved_since: '2021-03-14',
      lead_time_days: 21,
      sites: ['Groningen', 'Assen'],
    });
    expect(entities.get('Povidone K30')?.relationships).to.deep.equal([]);
  });

  it('leaves a status alone that went on since it was set at creation', async () => {
    const organization = await mesh.organization();
    await organization.run(MATERIALS, { mapping: MATERIAL_MAPPING });
    const supplier = (await organization.entities()).get('Nordmelk Excipients B.V.');
    const moved = { attributes: { qualification_status: 'evaluation' } };
    expect((await organization.api.patch(`/v1/entities/${supplier?.id}`, moved)).status).to.equal(200);
    const outcome = await organization.run(MATERIALS, { mapping: MATERIAL_MAPPING });
    expect(listCounts(outcome)).to.deep.include({ suppliers: { created: 0, updated: 0, unchanged: 3 } });
  });

  it('rejects rows that the API refuses, with their lines, and those that relate to them', async () => {
    const organization = await mesh.organization();
    const mapping = mesh.file(
      'status.json',
      JSON.stringify({
        name: 'status',
        entities: [
          {
            id: 'suppliers',
            type: 'supplier',
            key: { columns: ['firm'] },
            name: 'firm',
            attributes: { qualification_status: 'status' },
          },
          {
            id: 'products',
            type: 'product',
            key: { columns: ['product'] },
            name: 'product',
            relationships: [{ type: 'supplied_by', to: 'suppliers' }],
          },
        ],
      }),
    );
    const file = mesh.file('status.csv', 'firm,status,product\nA,new,P1\nB,qualified,P2\nC,,P3\n');
    const outcome = await organization.run(file, { mapping });
    expect(listCounts(outcome)).to.deep.include({
      suppliers: { created: 2, updated: 0, unchanged: 0 },
      products: { created: 2, updated: 0, unchanged: 0 },
    });
    const report = readReport(mesh.folder);
    expect(report.map(({ line, outcome: what }) => [line, what])).to.deep.equal([
      [3, 'rejected'],
      [3, 'rejected'],
    ]);
    expect(report[0]).to.include({ field: 'attributes.qualification_status' });
    expect(report[0]?.message).to.match(/refuses the record.*qualify it afterwards/);
  });

  it('makes a product again that was deleted since, although the API remembers the answer of the first time', async () => {
    const organization = await mesh.organization();
    await organization.run(SAMPLE);
    const products = [...(await organization.entities()).values()].filter(({ type }) => type === 'product');
    for (const { id } of products) expect((await organization.api.delete(`/v1/entities/${id}`)).status).to.equal(204);
    const outcome = await organization.run(SAMPLE);
    expect(listCounts(outcome)).to.deep.include({
      suppliers: { created: 0, updated: 0, unchanged: 16 },
      products: { created: products.length, updated: 0, unchanged: 0 },
    });
  });

  it('rejects a supplier that was deleted since, whose code it keeps, and says that it can be restored', async () => {
    const organization = await mesh.organization();
    await organization.run(MATERIALS, { mapping: MATERIAL_MAPPING });
    const supplier = (await organization.entities()).get('Nordmelk Excipients B.V.');
    expect((await organization.api.delete(`/v1/entities/${supplier?.id}`)).status).to.equal(204);
    const outcome = await organization.run(MATERIALS, { mapping: MATERIAL_MAPPING });
    expect(listCounts(outcome)).to.deep.include({ suppliers: { created: 0, updated: 0, unchanged: 2 } });
    expect(readReport(mesh.folder).find(({ outcome: what }) => what === 'rejected')?.message).to.match(
      new RegExp(`${supplier?.id}.*can be restored`),
    );
  });

  it('gives a reason with every write', async () => {
    const organization = await mesh.organization();
    await organization.run(SAMPLE);
    const writes = organization.proxy.seen.filter(({ method }) => method !== 'GET');
    expect(writes).not.to.have.length(0);
    for (const { headers } of writes) expect(headers['x-change-reason']).to.equal('Import of recalls-sample.csv');
  });

  it('tells the counts and where the report is, with exit code 0', async () => {
    const organization = await mesh.organization();
    const { code, out } = await organization.command(SAMPLE).ended;
    expect(code).to.equal(0);
    expect(out).to.match(/rows +30 read, 1 duplicate/);
    expect(out).to.match(/suppliers +16 created, 0 updated, 0 unchanged/);
    expect(out).to.match(/rejected +2 rows/);
    const report = join(mesh.folder, 'import/recalls-sample.csv.report.csv');
    expect(out).to.include(report);
    expect(readFileSync(report, 'utf8').split('\n')[0]).to.equal('line,outcome,field,message');
  });

  it('ends with exit code 2 for a file that no mapping fits, and for a refused credential', async () => {
    const organization = await mesh.organization();
    const other = mesh.file('other.csv', 'a,b\n1,2\n');
    const unfit = await organization.command(other).ended;
    expect([unfit.code, unfit.error]).to.satisfy(
      ([code, error]: [number, string]) => code === 2 && /--mapping/.test(error),
    );
    const refused = await organization.command(SAMPLE, '--api-key', 'wrong').ended;
    expect(refused.code).to.equal(2);
    expect(refused.error).to.include('credential').and.not.include('wrong');
  });
});
