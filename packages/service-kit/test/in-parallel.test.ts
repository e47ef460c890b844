import { expect } from 'chai';
import { inParallel } from '../src/in-parallel.ts';

describe('work on several items at once', () => {
  it('answers in the order of the items, however long each takes', async () => {
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const all = inParallel([0, 1, 2], 3, async (index) => {
      await gates[index]?.promise;
      return index;
    });
    for (const gate of gates.toReversed()) gate.resolve();
    expect(await all).to.deep.equal([0, 1, 2]);
  });

  it('starts nothing more after an error, and throws it when what is in flight has ended', async () => {
    const gate = Promise.withResolvers<void>();
    const [started, ended]: [number[], number[]] = [[], []];
    const all = inParallel([0, 1, 2, 3], 2, async (index) => {
      started.push(index);
      if (index === 0) throw new Error('refused');
      await gate.promise;
      ended.push(index);
    });
    setImmediate(() => gate.resolve());
    expect(await all.catch((error: Error) => error.message)).to.equal('refused');
    expect([started, ended]).to.deep.equal([[0, 1], [1]]);
  });
});
