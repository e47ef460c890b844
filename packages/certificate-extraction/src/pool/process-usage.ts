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

/** Of `/proc/PID/stat` behind the name of the program, and how long one of its ticks is (proc(5), USER_HZ). */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const TICK_MS = 10;

/** CPU time in milliseconds that a process and its threads have taken. 0 where it cannot be seen: an ended process, no Linux. */
export const cpuTime = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_MS;
  } catch {
    return 0;
  }
};
