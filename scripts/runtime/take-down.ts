import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from './command-line.ts';
import { endOrphans } from './orphans.ts';
import type { DataPaths } from './paths.ts';
import { isSameProcess, sendSignal } from './process-identity.ts';
import { currentProcesses, isSupervised, type MeshState, readState, writeState } from './state.ts';

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
