import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

const listeningSockets = (port: number): Set<string> => {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readOrEmpty(table).split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields[1]?.endsWith(wanted) && fields[3] === LISTENING && fields[9]) inodes.add(`socket:[${fields[9]}]`);
    }
  }
  return inodes;
};

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const holdsSocket = (pid: string, sockets: Set<string>): boolean => {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`)));
  } catch {
    // The process ended meanwhile, or belongs to somebody else.
    return false;
  }
};

/** Who listens on the port, or null when that is not for us to see (another user's process, no /proc). */
export const portOwner = (port: number): { pid: number; command: string } | null => {
  const sockets = listeningSockets(port);
  if (sockets.size === 0) return null;
  const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && holdsSocket(entry, sockets));
  if (pid === undefined) return null;
  return { pid: Number(pid), command: readOrEmpty(`/proc/${pid}/comm`).trim() };
};
