import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type ImportMesh, listCounts, readReport, SAMPLE, startImportMesh } from './import-mesh.ts';

/** Recalls as the US Food and Drug Administration published them. */
const EXCERPT = SAMPLE.replace('recalls-sample.csv', 'fda-recalls-excerpt.csv');

const CREATED = {
  suppliers: { created: 21, updated: 0, unchanged: 0 },
  products: { created: 31, updated: 0, unchanged: 0 },
  complaints: { created: 22, updated: 0, unchanged: 0 },
  relationships: { created: 31, removed: 0, unchanged: 0 },
};
const UNCHANGED = {
  suppliers: { created: 0, updated: 0, unchanged: 21 },
  products: { created: 0, updated: 0, unchanged: 31 },
  complaints: { created: 0, updated: 0, unchanged: 22 },
  relationships: { created: 0, removed: 0, unchanged: 31 },
};

describe('importing recalls as complaints', () => {
  let mesh: ImportMesh;
  before(async () => {
    mesh = await startImportMesh();
  });
  after(() => mesh.stop());

  /** The excerpt with some of its text exchanged, byte for byte. */
  const changedExcerpt = (from: string, to: string): string => {
    const text = readFileSync(EXCERPT, 'latin1');
    expect(text).to.include(from);
    return mesh.file('excerpt-changed.csv', Buffer.from(text.replaceAll(from, to), 'latin1'));
  };

  it('makes one of each recall, about its firm and its products, classified by its class', async () => {
    const organization = await mesh.organization();
    const outcome = await organization.run(EXCERPT);
    expect([outcome.rows, outcome.recoded, outcome.report]).to.deep.equal([31, 5, []]);
    expect(listCounts(outcome)).to.deep.equal(CREATED);
    const events = await organization.events();
    expect(new Set(events.map(({ number }) => number)).size).to.equal(22);
    expect(events.every(({ type, category }) => type === 'complaint' && category === 'fda-recall')).to.equal(true);
    const counted = Object.groupBy(events, ({ classification }) => classification);
    expect(Object.keys(counted).toSorted()).to.deep.equal(['critical', 'major', 'minor']);
    const lexunder = events.find(({ title }) => title.startsWith('Recall 97966:'));
    const entities = await organization.entities();
    const firm = entities.get('Lexunder Inc');
    expect(lexunder?.title).to.equal('Recall 97966: Contaminated with Salmonella');
    expect(lexunder?.description).to.equal(
      'Contaminated with Salmonella\n\nRecall 97966 by Lexunder Inc, Class I, of 12/16/2025 (US FDA).',
    );
    expect(lexunder).to.include({ classification: 'critical', version: 1 });
    expect(lexunder?.related_entities[0]).to.deep.equal({ type: 'supplier', id: firm?.id, name: 'Lexunder Inc' });
    const products = [...entities.values()].filter(({ relationships }) => relationships[0]?.target_id === firm?.id);
    expect(lexunder?.related_entities.slice(1).map(({ id }) => id)).to.have.members(products.map(({ id }) => id));
    const { body } = await organization.quality.get(`/v1/quality-events?related_entity_id=${firm?.id}`);
    expect(body.meta.total).to.equal(1);
  });

  it('creates nothing again, also where people have worked on a complaint since', async () => {
    const organization = await mesh.organization();
    await organization.run(EXCERPT);
    const [first] = await organization.events();
    await organization.quality.patch(`/v1/quality-events/${first?.id}`, {
      title: 'Lead in kadai',
      classification: 'minor',
    });
    const written = organization.proxy.seen.filter(({ method }) => method !== 'GET').length;
    expect(listCounts(await organization.run(EXCERPT))).to.deep.equal(UNCHANGED);
    expect(organization.proxy.seen.filter(({ method }) => method !== 'GET')).to.have.length(written);
    const again = await organization.events();
    expect(again).to.have.length(22);
    expect(again[0]).to.deep.include({ id: first?.id, title: 'Lead in kadai', classification: 'minor', version: 2 });
  });

  it('finishes what an import was killed in, and doubles nothing', async () => {
    const organization = await mesh.organization();
    const killed = organization.command(EXCERPT);
    await new Promise<void>((resolve) => {
      organization.proxy.disturb(({ method, path }) => {
        if (method === 'POST' && path === '/v1/quality-events') resolve();
        return 'pass';
      });
    });
    killed.kill('SIGKILL');
    await killed.ended;
    await organization.run(EXCERPT);
    expect(await organization.events()).to.have.length(22);
    expect(listCounts(await organization.run(EXCERPT))).to.deep.equal(UNCHANGED);
  });

  it('makes a complaint for each class where one recall has several, and refuses a class that there is not', async () => {
    const organization = await mesh.organization();
    const classes = ',97966,Class I,217342';
    const outcome = await organization.run(changedExcerpt(classes, classes.replace('Class I', 'Class III')));
    expect(outcome.counts?.kinds.get('complaints')).to.deep.equal({ created: 23, updated: 0, unchanged: 0 });
    const both = (await organization.events()).filter(({ title }) => title.startsWith('Recall 97966'));
    expect(both.map(({ classification }) => classification)).to.have.members(['critical', 'minor']);
    expect(both.map(({ related_entities }) => related_entities.length)).to.deep.equal([2, 2]);
    const other = await mesh.organization();
    await other.run(changedExcerpt(classes, classes.replace('Class I', 'Class IX')));
    expect(readReport(mesh.folder).map(({ outcome: of, field }) => [of, field])).to.deep.equal([
      ['rejected', 'recall_class'],
    ]);
    expect(
      (await other.events()).find(({ title }) => title.startsWith('Recall 97966'))?.related_entities,
    ).to.have.length(2);
  });

  it('says which right is missing where a credential may not write quality events', async () => {
    const organization = await mesh.organization();
    organization.proxy.disturb(({ path }) => (path.startsWith('/v1/quality-events') ? { status: 403 } : 'pass'));
    const message = await organization.run(EXCERPT).catch((error: Error) => error.message);
    expect(message).to.match(/refuses the credential \(403\)/);
  });
});
