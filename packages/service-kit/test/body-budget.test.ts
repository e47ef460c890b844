import { expect } from 'chai';
import { makeBodyBudget } from '../src/http/body-budget.ts';

const MIB = 1024 * 1024;

describe('the bodies that are worked on at the same time', () => {
  const makeHandle = () => {
    let done = () => {};
    const ended = new Promise<string>((resolve) => {
      done = () => resolve('handled');
    });
    return { handle: () => ended, done };
  };

  it('are bounded: a large one more is told to come back, a small one is taken', async () => {
    const budget = makeBodyBudget(4 * MIB);
    const first = makeHandle();
    const running = budget(3 * MIB, first.handle);
    const refused = await budget(2 * MIB, async () => 'handled').catch((error: unknown) => error);
    expect(refused).to.include({ code: 'service_unavailable', retryAfter: 2 });
    expect(await budget(1024, async () => 'handled')).to.equal('handled');
    first.done();
    expect(await running).to.equal('handled');
    expect(await budget(2 * MIB, async () => 'handled')).to.equal('handled');
  });

  it('are taken when alone, however large, and given back by a failure', async () => {
    const budget = makeBodyBudget(MIB);
    const failed = await budget(5 * MIB, () => Promise.reject(new Error('no'))).catch((error: Error) => error.message);
    expect(failed).to.equal('no');
    expect(await budget(5 * MIB, async () => 'handled')).to.equal('handled');
  });
});
