import { expect } from 'chai';
import { runConcurrently } from '../../scripts/runtime/concurrent.ts';

describe('jobs that run concurrently', () => {
  it('are as many at once as the limit, start in order, and give their results in order', async () => {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const job = (number: number) => async () => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        ends.push(resolve);
        if (running === 2 || number === 4) for (const end of ends.splice(0).reverse()) end();
      });
      running -= 1;
      return number * 10;
    };
    expect(await runConcurrently([0, 1, 2, 3, 4].map(job), 2)).to.deep.equal([0, 10, 20, 30, 40]);
    expect(begun).to.deep.equal([0, 1, 2, 3, 4]);
    expect(most).to.equal(2);
  });
});
