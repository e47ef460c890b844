import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Advice } from './command-line.ts';
import { startTicks } from './process-identity.ts';

/**
 * Runs the work while holding the lock file, which names who holds it. A lock whose holder is gone is taken over.
 * Throws `Advice` when another command holds it.
 */
export const withLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  take(path);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
};

const take = (path: string): void => {
  const mark = `${process.pid} ${startTicks(process.pid)}`;
  if (tryCreate(path, mark)) return;
  const [pid, ticks] = readHolder(path);
  if (pid !== undefined && startTicks(pid) === ticks) {
    throw new Advice(`Another command (pid ${pid}) is starting or stopping the mesh. Wait for it and try again.`);
  }
  rmSync(path, { force: true });
  if (!tryCreate(path, mark)) throw new Advice('Another command is starting or stopping the mesh. Try again.');
};

/** What comes where a file can be made and not be written. */
const FULL = new Set(['EDQUOT', 'EFBIG', 'ENOSPC']);

const tryCreate = (path: string, mark: string): boolean => {
  try {
    writeFileSync(path, mark, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!FULL.has(code)) throw error;
    rmSync(path, { force: true });
    throw new Advice(`The disk of ${dirname(path)} is full (${code}). Make some room there, then try again.`);
  }
};

const readHolder = (path: string): number[] => {
  try {
    return readFileSync(path, 'utf8').split(' ').map(Number);
  } catch {
    return [];
  }
};
