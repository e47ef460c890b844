import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../packages/test-kit/src/eventually.ts';
import { type DataPaths, prepareDataDirectory, REPOSITORY } from '../../scripts/runtime/paths.ts';
import type { Plan, ProcessSpec } from '../../scripts/runtime/plan.ts';
import { findFreePortBase } from '../../scripts/runtime/ports.ts';
import { type ProcessState, readState } from '../../scripts/runtime/state.ts';
import { takeDown } from '../../scripts/runtime/take-down.ts';

/** Swallows progress. */
export const quiet = (): void => {};

/** A process of one small program, answering on the port. */
export const smallProcess = (name: string, port: number, program = 'answering'): ProcessSpec => ({
  name,
  stage: 0,
  command: [process.execPath, join(import.meta.dirname, 'program', `${program}.ts`)],
  environment: { HTTP_PORT: String(port) },
  httpPort: port,
  ports: [{ port, purpose: name }],
  probe: { kind: 'http', port, path: '/' },
  stopGraceMs: 2000,
});

export type SmallMesh = { paths: DataPaths; plan: Plan; portBase: number; remove: () => Promise<void> };

/** A data directory of its own and a plan of two small programs; nothing is started. */
export const makeSmallMesh = async (): Promise<SmallMesh> => {
  const paths = prepareDataDirectory(mkdtempSync(join(tmpdir(), 'small-mesh-')));
  const portBase = await findFreePortBase();
  const processes = [smallProcess('one', portBase), smallProcess('other', portBase + 1)];
  const plan = { workingDirectory: REPOSITORY, logs: paths.logs, state: paths.state, processes };
  const remove = async () => {
    await takeDown(paths, quiet);
    rmSync(paths.root, { recursive: true, force: true });
  };
  return { paths, plan, portBase, remove };
};

/** What is written down of the process right now. */
export const findProcess = (paths: DataPaths, name: string): ProcessState => {
  const found = readState(paths.state)?.processes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Nothing is known of ${name}.`);
  return found;
};

/** The state of the process as soon as it fits. */
export const waitForState = (read: () => ProcessState, fits: (state: ProcessState) => boolean): Promise<ProcessState> =>
  eventually('a state of a process', () => {
    const state = read();
    return fits(state) && state;
  });
