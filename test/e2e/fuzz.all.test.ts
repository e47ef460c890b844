import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Fuzzer, makeFuzzer } from '../../scripts/fuzzing/fuzz.ts';
import { readMesh } from '../../scripts/fuzzing/mesh.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';

const SECONDS = 20;
const TIMEOUT_MS = 3_600_000;

describe('made-up requests to every route of the OpenAPI document', () => {
  const stop = new AbortController();
  let fuzzer: Fuzzer;
  before(async () => {
    fuzzer = await makeFuzzer(readMesh(process.env.QSC_DATA_DIR ?? ''), stop.signal, () => {});
  });
  after(() => fuzzer?.close());

  it('get answers as documented, and never a fault of the server', async function () {
    this.timeout(TIMEOUT_MS);
    for (let cases = 0; cases <= 200; ) {
      const round = await fuzzer.run(SECONDS);
      expect(round.failures, round.said).to.equal(0);
      cases += round.cases;
    }
  });

  it('end at once when they are stopped', async () => {
    const running = fuzzer.run(SECONDS);
    stop.abort(new Error('stopped'));
    expect(await running.catch((error: Error) => error.message)).to.equal('stopped');
  });

  it('are at least as many as were asked for, and no further round is begun then', async function () {
    this.timeout(TIMEOUT_MS);
    const run = promisify(execFile)('./scripts/fuzz', ['--cases', '100'], { cwd: REPOSITORY });
    const { stdout } = await run.catch((failed: { stdout: string }) => failed);
    expect(stdout).to.match(/cases run in \d+ s, 0 failures/);
    const counts = [...stdout.matchAll(/^([\d,]+) of 100 cases/gm)].map(([, count = '']) =>
      Number(count.replace(',', '')),
    );
    expect(counts.at(-1), stdout).to.be.at.least(100);
    expect(Math.max(0, ...counts.slice(0, -1)), stdout).to.be.below(100);
  });
});
