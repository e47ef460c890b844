import { readFileSync } from 'node:fs';

const KIB = 1024;

/** Memory of a process in bytes, what is swapped out included. 0 where it cannot be seen: an ended process, no Linux. */
export const residentMemory = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return kibibytes(status, 'VmRSS') * KIB + kibibytes(status, 'VmSwap') * KIB;
  } catch {
    return 0;
  }
};

const kibibytes = (status: string, key: string): number =>
  Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
