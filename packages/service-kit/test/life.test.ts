import { expect } from 'chai';
import { type Start, startParts } from '../src/life.ts';
import { makeLog } from '../src/log.ts';

const HOUR_MS = 3_600_000;

const never = () => new Promise(() => {});

const started = (open: (start: Start) => void) =>
  startParts({}, makeLog('test', 'none'), async (start) => {
    open(start);
    return {};
  });

describe('the stop of a program', () => {
  it('leaves a part that does not close in its time, and closes the others, the last one first', async () => {
    const closed: string[] = [];
    const running = await started(({ onStop }) => {
      onStop('first', HOUR_MS, () => closed.push('first'));
      onStop('second', HOUR_MS, () => closed.push('second'));
      onStop('stuck', 1, never);
      onStop('last', HOUR_MS, () => closed.push('last'));
    });
    await running.stop();
    expect(closed).to.deep.equal(['last', 'second', 'first']);
  });

  it('waits for a part that closes in its time', async () => {
    const closing = Promise.withResolvers<void>();
    const closed: string[] = [];
    const running = await started(({ onStop }) => {
      onStop('first', HOUR_MS, () => closed.push('first'));
      onStop('slow', HOUR_MS, () => closing.promise.then(() => closed.push('slow')));
    });
    const stopped = running.stop();
    closing.resolve();
    await stopped;
    expect(closed).to.deep.equal(['slow', 'first']);
  });

  it('closes the others too where one fails, and says what failed', async () => {
    const closed: string[] = [];
    const fault = new Error('it is broken');
    const running = await started(({ onStop }) => {
      onStop('first', HOUR_MS, () => closed.push('first'));
      onStop('broken', HOUR_MS, () => Promise.reject(fault));
    });
    const outcome = await running.stop().catch((error: unknown) => error);
    expect(outcome).to.have.deep.property('errors', [fault]);
    expect(closed).to.deep.equal(['first']);
  });

  it('leaves a stuck part as well where the start fails', async () => {
    const closed: string[] = [];
    const fault = new Error('no such port');
    const outcome = await started(({ onStop }) => {
      onStop('first', HOUR_MS, () => closed.push('first'));
      onStop('stuck', 1, never);
      throw fault;
    }).catch((error: unknown) => error);
    expect([outcome, closed]).to.deep.equal([fault, ['first']]);
  });
});
