import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
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

/** What Go would keep in the home directory lies with the other tools, and can be removed like them. */
const GO_FOLDERS = {
  GOPATH: join(TOOLS, 'go'),
  GOMODCACHE: join(TOOLS, 'go', 'pkg', 'mod'),
  GOCACHE: join(TOOLS, 'cache', 'go-build'),
  GOFLAGS: '-modcacherw',
  // Where it counts how often it was called, among the person's settings otherwise.
  XDG_CONFIG_HOME: join(TOOLS, 'go', 'config'),
};

/** What the person set by `go env -w`, such as another proxy, holds here too. */
const ownSettings = ({ GOENV, XDG_CONFIG_HOME }: NodeJS.ProcessEnv): Record<string, string> => ({
  GOENV: GOENV || join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'go', 'env'),
});

/** Before 1.21 Go does not fetch the newer Go that a tool asks for. */
const LEAST_MINOR = 21;

const run = (go: string, parameters: readonly string[], environment: Record<string, string> = {}): string =>
  runTool([go, ...parameters], { ...GO_FOLDERS, ...ownSettings(process.env), ...environment });

/** Runs Go, its output hidden; everything that it keeps lies in `.tools`. Throws `Advice` where it is missing or fails. */
export const runGo = (parameters: readonly string[], environment: Record<string, string> = {}): string =>
  run(findGo(installed()), parameters, environment);

const installed = (): string[] => [...GO, commandOnPath('go') ?? ''].filter((path) => existsSync(path));

const isNewEnough = (go: string): boolean => {
  const [, major, minor] = /\bgo(\d+)\.(\d+)/.exec(run(go, ['version'])) ?? [];
  return Number(major) > 1 || Number(minor) >= LEAST_MINOR;
};

/** The first of these programs that is new enough. Throws `Advice` where none is. */
export const findGo = (candidates: readonly string[]): string => {
  const go = candidates.find(isNewEnough);
  if (go !== undefined) return go;
  const older = candidates.length > 0 ? ` (older: ${candidates.join(', ')})` : '';
  throw new Advice(
    `Go 1.${LEAST_MINOR} or newer is missing${older}, and some tools are built by it. Install it: https://go.dev/doc/install`,
  );
};

/** The folder of a module's source, read-only. Throws `Advice` where the proxy does not give it. */
export const goModuleFolder = (module: string): string =>
  (JSON.parse(runGo(['mod', 'download', '-json', module])) as { Dir: string }).Dir;

/** The path of the program, built where it is missing. Throws `Advice` where that fails. */
export const findGoTool = async (tool: GoTool, say: Say): Promise<string> => {
  const folder = join(TOOLS, tool.name, tool.version);
  const program = join(folder, tool.command ?? tool.name);
  if (existsSync(program)) return program;
  mkdirSync(dirname(folder), { recursive: true });
  return withLock(`${folder}.lock`, async () => {
    if (existsSync(program)) return program;
    say(`${tool.name.padEnd(13)} building ${tool.version}, which takes minutes`);
    runGo(['install', '-trimpath', `${tool.package}@${tool.version}`], { GOBIN: folder });
    return program;
  });
};
