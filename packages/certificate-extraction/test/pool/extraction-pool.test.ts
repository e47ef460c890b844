import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '@qsc/service-kit/pure';
import { expect } from 'chai';
import {
  type ExtractionPool,
  type ExtractionPoolOptions,
  makeExtractionPool,
  sizeForCores,
} from '../../src/pool/extraction-pool.ts';
import { residentMemory } from '../../src/pool/process-usage.ts';
import { makeHandClock, toClocks } from './hand-clock.ts';
import { bomb, certificate, hugePng, nestedBomb, slowPages } from './hostile-document.ts';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const TIMEOUT_MS = 300_000;
const options = { filename: 'coa.pdf' };

const getStatus = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

const workers = (parent = process.pid): number[] =>
  (readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);

const hasEnded = (pid: number): boolean => !getStatus(String(pid)) || getStatus(String(pid)).includes('\nState:\tZ');

const catchError = (reading: Promise<unknown>): Promise<AppError> =>
  reading.then(
    () => Promise.reject(new Error('was read')),
    (error) => (error instanceof AppError ? error : Promise.reject(error)),
  );

describe('pool of reading processes', () => {
  let good: Uint8Array;
  let pool: ExtractionPool;

  const readRows = async (bytes: Uint8Array): Promise<string[]> => {
    const { extracted_data } = await pool.extract(bytes, options);
    return extracted_data.test_results.map(({ parameter, result }) => `${parameter} ${result}`);
  };
  const open = (own: ExtractionPoolOptions = {}): void => {
    pool = makeExtractionPool({ size: 1, ...own });
  };

  before(async () => {
    good = await certificate();
  });

  describe('with its usual limits', () => {
    before(() => open());
    after(() => pool.close());

    it('reads a certificate and states which', async () => {
      const { certificate_id } = await pool.extract(good, { ...options, certificateId: 'cert_1' });
      expect(certificate_id).to.equal('cert_1');
      expect(await readRows(good)).to.deep.equal(['Assay 99.6 %', 'Water 0.2 %']);
    });

    it('gives its workers nothing of the environment, where secrets are', async () => {
      await pool.extract(good, options);
      const names = workers().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'));
      const foreign = names.flat().filter((entry) => entry !== '' && !/^(?:MALLOC_|NODE_CHANNEL_)/.test(entry));
      expect(names).to.have.length(1);
      expect(foreign).to.deep.equal([]);
    });

    it('reads what stands in a Buffer', async () => {
      expect(await readRows(Buffer.from(good))).to.have.length(2);
    });

    const hostile: [string, string, () => Uint8Array | Promise<Uint8Array>][] = [
      ['an encrypted PDF', 'validation_failed', () => certificate({ password: 'secret' })],
      ['a truncated PDF', 'validation_failed', () => good.subarray(0, good.length / 2)],
      ['an empty file', 'validation_failed', () => new Uint8Array()],
      ['a text file', 'unsupported_media_type', () => Buffer.from('Dear Sirs,\nthank you for your letter.\n')],
      ['a PDF of 500 pages', 'payload_too_large', () => certificate({ pages: 500 })],
      ['a file of 25 MiB and a byte', 'payload_too_large', () => new Uint8Array(25 * 1024 * 1024 + 1)],
      ['a picture of 30,000 × 30,000 pixels', 'payload_too_large', () => hugePng(30_000)],
      ['a PDF that inflates to 2 GiB', 'payload_too_large', () => bomb(2 * GIB)],
      ['a PDF of few KB that inflates to 4 GiB', 'payload_too_large', () => nestedBomb(4 * GIB)],
    ];
    for (const [name, code, make] of hostile)
      it(`refuses ${name} as ${code}, within 800 MiB, and goes on reading`, async () => {
        const bytes = await make();
        let peak = 0;
        const timer = setInterval(() => {
          peak = Math.max(peak, ...workers().map(residentMemory));
        }, 20);
        const error = await catchError(pool.extract(bytes, options)).finally(() => clearInterval(timer));
        expect([error.code, error.message]).to.deep.equal([code, error.message]);
        expect(error.message).to.match(/Send|Scan|Export/);
        expect(peak).to.be.below(800 * MIB);
        expect(await readRows(good)).to.have.length(2);
      });
  });

  describe('with limits of its own', () => {
    afterEach(() => pool.close());

    // A worker that is stopped reads without an end, on any machine; the clock is the test's.
    it('ends a document that takes longer than its time', async () => {
      const clock = makeHandClock();
      open({ clocks: toClocks(clock) });
      await readRows(good);
      const [worker] = workers();
      process.kill(worker!, 'SIGSTOP');
      const reading = catchError(pool.extract(good, options));
      await clock.read(4);
      clock.set(240_000);
      await clock.read(2);
      expect(hasEnded(worker!)).to.equal(false);
      clock.set(240_001);
      const error = await reading;
      expect([error.code, hasEnded(worker!)]).to.deep.equal(['validation_failed', true]);
      expect(error.message).to.include('within 120 seconds');
      expect(await readRows(good)).to.have.length(2);
    });

    it('gives a document of many pages more time', async () => {
      const clock = makeHandClock();
      open({ clocks: toClocks(clock) });
      await readRows(good);
      const [worker] = workers();
      const atRest = residentMemory(worker!);
      const reading = catchError(pool.extract(slowPages(20, 100), options));
      // What its first page takes shows that it is open, and that its pages are told.
      while (residentMemory(worker!) < atRest + 50 * MIB && !hasEnded(worker!)) await turn();
      process.kill(worker!, 'SIGSTOP');
      clock.set(480_000);
      await clock.read(2);
      expect(hasEnded(worker!)).to.equal(false);
      clock.set(480_001);
      expect((await reading).message).to.include('within 240 seconds');
    });

    it('loses only the document whose worker is ended from outside', async () => {
      open();
      await readRows(good);
      const lost = catchError(pool.extract(slowPages(10, 24), options));
      const next = readRows(good);
      process.kill(workers()[0]!, 'SIGKILL');
      expect((await lost).code).to.equal('service_unavailable');
      expect(await next).to.have.length(2);
    });

    it('replaces a worker that ended while it had no document', async () => {
      open();
      process.kill(workers()[0]!, 'SIGKILL');
      while (workers().length > 0) await turn();
      expect(await readRows(good)).to.have.length(2);
    });

    it('tries a document that takes too much memory once more in a fresh worker, and only once', async () => {
      open({ memoryMb: 260 });
      const large = slowPages(1, 200);
      const tries = async (): Promise<number> => {
        const seen = new Set<number>();
        const timer = setInterval(() => {
          for (const pid of workers()) seen.add(pid);
        }, 10);
        const error = await catchError(pool.extract(large, options)).finally(() => clearInterval(timer));
        expect([error.code, error.message]).to.deep.equal(['validation_failed', error.message]);
        expect(error.message).to.include('260 MiB');
        // The one that is there for the next document.
        return new Set([...seen, ...workers()]).size - 1;
      };
      expect(await tries(), 'in a fresh worker').to.equal(1);
      expect(await readRows(good)).to.have.length(2);
      expect(await tries(), 'in one that read another').to.equal(2);
      expect(await readRows(good)).to.have.length(2);
    });

    it('blames the document that its worker crashes on', async () => {
      open();
      await readRows(good);
      const lost = catchError(pool.extract(slowPages(10, 24), options));
      process.kill(workers()[0]!, 'SIGSEGV');
      expect((await lost).code).to.equal('validation_failed');
    });

    it('reads as many documents at once as it has workers', async () => {
      open({ size: 2 });
      const reads = await Promise.all(Array.from({ length: 5 }, () => readRows(good)));
      expect(reads.map(({ length }) => length)).to.deep.equal([2, 2, 2, 2, 2]);
      expect(workers()).to.have.length(2);
    });

    it('refuses what is read, waits or comes once it is closed, and leaves no process', async () => {
      open();
      const reads = [catchError(pool.extract(slowPages(10, 24), options)), catchError(pool.extract(good, options))];
      await turn();
      await pool.close();
      reads.push(catchError(pool.extract(good, options)));
      const codes = (await Promise.all(reads)).map(({ code }) => code);
      expect(codes).to.deep.equal(Array(3).fill('service_unavailable'));
      expect(workers()).to.deep.equal([]);
    });
  });

  it('takes its workers along when its process is killed, even those that do not come to hear of it', async () => {
    const owner = fork(fileURLToPath(new URL('./pool-owner.ts', import.meta.url)), { execArgv: [] });
    await once(owner, 'message');
    const [worker] = workers(owner.pid);
    process.kill(worker!, 'SIGSTOP');
    owner.kill('SIGKILL');
    const given = performance.now() + TIMEOUT_MS;
    while (!hasEnded(worker!) && performance.now() < given) await setTimeout(20);
    const isGone = hasEnded(worker!);
    if (!isGone) process.kill(worker!, 'SIGKILL');
    expect(isGone).to.equal(true);
  });

  it('has one worker for two cores, and four at most', () => {
    expect([1, 2, 3, 4, 8, 64].map(sizeForCores)).to.deep.equal([1, 1, 1, 2, 4, 4]);
  });
});
