import { readFileSync } from 'node:fs';

/**
 * When the process with this pid began, in clock ticks since boot, or null when it is gone or already a zombie.
 * Together with the pid it names one process for good: a pid may be given out again, the pair may not.
 */
export const startTicks = (pid: number): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : Number(fields[19]);
  } catch {
    return null;
  }
};

/** Whether the very process that was noted down still runs. */
export const isSameProcess = (pid: number | null, ticks: number | null): boolean =>
  pid !== null && ticks !== null && startTicks(pid) === ticks;

/** Sends a signal; a process or group that is already gone is no error. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
