import { setTimeout as wait } from 'node:timers/promises';
import { stopAtEveryMoment } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Start, startParts } from '../src/life.ts';
import { makeLog } from '../src/log.ts';

const HOUR_MS = 3_600_000;

const never = () => new Promise(() => {});

const STOP_MS = { first: HOUR_MS, second: HOUR_MS, slow: HOUR_MS, broken: HOUR_MS, stuck: 1, last: HOUR_MS };

const started = (open: (start: Start<keyof typeof STOP_MS>) => void) =>
  startParts({}, { log: makeLog('test', 'none'), stopMs: STOP_MS }, async (start) => {
    open(start);
    return {};
  });

describe('the stop of a program', () => {
  it('leaves a part that does not close in its time, and closes the others, the last one first', async () => {
    const closed: string[] = [];
    const running = await started(({ onStop }) => {
      onStop('first', () => closed.push('first'));
      onStop('second', () => closed.push('second'));
      onStop('stuck', never);
      onStop('last', () => closed.push('last'));
    });
    await running.stop();
    expect(closed).to.deep.equal(['last', 'second', 'first']);
  });

  it('waits for a part that closes in its time', async () => {
    const closing = Promise.withResolvers<void>();
    const closed: string[] = [];
    const running = await started(({ onStop }) => {
      onStop('first', () => closed.push('first'));
      onStop('slow', () => closing.promise.then(() => closed.push('slow')));
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
      onStop('first', () => closed.push('first'));
      onStop('broken', () => Promise.reject(fault));
    });
    const outcome = await running.stop().catch((error: unknown) => error);
    expect(outcome).to.have.deep.property('errors', [fault]);
    expect(closed).to.deep.equal(['first']);
  });

  it('leaves a stuck part as well where the start fails', async () => {
    const closed: string[] = [];
    const fault = new Error('no such port');
    const outcome = await started(({ onStop }) => {
      onStop('first', () => closed.push('first'));
      onStop('stuck', never);
      throw fault;
    }).catch((error: unknown) => error);
    expect([outcome, closed]).to.deep.equal([fault, ['first']]);
  });

  it('gives no part its time twice, so that it ends within the sum', async () => {
    const outcome = await started(({ onStop }) => {
      onStop('first', () => {});
      onStop('first', () => {});
    }).catch((error: Error) => error.message);
    expect(outcome).to.equal('The part first is noted twice.');
  });
});

describe('the test that stops a program at every moment', () => {
  const stopped = (close: () => unknown, passTimeout?: () => Promise<unknown>) =>
    stopAtEveryMoment(
      (reported) =>
        startParts(reported, { log: makeLog('test', 'none'), stopMs: { part: 1 } }, async ({ onStop }) => {
          onStop('part', close);
          return {};
        }),
      { moments: 1, ...(passTimeout ? { passTimeout } : {}) },
    );

  it('fails where a part does not stop', async () => {
    const outcome = await stopped(never, async () => {}).catch((error: Error) => error.message);
    expect(outcome).to.match(/has left what did not stop: part\.$/);
  });

  it('passes where a part stops that takes longer than its own time', () => stopped(() => wait(20)));
});
