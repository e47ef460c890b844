import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'container.sh');
const PATH = '/opt/node:/usr/sbin:/usr/bin';

/** What a container is made of: an empty folder to mount in, the tree, the user, and the one folder beside /tmp that can be written. */
export type Container = { root: string; tree: string; user: number; volume: string };

/** The kinds of mounts that a container has, tried in a namespace of their own. */
const TRIAL =
  'mount -t tmpfs tmpfs /mnt && mkdir /mnt/usr && mount --bind /usr /mnt/usr && mount -o remount,bind,ro /mnt/usr';

/** Whether this process may make what a container is: mounts of its own, and another user. */
export const canContain = (): boolean =>
  process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'sh', '-c', TRIAL]).status === 0;

/** Runs a command in a container; the process is the command's own, so a signal reaches it. */
export const runContained = (
  { root, tree, user, volume }: Container,
  command: readonly string[],
  environment: Record<string, string>,
): ChildProcess => {
  const container = [root, tree, realpathSync(process.execPath), String(user), volume];
  return spawn('unshare', ['-m', 'sh', SCRIPT, ...container, ...command], {
    env: { ...environment, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};
