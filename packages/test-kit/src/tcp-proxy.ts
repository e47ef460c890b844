import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire that can be cut: what connects to `port` reaches the target, until `cut` ends and refuses connections. */
export type TcpProxy = {
  port: number;
  cut(): void;
  /** Keeps connections open and takes new ones, and hands nothing on any more. */
  silence(): void;
  /** Holds the next bytes back from the target, from when this resolves until what it resolves with is called. */
  holdNext(): Promise<() => void>;
  restore(): void;
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
  let caught: ((release: () => void) => void) | null = null;
  const track = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const handOn = (from: Socket, to: Socket, { holds = false } = {}): void => {
    from.on('end', () => to.end());
    from.on('data', (bytes) => {
      if (isSilent) return;
      const write = () => to.writable && to.write(bytes);
      if (holds && caught) {
        from.pause();
        caught(() => {
          write();
          from.resume();
        });
        caught = null;
      } else if (lagMs === 0) write();
      else setTimeout(write, lagMs);
    });
  };
  const server = createServer((incoming) => {
    track(incoming);
    if (isCut) return incoming.destroy();
    const outgoing = track(connect(target.port, target.host));
    handOn(incoming, outgoing, { holds: true });
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
    holdNext: () =>
      new Promise((resolve) => {
        caught = resolve;
      }),
    restore() {
      [isCut, isSilent] = [false, false];
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
