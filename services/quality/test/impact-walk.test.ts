import { expect } from 'chai';
import { type Level, type Link, type LinkedEntity, walk } from '../src/impact/graph.ts';

const entity = (id: string, type = 'component'): LinkedEntity => ({ id, type, name: id, attributes: {} });

/** Stands in for the entity service, and counts what it is asked. */
const world = (links: readonly Link[], typeOf: (id: string) => string = () => 'component') => {
  const asked: number[] = [];
  const of = Map.groupBy(
    links.flatMap((link) => [link.source_id, link.target_id].map((id) => ({ id, link }))),
    ({ id }) => id,
  );
  const readLevel = async (ids: readonly string[]): Promise<Level> => {
    asked.push(ids.length);
    const found = ids.flatMap((id) => of.get(id) ?? []).map(({ link }) => link);
    const met = new Set([...ids, ...found.flatMap(({ source_id, target_id }) => [source_id, target_id])]);
    return { links: [...new Set(found)], entities: [...met].map((id) => entity(id, typeOf(id))) };
  };
  return { asked, readLevel, limit: 100_000, tooMany: () => new Error('too many') };
};

describe('the walk over linked entities', () => {
  it('asks once for a level, each entity once, and ends', async () => {
    const ring = Array.from({ length: 100 }, (_, index) => ({
      ...{ source_id: `c${index}`, target_id: `c${(index + 1) % 100}`, type: 'part_of' },
    }));
    const parts = world(ring);
    const walked = await walk([entity('c0')], parts);
    expect(walked.size).to.equal(100);
    expect(Math.max(...[...walked.values()].map(({ distance }) => distance))).to.equal(50);
    expect(parts.asked).to.have.length(51);
    expect(parts.asked.reduce((sum, one) => sum + one, 0)).to.equal(100);
  });

  it('asks three times for a star of 1,000: its middle, its points and what lies behind them', async () => {
    const star = Array.from({ length: 1_000 }, (_, index) => [
      { source_id: `c${index}`, target_id: 's', type: 'supplied_by' },
      { source_id: `p${index % 10}`, target_id: `c${index}`, type: 'contains' },
    ]).flat();
    const parts = world(star, (id) => (id === 's' ? 'supplier' : id.startsWith('p') ? 'product' : 'component'));
    const walked = await walk([entity('s', 'supplier')], parts);
    expect(walked.size).to.equal(1_011);
    expect(parts.asked).to.deep.equal([1, 1_000, 10]);
  });

  it('goes on from a supplier that was reached upwards first and then by being supplied', async () => {
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

  it('stops where more is linked than it may meet', async () => {
    const links = Array.from({ length: 20 }, (_, index) => ({ source_id: 'c', target_id: `t${index}`, type: 'x' }));
    const met = await walk([entity('c')], { ...world(links), limit: 20 }).catch((error: Error) => error.message);
    expect(met).to.equal('too many');
  });
});
