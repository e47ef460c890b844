import { expect } from 'chai';
import { type Fuzzer, makeFuzzer } from '../../scripts/fuzzing/fuzz.ts';
import { readMesh } from '../../scripts/fuzzing/mesh.ts';

const SECONDS = 45;

describe('made-up requests to every route of the OpenAPI document', () => {
  let fuzzer: Fuzzer;
  before(async function () {
    this.timeout(180_000);
    fuzzer = await makeFuzzer(readMesh(process.env.QSC_DATA_DIR ?? ''), () => {});
  });
  after(() => fuzzer?.close());

  it('get answers as documented, and never a fault of the server', async function () {
    this.timeout(SECONDS * 1_000 + 90_000);
    const { cases, failures, said } = await fuzzer.run(SECONDS);
    expect(failures, said).to.equal(0);
    expect(cases).to.be.above(200);
  });
});
