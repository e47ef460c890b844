import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Advice, type Say } from './command-line.ts';
import { withLock } from './lock.ts';
import { TOOLS } from './paths.ts';
import { commandOnPath, runTool } from './tool.ts';

/**
 * A program that is built from the Go module proxy: its name, the package of its command, and the version. `command`: what Go calls
 * it, where that is not its name.
 */
export type GoTool = { name: string; package: string; version: string; command?: string };

/** Where Go's own installation puts it, often beside the PATH. */
const GO = ['/usr/local/go/bin/go'];

/** The path of Go. Throws `Advice` where it is missing. */
export const findGo = (): string => {
  const go = GO.find((path) => existsSync(path)) ?? commandOnPath('go');
  if (go === null)
    throw new Advice('Go is missing, and some tools are built by it. Install it: apt-get install golang');
  return go;
};

/** The folder of a module's source, read-only. Throws `Advice` where the proxy does not give it. */
export const goModuleFolder = (module: string): string => {
  const { stdout, stderr } = spawnSync(findGo(), ['mod', 'download', '-json', module], { encoding: 'utf8' });
  const { Dir } = stdout ? (JSON.parse(stdout) as { Dir?: string }) : {};
  if (!Dir) throw new Advice(`The module ${module} could not be had.\n${stderr || stdout}`);
  return Dir;
};

/** The path of the program, built where it is missing. Throws `Advice` where that fails. */
export const findGoTool = async (tool: GoTool, say: Say): Promise<string> => {
  const folder = join(TOOLS, tool.name, tool.version);
  const program = join(folder, tool.command ?? tool.name);
  if (existsSync(program)) return program;
  const go = findGo();
  mkdirSync(dirname(folder), { recursive: true });
  return withLock(`${folder}.lock`, async () => {
    if (existsSync(program)) return program;
    say(`${tool.name.padEnd(13)} building ${tool.version}, which takes minutes`);
    runTool([go, 'install', `${tool.package}@${tool.version}`], { GOBIN: folder, GOFLAGS: '-trimpath' });
    return program;
  });
};
