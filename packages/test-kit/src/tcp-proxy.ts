import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire that can be cut: what connects to `port` reaches the target, until `cut` ends and refuses connections. */
export type TcpProxy = {
  port: number;
  cut(): void;
  /** Keeps connections open and takes new ones, and hands nothing on any more. */
  silence(): void;
  mend(): void;
  close(): Promise<void>;
};

/**
 * Opens a proxy on a free port of the loopback.
 * @param lagMs how long it keeps whatever it hands on.
 */
export const startTcpProxy = async (target: { host: string; port: number }, lagMs = 0): Promise<TcpProxy> => {
  const open = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const handOn = (from: Socket, to: Socket): void => {
    from.on('end', () => to.end());
    from.on('data', (bytes) => {
      if (isSilent) return;
      if (lagMs === 0) to.write(bytes);
      else setTimeout(() => to.writable && to.write(bytes), lagMs);
    });
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (isCut) return incoming.destroy();
    const outgoing = keep(connect(target.port, target.host));
    handOn(incoming, outgoing);
    handOn(outgoing, incoming);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    silence() {
      isSilent = true;
    },
    mend() {
      [isCut, isSilent] = [false, false];
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
