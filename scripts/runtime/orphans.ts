import { setTimeout as delay } from 'node:timers/promises';
import { isSameProcess, sendSignal } from './process-identity.ts';
import type { MeshState, ProcessState } from './state.ts';

const LOOK_EVERY_MS = 50;

/**
 * Ends the processes that outlived their supervisor, in the order a supervisor would: politely first, by force when
 * their grace is over. Answers the names of those it ended; a pid that was given to another program is left alone.
 */
export const endOrphans = async (state: MeshState): Promise<string[]> => {
  const orphans = state.processes.filter((one) => isSameProcess(one.pid, one.ticks));
  const stages = [...new Set(orphans.map((one) => one.stage))].sort((one, other) => other - one);
  for (const stage of stages) await Promise.all(orphans.filter((one) => one.stage === stage).map(endOne));
  return orphans.map((one) => one.name);
};

const endOne = async ({ pid, ticks, stop_grace_ms }: ProcessState): Promise<void> => {
  if (pid === null) return;
  sendSignal(pid, 'SIGTERM');
  const giveUpAt = Date.now() + stop_grace_ms;
  while (isSameProcess(pid, ticks) && Date.now() < giveUpAt) await delay(LOOK_EVERY_MS);
  // Its group too: helpers of a process that was killed would keep its ports.
  sendSignal(-pid, 'SIGKILL');
  while (isSameProcess(pid, ticks)) await delay(LOOK_EVERY_MS);
};
