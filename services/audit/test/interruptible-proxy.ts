import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on loopback whose connections a test can cut, as an outage does. */
export type InterruptibleProxy = {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  /** How many connections were refused. */
  refused(): number;
  close(): Promise<void>;
};

/** Starts a proxy to a port of loopback. */
export const startProxy = async (target: number): Promise<InterruptibleProxy> => {
  const open = new Set<Socket>();
  let isCut = false;
  let refused = 0;
  const track = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((incoming) => {
    track(incoming);
    if (isCut) {
      refused += 1;
      incoming.destroy();
      return;
    }
    const outgoing = connect(target, '127.0.0.1');
    track(outgoing);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend() {
      isCut = false;
    },
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
};
