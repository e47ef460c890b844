import { createServer } from 'node:net';
import { Advice } from './command-line.ts';
import { portOwner } from './port-owner.ts';

/** A port that a process will listen on, and what for. */
export type PortUse = { port: number; purpose: string };

const OFFSETS = { gatewayMetrics: 90, mongodb: 17, rabbitmq: 72, rabbitmqDistribution: 73, epmd: 74 } as const;

/** The last port above the base that the mesh may take. */
export const HIGHEST_OFFSET = 116;

/** The ports of everything that is not a row in the table of services. */
export const infrastructurePorts = (base: number): Record<keyof typeof OFFSETS, number> => ({
  gatewayMetrics: base + OFFSETS.gatewayMetrics,
  mongodb: base + OFFSETS.mongodb,
  rabbitmq: base + OFFSETS.rabbitmq,
  rabbitmqDistribution: base + OFFSETS.rabbitmqDistribution,
  epmd: base + OFFSETS.epmd,
});

/** Whether nothing listens on the port of the loopback address. */
const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });

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

/** A base whose ports are all free now and that is none of those taken, below the range that the system hands out by itself. */
export const findFreePortBase = async (taken: readonly number[] = []): Promise<number> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const base = 12_000 + 200 * Math.floor(Math.random() * 90);
    if (taken.includes(base)) continue;
    const ports = Array.from({ length: HIGHEST_OFFSET + 1 }, (_, offset) => base + offset);
    if ((await Promise.all(ports.map(isPortFree))).every(Boolean)) return base;
  }
  throw new Advice('No run of free ports was found between 12000 and 30000. Stop some programs and try again.');
};
