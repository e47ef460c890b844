import { type ChildProcessByStdio, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Advice } from './command-line.ts';

/** Where programs are looked for and what every started process gets, whatever shell the scripts are called from. */
export const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Programs that show pages as Chromium does; the first is Debian's. */
export const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The full path of a program on the PATH or in the usual places, or null. */
export const commandOnPath = (name: string): string | null => {
  const folders = `${process.env.PATH ?? ''}:${SEARCH_PATH}`.split(':').filter((folder) => folder.startsWith('/'));
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
};

/** Runs a program to its end, its output hidden, and gives that. Throws `Advice` with the end of what it said when it fails. */
export const runTool = (command: readonly [string, ...string[]], environment: Record<string, string>): string => {
  const [program, ...parameters] = command;
  const result = spawnSync(program, parameters, { env: { ...process.env, ...environment }, encoding: 'utf8' });
  if (result.status === 0) return result.stdout;
  const said = result.error?.message ?? `${result.stdout}${result.stderr}`.trim().split('\n').slice(-8).join('\n');
  throw new Advice(`This command failed: ${command.join(' ')}\n${said}`);
};

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/**
 * What a program says until it ends, and its exit code, null when a signal ended it. A stop ends the program too, and then
 * throws its reason.
 */
export const readOutput = async (
  child: Child,
  stopped?: AbortSignal,
): Promise<{ code: number | null; out: string; err: string }> => {
  const end = () => child.kill();
  stopped?.addEventListener('abort', end);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  stopped?.removeEventListener('abort', end);
  stopped?.throwIfAborted();
  return { code, out, err };
};
