import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 200;

/** The highest resident memory of a worker, or of the whole process where workers are its threads. */
export type Peak = { mebibytes: number; of: 'worker' | 'whole process' };

const readStatus = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

const kilobytes = (status: string, key: string): number =>
  Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

const peaksOfChildren = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStatus)
    .filter((status) => kilobytes(status, 'PPid') === parent)
    .map((status) => kilobytes(status, 'VmHWM'));

/**
 * Watches the resident memory of this process's child processes, or of this process where the workers are its threads.
 * `stop` returns the highest peak of a single process. Children are seen on Linux only.
 */
export const watchWorkerMemory = (): { stop: () => Peak } => {
  let peak = 0;
  const look = () => {
    if (process.platform === 'linux') peak = Math.max(peak, ...peaksOfChildren(process.pid));
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      const kilobytesOfAll = peak === 0 ? process.resourceUsage().maxRSS : peak;
      return { mebibytes: Math.round(kilobytesOfAll / 1024), of: peak === 0 ? 'whole process' : 'worker' };
    },
  };
};
