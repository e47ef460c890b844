import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Advice } from '../../scripts/runtime/command-line.ts';
import { withLock } from '../../scripts/runtime/lock.ts';
import { startTicks } from '../../scripts/runtime/process-identity.ts';
import type { MeshState } from '../../scripts/runtime/state.ts';
import { endOrphans } from '../../scripts/runtime/take-down.ts';

describe('two commands at once', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
    file = join(folder, 'lock');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('the second is told to wait, and the lock is gone afterwards', async () => {
    const second = await withLock(file, () => withLock(file, async () => 'both').catch((error: unknown) => error));
    expect(second).to.be.instanceOf(Advice);
    expect(existsSync(file)).to.equal(false);
  });

  it('a lock whose holder died is taken over', async () => {
    writeFileSync(file, `${process.pid} 1`);
    expect(await withLock(file, async () => 'done')).to.equal('done');
  });
});

describe('a pid that was given out again', () => {
  it('is left alone', async () => {
    const ticks = (startTicks(process.pid) ?? 0) - 1;
    const noted = { name: 'old', pid: process.pid, ticks, http_port: null, state: 'running', restarts: 0 } as const;
    const state: MeshState = {
      supervisor: { pid: process.pid, ticks },
      processes: [{ ...noted, started_at: null, stop_grace_ms: 0, stage: 0 }],
    };
    expect(await endOrphans(state)).to.deep.equal([]);
  });
});
