import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataPaths } from './paths.ts';
import { sendSignal, startTicks } from './process-identity.ts';
import { isSupervised, readState } from './state.ts';
import { endOrphans } from './take-down.ts';

const PARTS = ['backends', 'mesh', 'mesh-dashboard', 'against'];
const KEPT_FOR_MS = 60 * 60_000;

/** A fresh directory for this run, named by its pid; what killed runs left behind is ended, and after an hour removed. */
export const makeTestDirectory = async (parent: string): Promise<string> => {
  const own = join(parent, String(process.pid));
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) if (startTicks(Number(name)) === null) await clearOld(join(parent, name));
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { mode: 0o700 });
  return own;
};

const clearOld = async (directory: string): Promise<void> => {
  for (const part of PARTS) await endLeftOver(join(directory, part));
  if (Date.now() - statSync(directory).mtimeMs > KEPT_FOR_MS) rmSync(directory, { recursive: true, force: true });
};

const endLeftOver = async (directory: string): Promise<void> => {
  const state = readState(dataPaths(directory).state);
  if (state === null) return;
  if (isSupervised(state)) sendSignal(state.supervisor.pid, 'SIGKILL');
  await endOrphans(state);
};

/** Removes a run's directory, or after failures only its data, so that the logs can be read. */
export const clearTestDirectory = (directory: string, keepLogs: boolean): void => {
  const parts = PARTS.map((part) => dataPaths(join(directory, part)));
  const unwanted = keepLogs ? parts.flatMap(({ mongodb, rabbitmq }) => [mongodb, rabbitmq]) : [directory];
  for (const one of unwanted) rmSync(one, { recursive: true, force: true });
};
