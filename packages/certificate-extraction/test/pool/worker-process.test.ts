import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startWorkerProcess } from '../../src/pool/worker-process.ts';
import { certificate } from './hostile-document.ts';

const limit = { timeoutMs: 20_000, memoryMb: 512, clocks: { work: () => 0, wall: () => 0 } };
const warning = fileURLToPath(new URL('./warning-worker.ts', import.meta.url));

describe('a worker process', () => {
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
