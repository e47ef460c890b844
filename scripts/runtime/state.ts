import { readJson, writePrivateFile } from './private-file.ts';
import { isSameProcess } from './process-identity.ts';

export type ProcessPhase = 'running' | 'starting' | 'stopped' | 'failing';

/** What is known of one process; `ticks` tells it from a later one with the same pid. */
export type ProcessState = {
  name: string;
  pid: number | null;
  ticks: number | null;
  http_port: number | null;
  state: ProcessPhase;
  restarts: number;
  started_at: string | null;
  stop_grace_ms: number;
  stage: number;
};

/** What a supervisor writes down at every change. */
export type MeshState = {
  supervisor: { pid: number; ticks: number | null };
  processes: ProcessState[];
};

/** The last written state, or null when nothing was ever started. */
export const readState = (path: string): MeshState | null => readJson<MeshState>(path);

/** Stores the state in one piece. */
export const writeState = (path: string, state: MeshState): void =>
  writePrivateFile(path, JSON.stringify(state, null, 2));

/** Whether the supervisor that wrote the state still runs. */
export const isSupervised = (state: MeshState | null): state is MeshState =>
  state !== null && isSameProcess(state.supervisor.pid, state.supervisor.ticks);

/** The processes as they are at this moment: what is noted down but gone counts as stopped. */
export const currentProcesses = (state: MeshState): ProcessState[] =>
  state.processes.map((one) =>
    isSameProcess(one.pid, one.ticks) ? one : { ...one, pid: null, ticks: null, state: stateWithoutProcess(one) },
  );

const stateWithoutProcess = (one: ProcessState): ProcessPhase => (one.state === 'failing' ? 'failing' : 'stopped');
