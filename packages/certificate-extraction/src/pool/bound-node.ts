import { spawnSync } from 'node:child_process';

/** The program to start and what stands before the arguments of Node itself. */
export type NodeStart = { execPath: string; execArgv: readonly string[] };

const PLAIN: NodeStart = { execPath: process.execPath, execArgv: [] };
// Part of util-linux. The kernel ends the process, whatever it is busy with.
const BOUND: NodeStart = { execPath: '/usr/bin/setpriv', execArgv: ['--pdeathsig', 'KILL', process.execPath] };

let known: NodeStart | undefined;

/** How Node is started so that it ends with the process that starts it, even killed; plainly where the system cannot. */
export const boundNode = (): NodeStart => {
  known ??= spawnSync(BOUND.execPath, [...BOUND.execArgv, '--version'], { env: {} }).status === 0 ? BOUND : PLAIN;
  return known;
};
