import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { Advice } from './command-line.ts';

/** A port that a process will listen on, and what for. */
export type PortUse = { port: number; purpose: string };

const OFFSETS = { mongodb: 17, rabbitmq: 72, rabbitmqDistribution: 73, epmd: 74 } as const;

/** The last port above the base that the mesh may take. */
export const HIGHEST_OFFSET = 116;

/** The ports of everything that is not a row in the table of services. */
export const infrastructurePorts = (base: number): Record<keyof typeof OFFSETS, number> => ({
  mongodb: base + OFFSETS.mongodb,
  rabbitmq: base + OFFSETS.rabbitmq,
  rabbitmqDistribution: base + OFFSETS.rabbitmqDistribution,
  epmd: base + OFFSETS.epmd,
});

/** Listens on a port of the loopback address; null where something else does. */
const takePort = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(server));
  });

/** Whether nothing listens on the port of the loopback address. */
const isPortFree = async (port: number): Promise<boolean> => {
  const server = await takePort(port);
  if (server === null) return false;
  return new Promise((resolve) => server.close(() => resolve(true)));
};

/** Throws `Advice` that names the first taken port, who holds it if that can be seen, and what to do. */
export const requireFreePorts = async (uses: readonly PortUse[]): Promise<void> => {
  for (const { port, purpose } of uses) {
    if (await isPortFree(port)) continue;
    const owner = portOwner(port);
    const holder = owner === null ? 'another program' : `pid ${owner.pid} (${owner.command})`;
    throw new Advice(
      `Port ${port}, needed for ${purpose}, is taken by ${holder}. ` +
        'Stop that program, or move all ports: QSC_PORT_BASE=8400 ./scripts/up',
    );
  }
};

const BASES = { first: 12_000, apart: 200, count: 90 } as const;

/**
 * A base whose ports are all free, below the range that the system hands out by itself. Nobody else is given it while this
 * process lives: the port before the next base is held for that.
 */
export const findFreePortBase = async (): Promise<number> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const base = BASES.first + BASES.apart * Math.floor(Math.random() * BASES.count);
    const held = await takePort(base + BASES.apart - 1);
    if (held === null) continue;
    held.unref();
    const ports = Array.from({ length: HIGHEST_OFFSET + 1 }, (_, offset) => base + offset);
    if ((await Promise.all(ports.map(isPortFree))).every(Boolean)) return base;
    held.close();
  }
  throw new Advice('No run of free ports was found between 12000 and 30000. Stop some programs and try again.');
};

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
