import { expect } from 'chai';
import { type Level, type Link, type LinkedEntity, walk } from '../src/impact/graph.ts';

const entity = (id: string, type = 'component'): LinkedEntity => ({ id, type, name: id, attributes: {} });

/** Stands in for the entity service, and records the size of each requested level. */
const world = (links: readonly Link[], typeOf: (id: string) => string = () => 'component') => {
  const levelSizes: number[] = [];
  const of = Map.groupBy(
    links.flatMap((link) => [link.source_id, link.target_id].map((id) => ({ id, link }))),
    ({ id }) => id,
  );
  const readLevel = async (ids: readonly string[]): Promise<Level> => {
    levelSizes.push(ids.length);
    const found = ids.flatMap((id) => of.get(id) ?? []).map(({ link }) => link);
    const met = new Set([...ids, ...found.flatMap(({ source_id, target_id }) => [source_id, target_id])]);
    return { links: [...new Set(found)], entities: [...met].map((id) => entity(id, typeOf(id))) };
  };
  return { levelSizes, readLevel, limit: 100_000, tooMany: () => new Error('too many') };
};

describe('the walk over linked entities', () => {
  it('makes one call for each level, reads each entity once, and ends', async () => {
    const ring = Array.from({ length: 100 }, (_, index) => ({
      ...{ source_id: `c${index}`, target_id: `c${(index + 1) % 100}`, type: 'part_of' },
    }));
    const parts = world(ring);
    const walked = await walk([entity('c0')], parts);
    expect(walked.size).to.equal(100);
    expect(Math.max(...[...walked.values()].map(({ distance }) => distance))).to.equal(50);
    expect(parts.levelSizes).to.have.length(51);
    expect(parts.levelSizes.reduce((sum, one) => sum + one, 0)).to.equal(100);
  });

  it('makes three calls for a star of 1,000: its centre, its points and the entities behind them', async () => {
    const star = Array.from({ length: 1_000 }, (_, index) => [
      { source_id: `c${index}`, target_id: 's', type: 'supplied_by' },
      { source_id: `p${index % 10}`, target_id: `c${index}`, type: 'contains' },
    ]).flat();
    const parts = world(star, (id) => (id === 's' ? 'supplier' : id.startsWith('p') ? 'product' : 'component'));
    const walked = await walk([entity('s', 'supplier')], parts);
    expect(walked.size).to.equal(1_011);
    expect(parts.levelSizes).to.deep.equal([1, 1_000, 10]);
  });

  it('continues from a supplier that was reached upwards first and then by being supplied', async () => {
    const links = [
      { source_id: 'c', target_id: 'upper', type: 'supplied_by' },
      { source_id: 'first', target_id: 'upper', type: 'supplies' },
      { source_id: 'far', target_id: 'upper', type: 'supplied_by' },
    ];
    const suppliers = new Set(['upper', 'first']);
    const parts = world(links, (id) => (suppliers.has(id) ? 'supplier' : 'component'));
    expect([...(await walk([entity('c')], parts)).keys()]).to.deep.equal(['c', 'upper']);
    expect([...(await walk([entity('c'), entity('first', 'supplier')], parts)).keys()]).to.include('far');
  });

  it('goes down from a supplier to one that it supplies, and to none that is linked otherwise', async () => {
    const links = [
      { source_id: 'first', target_id: 'second', type: 'supplies' },
      { source_id: 'first', target_id: 'sister', type: 'belongs_with' },
      { source_id: 'of second', target_id: 'second', type: 'supplied_by' },
      { source_id: 'of sister', target_id: 'sister', type: 'supplied_by' },
    ];
    const parts = world(links, (id) => (id.startsWith('of ') ? 'product' : 'supplier'));
    const walked = [...(await walk([entity('first', 'supplier')], parts)).keys()];
    expect(walked).to.include('of second').and.not.include('of sister');
  });

  it('stops beyond its limit of entities', async () => {
    const links = Array.from({ length: 20 }, (_, index) => ({ source_id: 'c', target_id: `t${index}`, type: 'x' }));
    const met = await walk([entity('c')], { ...world(links), limit: 20 }).catch((error: Error) => error.message);
    expect(met).to.equal('too many');
  });
});
