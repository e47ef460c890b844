import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * One address of several replicas, as a Service of Kubernetes is: a new connection goes to the next of those that are in, and
 * one that is open stays where it is.
 */
export type Balancer = {
  port: number;
  /** Lets the replica that listens on the port in. */
  join(port: number): void;
  /** Sends no new connection to it any more. */
  leave(port: number): void;
  close(): void;
};

const CHECK_EVERY_MS = 500;
const CHECK_TIMEOUT_MS = 2_000;

/** Opens a balancer on a free port of the loopback, with no replica behind it yet. */
export const openBalancer = async (): Promise<Balancer> => {
  const inside: number[] = [];
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer({ noDelay: true }, (incoming) => {
    keep(incoming);
    const port = inside.shift();
    if (port === undefined) return void incoming.destroy();
    inside.push(port);
    const outgoing = keep(connect({ port, host: '127.0.0.1', noDelay: true }));
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const leave = (port: number): void => {
    const place = inside.indexOf(port);
    if (place >= 0) inside.splice(place, 1);
  };
  return {
    port: (server.address() as AddressInfo).port,
    join(port) {
      leave(port);
      inside.push(port);
    },
    leave,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: CHECK_TIMEOUT_MS });
    const finish = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => finish(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => finish(false));
  });

/** Lets those of the ports in that take connections, as the TCP check of haproxy does, until it is aborted. */
export const checkHealth = (balancer: Balancer, ports: readonly number[], over: AbortSignal): void => {
  const check = async (port: number): Promise<void> => {
    for (let isIn = false; !over.aborted; ) {
      const isUp = await isListening(port);
      if (isUp !== isIn) balancer[isUp ? 'join' : 'leave'](port);
      isIn = isUp;
      await delay(CHECK_EVERY_MS, undefined, { signal: over }).catch(() => {});
    }
  };
  for (const port of ports) void check(port);
};
