import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Fuzzer, makeFuzzer } from '../../scripts/fuzzing/fuzz.ts';
import { readMesh } from '../../scripts/fuzzing/mesh.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';

const SECONDS = 45;

describe('made-up requests to every route of the OpenAPI document', () => {
  const stop = new AbortController();
  let fuzzer: Fuzzer;
  before(async function () {
    this.timeout(180_000);
    fuzzer = await makeFuzzer(readMesh(process.env.QSC_DATA_DIR ?? ''), stop.signal, () => {});
  });
  after(() => fuzzer?.close());

  it('get answers as documented, and never a fault of the server', async function () {
    this.timeout(SECONDS * 1_000 + 90_000);
    const { cases, failures, said } = await fuzzer.run(SECONDS);
    expect(failures, said).to.equal(0);
    expect(cases).to.be.above(200);
  });

  it('end at once when they are stopped', async () => {
    const running = fuzzer.run(SECONDS);
    stop.abort(new Error('stopped'));
    expect(await running.catch((error: Error) => error.message)).to.equal('stopped');
  });

  it('are about as many as were asked for', async function () {
    this.timeout(120_000);
    const run = promisify(execFile)('./scripts/fuzz', ['--cases', '100'], { cwd: REPOSITORY });
    const { stdout } = await run.catch((failed: { stdout: string }) => failed);
    const [, cases, failures] = /([\d,]+) cases run in \d+ s, (\d+) failures/.exec(stdout) ?? [];
    expect(failures, stdout).to.equal('0');
    expect(Number(cases?.replace(',', '')), stdout).to.be.within(100, 4_000);
  });
});
