import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire that can be cut: what connects to `port` reaches the target, until `cut` ends and refuses connections. */
export type TcpProxy = { port: number; cut(): void; mend(): void; close(): Promise<void> };

/** Opens a proxy on a free port of the loopback. */
export const startTcpProxy = async (target: { host: string; port: number }): Promise<TcpProxy> => {
  const open = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (isCut) return incoming.destroy();
    const outgoing = keep(connect(target.port, target.host));
    incoming.pipe(outgoing).pipe(incoming);
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
    mend() {
      isCut = false;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
