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
    const running = budget.hold({ bytes: 3 * MIB, values: 1 }, first.handle);
    const refused = await budget
      .hold({ bytes: 2 * MIB, values: 1 }, async () => 'handled')
      .catch((error: unknown) => error);
    expect(refused).to.include({ code: 'service_unavailable', retryAfter: 2 });
    expect(await budget.hold({ bytes: 1024, values: 100 }, async () => 'handled')).to.equal('handled');
    first.done();
    expect(await running).to.equal('handled');
    expect(await budget.hold({ bytes: 2 * MIB, values: 1 }, async () => 'handled')).to.equal('handled');
  });

  it('are bounded by what they hold too: many small values become more than one large one', async () => {
    const budget = makeBodyBudget(4 * MIB);
    const first = makeHandle();
    const running = budget.hold({ bytes: MIB, values: 80_000 }, first.handle);
    const another = (values: number) => budget.hold({ bytes: MIB, values }, async () => 'handled');
    expect(() => budget.requireRoom({ bytes: MIB / 2, values: 0 })).not.to.throw();
    expect(() => budget.requireRoom({ bytes: MIB, values: 0 })).to.throw('Many large requests');
    const refused = await another(40_000).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'service_unavailable' });
    first.done();
    expect(await running).to.equal('handled');
    expect(await another(40_000)).to.equal('handled');
  });

  it('are taken when alone, however large, and given back by a failure', async () => {
    const budget = makeBodyBudget(MIB);
    const failed = await budget
      .hold({ bytes: 5 * MIB, values: 1 }, () => Promise.reject(new Error('no')))
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no');
    expect(await budget.hold({ bytes: 5 * MIB, values: 1 }, async () => 'handled')).to.equal('handled');
  });
});
