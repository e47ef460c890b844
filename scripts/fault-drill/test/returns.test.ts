import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { makeReturns } from '../fault/losses.ts';

/** An id of an event that was made in this millisecond, the `number`th one. */
const madeAt = (millisecond: string, number: number): string =>
  `evt_01ARZ3NDE${millisecond}${String(number).padStart(16, '0')}`;

describe('what a broker without queues gives back', () => {
  it('counts when it was made after the end of the broker before, and not before or in the same moment', () => {
    const returns = makeReturns(madeAt('5', 1));
    expect([madeAt('4', 2), madeAt('5', 2), madeAt('6', 0)].map(returns.note)).to.deep.equal([false, false, true]);
    expect([...returns.ids]).to.deep.equal([madeAt('6', 0)]);
  });

  it('was sent time after time when five events came back four times, and those that do not count are none of them', async () => {
    const returns = makeReturns(madeAt('5', 1));
    let isAgain = false;
    void returns.again.then(() => {
      isAgain = true;
    });
    const comesBack = (millisecond: string, times: number): void => {
      for (let time = 0; time < times; time += 1)
        for (let number = 0; number < 5; number += 1) returns.note(madeAt(millisecond, number));
    };
    comesBack('4', 4);
    comesBack('6', 3);
    await setImmediate();
    expect(isAgain).to.equal(false);
    comesBack('6', 1);
    await setImmediate();
    expect(isAgain).to.equal(true);
  });
});
