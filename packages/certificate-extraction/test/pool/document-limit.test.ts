import { AppError } from '@qsc/service-kit/pure';
import { expect } from 'chai';
import { timeForPages, watchLimit } from '../../src/pool/document-limit.ts';
import { cpuTime } from '../../src/pool/process-usage.ts';
import { makeHandClock, toClocks } from './hand-clock.ts';

const MEMORY_MB = 100_000;

describe('time of a document', () => {
  it('is the limit for up to ten pages and grows with more', () => {
    expect([1, 10, 20, 50].map((pages) => timeForPages(120_000, pages))).to.deep.equal([
      120_000, 120_000, 240_000, 600_000,
    ]);
  });

  const lengths: [string, number | null, number][] = [
    ['the limit, where nothing is known of its pages', null, 1_000],
    ['the limit for ten pages', 10, 1_000],
    ['in proportion for more', 20, 2_000],
  ];
  for (const [name, pages, allowed] of lengths)
    it(`ends after ${name}, and not before`, async () => {
      const clock = makeHandClock();
      const watch = watchLimit(process.pid, { timeoutMs: 1_000, memoryMb: MEMORY_MB, clocks: toClocks(clock) });
      let ended: unknown = null;
      watch.exceeded.catch((error: unknown) => {
        ended = error;
      });
      if (pages !== null) watch.allowPages(pages);
      clock.set(2 * allowed);
      await clock.read(2);
      expect(ended).to.equal(null);
      clock.set(2 * allowed + 1);
      await clock.read(2);
      watch.stop();
      expect(ended).to.be.instanceOf(AppError).with.property('code', 'validation_failed');
    });

  it('is over for a process that hardly works when three times as much has passed, and not before', async () => {
    const clock = makeHandClock();
    const clocks = { work: () => 0, wall: clock.now };
    const watch = watchLimit(process.pid, { timeoutMs: 1_000, memoryMb: MEMORY_MB, clocks });
    let ended: unknown = null;
    watch.exceeded.catch((error: unknown) => {
      ended = error;
    });
    clock.set(3_000);
    await clock.read(2);
    expect(ended).to.equal(null);
    clock.set(3_001);
    await clock.read(2);
    watch.stop();
    expect(ended).to.be.instanceOf(AppError).with.property('code', 'validation_failed');
  });

  it('is the CPU time of a process', () => {
    const before = { reported: cpuTime(process.pid), real: process.cpuUsage() };
    while (process.cpuUsage(before.real).user < 200_000);
    expect(cpuTime(process.pid) - before.reported).to.be.at.least(150);
  });
});
