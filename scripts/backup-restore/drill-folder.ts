import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from '../runtime/command-line.ts';
import { dataPaths } from '../runtime/paths.ts';
import { isSameProcess, startTicks } from '../runtime/process-identity.ts';
import { takeDown } from '../runtime/take-down.ts';

/** A folder of a drill, by the process that runs it. */
const OF_PROCESS = /^restore-drill-(\d+)-(\d+)-/;

/** Makes a folder for the drill of this process, which its owner alone may read. What drills that were killed have left is removed. */
export const makeDrillFolder = async (dataDir: string, say: Say): Promise<string> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await removeLeft(dataDir, say);
  return mkdtempSync(join(dataDir, `restore-drill-${process.pid}-${startTicks(process.pid)}-`));
};

/** Such a folder holds a copy of everything in plain text, and its MongoDB may still run. */
const removeLeft = async (dataDir: string, say: Say): Promise<void> => {
  for (const name of readdirSync(dataDir)) {
    const [, pid, ticks] = OF_PROCESS.exec(name) ?? [];
    if (pid === undefined || isSameProcess(Number(pid), Number(ticks))) continue;
    const folder = join(dataDir, name);
    await takeDown(dataPaths(folder), say);
    rmSync(folder, { recursive: true, force: true });
    say(`removed       ${folder}, which a drill that was killed had left`);
  }
};
