import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { cpuBetween, cpuSum, measureCpu } from '../usage.ts';

/** Uses 200 ms of CPU, by its own count, in a child of its own; says so and waits. */
const BUSY = `
  const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
  const from = used();
  while (used() - from < 200_000);
  console.log('used');
  setInterval(() => {}, 1000);
`;

describe('the CPU of a mesh', () => {
  it('holds that of the children of its processes, and of the load itself', async () => {
    const parent = spawn('sh', ['-c', '"$0" -e "$1"; :', process.execPath, BUSY], { detached: true });
    try {
      await once(parent.stdout, 'data');
      const used = measureCpu([{ name: 'shell', pid: parent.pid ?? null }]);
      expect(used.shell).to.be.at.least(180);
      expect(used.load).to.be.above(0);
    } finally {
      process.kill(-(parent.pid ?? 0), 'SIGKILL');
      await once(parent, 'close');
    }
  });

  it('of a process that is gone counts as none', () => {
    expect(measureCpu([{ name: 'gone', pid: null }]).gone).to.equal(0);
  });

  it('is told between two looks and added up', () => {
    expect(cpuBetween({ entity: 5, load: 1 }, { entity: 8, load: 1 })).to.deep.equal({ entity: 3, load: 0 });
    expect(cpuSum({ entity: 5 }, { entity: 8, load: 1 })).to.deep.equal({ entity: 13, load: 1 });
  });
});
