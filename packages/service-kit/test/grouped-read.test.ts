import { expect } from 'chai';
import { makeGroupedRead, makeReadByKey } from '../src/mongo/grouped-read.ts';

describe('reads by id that share queries', () => {
  it('fail for the organisation whose query failed and for no other', async () => {
    const read = makeGroupedRead(async (ids, orgId) => {
      if (orgId === 'org_b') throw new Error('lost');
      return ids.map((_id) => ({ _id }));
    });
    const [mine, theirs] = await Promise.allSettled([
      read({ id: 'one', orgId: 'org_a' }),
      read({ id: 'one', orgId: 'org_b' }),
    ]);
    expect(mine).to.deep.equal({ status: 'fulfilled', value: { _id: 'one' } });
    expect(theirs.status).to.equal('rejected');
  });

  it('find a document by each of its keys, in one query for those that are asked for at once', async () => {
    let queries = 0;
    const read = makeReadByKey(
      async (orgId) => {
        queries += 1;
        return [{ _id: `${orgId}/both`, types: ['capa', 'complaint'] }];
      },
      ({ types }) => types,
    );
    const found = await Promise.all(['capa', 'complaint', 'deviation'].map((type) => read('org_a', type)));
    expect(found.map((doc) => doc?._id)).to.deep.equal(['org_a/both', 'org_a/both', undefined]);
    expect(queries).to.equal(1);
  });

  it('are at most two groups at a time, however many are asked for at once', async () => {
    let running = 0;
    let most = 0;
    const read = makeGroupedRead(async (ids) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return ids.map((_id) => ({ _id }));
    });
    const found = await Promise.all(Array.from({ length: 1_000 }, (_, index) => read({ id: String(index) })));
    expect(found.map((doc) => doc?._id)).to.deep.equal(Array.from({ length: 1_000 }, (_, index) => String(index)));
    expect(most).to.equal(2);
  });
});
