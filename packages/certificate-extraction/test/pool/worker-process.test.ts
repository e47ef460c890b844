import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startWorkerProcess, type WorkerProcess } from '../../src/pool/worker-process.ts';
import { makeHandClock, toClocks } from './hand-clock.ts';
import { certificate } from './hostile-document.ts';

const limit = { timeoutMs: 20_000, memoryMb: 512, clocks: { work: () => 0, wall: () => 0 } };
/** A minute of two cores. */
const GIVEN_TO_START_MS = 120_000;
const mainAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const warning = mainAt('./warning-worker.ts');
const silent = mainAt('./silent-worker.ts');

const catchCode = (worker: WorkerProcess, source: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<string> =>
  worker.run({ task: 'check', filename: 'coa.pdf' }, source).then(
    (type) => type,
    ({ code }) => code,
  );

describe('a worker process', () => {
  it('blames no document where it does not start in time', async () => {
    const clock = makeHandClock();
    const worker = startWorkerProcess({ ...limit, clocks: toClocks(clock) }, () => undefined, silent);
    const outcome = catchCode(worker, [await certificate()]);
    await clock.read(1);
    clock.set(GIVEN_TO_START_MS + 1);
    expect(await outcome).to.equal('service_unavailable');
    expect(worker.isAlive()).to.equal(false);
  });

  it('blames no document where it crashes before it has started', async () => {
    const worker = startWorkerProcess(limit, () => undefined, mainAt('./missing-worker.ts'));
    expect(await catchCode(worker, [await certificate()])).to.equal('service_unavailable');
  });

  it('leaves a source alone once it is gone', async () => {
    const clock = makeHandClock();
    const worker = startWorkerProcess({ ...limit, clocks: toClocks(clock) }, () => undefined, warning);
    const [stalled, goOn, left] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    let sent = 0;
    const source = async function* () {
      try {
        for (; sent < 3; sent++) {
          if (sent === 1) {
            stalled!.resolve();
            await goOn!.promise;
          }
          yield Buffer.from('a part');
        }
      } finally {
        left!.resolve();
      }
    };
    const outcome = catchCode(worker, source());
    await stalled!.promise;
    await clock.read(1);
    clock.set(limit.timeoutMs * 2 + 1);
    expect(await outcome).to.equal('validation_failed');
    goOn!.resolve();
    await left!.promise;
    expect(sent).to.equal(1);
  });

  it('tells what it warns of while it reads, and reads on', async () => {
    const said: string[] = [];
    const worker = startWorkerProcess(limit, (message) => said.push(message), warning);
    try {
      const type = await worker.run({ task: 'check', filename: 'coa.pdf' }, [await certificate()]);
      expect(type).to.equal('pdf');
      expect(said).to.deep.equal(['Tried once more.']);
    } finally {
      await worker.kill();
    }
  });
});
