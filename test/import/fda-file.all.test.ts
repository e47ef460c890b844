import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { type ImportMesh, listCounts, type Organization, startImportMesh } from './import-mesh.ts';

const FILE =
  process.env.QSC_FDA_CSV || resolve(import.meta.dirname, '../../..', 'shared/data/fda-recalls-2024-2025.csv');

describe('the recalls of the US Food and Drug Administration', () => {
  let mesh: ImportMesh;
  let organization: Organization;

  before(async function () {
    if (!existsSync(FILE)) {
      console.log(`    There is no ${FILE}. Set QSC_FDA_CSV to the file to run these tests.`);
      this.skip();
    }
    mesh = await startImportMesh();
    organization = await mesh.organization();
  });
  after(() => mesh?.stop());

  it('are imported as a whole, and a second import changes nothing', async () => {
    const began = Date.now();
    const outcome = await organization.run(FILE);
    const tookMs = Date.now() - began;
    expect([outcome.rows, outcome.recoded, outcome.report.length]).to.deep.equal([3_115, 16, 0]);
    expect(listCounts(outcome)).to.deep.equal({
      suppliers: { created: 902, updated: 0, unchanged: 0 },
      products: { created: 3_115, updated: 0, unchanged: 0 },
      complaints: { created: 1_054, updated: 0, unchanged: 0 },
      relationships: { created: 3_115, removed: 0, unchanged: 0 },
    });
    const again = await organization.run(FILE);
    console.log(`      ${tookMs} ms, then ${Date.now() - began - tookMs} ms`);
    expect(listCounts(again)).to.deep.equal({
      suppliers: { created: 0, updated: 0, unchanged: 902 },
      products: { created: 0, updated: 0, unchanged: 3_115 },
      complaints: { created: 0, updated: 0, unchanged: 1_054 },
      relationships: { created: 0, removed: 0, unchanged: 3_115 },
    });
  });

  it('can be asked for by classification and by firm', async () => {
    const worst = await organization.api.get('/v1/entities?type=product&attributes.recall.classification=Class%20I');
    expect(worst.body.meta.total).to.equal(1_437);
    const critical = await organization.quality.get('/v1/quality-events?type=complaint&classification=critical');
    expect(critical.body.meta.total).to.equal(404);
    const firm = await organization.api.get('/v1/entities?type=supplier&name=Coca-Cola%20Company');
    expect(firm.body.data).to.have.length(1);
    const products = await organization.api.get(
      `/v1/entities/${firm.body.data[0].id}/relationships?direction=inbound&type=supplied_by`,
    );
    expect(products.body.meta.total).to.be.greaterThan(1);
  });
});
