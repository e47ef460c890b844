import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from './command-line.ts';
import type { DataPaths } from './paths.ts';
import { isSameProcess, sendSignal } from './process-identity.ts';
import { currentProcesses, isSupervised, type MeshState, type ProcessState, readState, writeState } from './state.ts';

const LOOK_EVERY_MS = 50;

/** Stops the mesh of a data directory, whoever started it. Answers whether anything ran. */
export const takeDown = async (paths: DataPaths, say: Say): Promise<boolean> => {
  const state = readState(paths.state);
  if (state === null) return false;
  const supervised = isSupervised(state);
  if (supervised) await stopSupervisor(state);
  const left = readState(paths.state) ?? state;
  const orphans = await endOrphans(left);
  if (orphans.length > 0) say(`Ended what had lost its supervisor: ${orphans.join(', ')}`);
  writeState(paths.state, { ...left, processes: currentProcesses(left) });
  return supervised || orphans.length > 0;
};

const stopSupervisor = async (state: MeshState): Promise<void> => {
  const { pid, ticks } = state.supervisor;
  sendSignal(pid, 'SIGTERM');
  const stages = new Set(state.processes.map((one) => one.stage)).size;
  const giveUpAt = Date.now() + Math.max(...state.processes.map((one) => one.stop_grace_ms), 0) * stages + 5000;
  while (isSameProcess(pid, ticks) && Date.now() < giveUpAt) await delay(LOOK_EVERY_MS);
  if (isSameProcess(pid, ticks)) sendSignal(pid, 'SIGKILL');
};

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
