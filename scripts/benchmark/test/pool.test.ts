import { expect } from 'chai';
import { times } from '../fill.ts';
import { makePool } from '../seed-quality.ts';

describe('the pool of prepared records', () => {
  it('gives each once, and says so when none is left', () => {
    const pool = makePool(['one', 'two'], 'transition');
    expect([pool.take(), pool.take()]).to.deep.equal(['one', 'two']);
    expect(() => pool.take()).to.throw('All 2 prepared records are used up (transition).');
  });

  it('is prepared with as many as were asked for, each made of another index', async () => {
    expect(await times(20, async (index) => index)).to.deep.equal(Array.from({ length: 20 }, (_, index) => index));
  });
});
