import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { peakWhile } from '../usage.ts';

describe('the memory that is measured', () => {
  it('is the most of a process while something is done', async () => {
    const { mib, result } = await peakWhile(process.pid, async () => 'done');
    expect(result).to.equal('done');
    expect(mib).to.be.above(1);
  });

  it('is not told of a process that ended meanwhile, and only after the work', async () => {
    const child = spawn('sleep', ['infinity'], { stdio: 'ignore' });
    await once(child, 'spawn');
    let isDone = false;
    const work = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      isDone = true;
    };
    const said = await peakWhile(child.pid ?? 0, work).catch((error: Error) => error.message);
    expect(said).to.include(`/proc/${child.pid}/status`);
    expect(isDone).to.equal(true);
  });
});
