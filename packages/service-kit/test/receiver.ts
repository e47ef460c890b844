import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that arrived. */
export type Arrived = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** Two receivers on one port of two loopback addresses; both answer alike. */
export type Receivers = {
  port: number;
  /** What arrived on 127.0.0.1. */
  inside: Arrived[];
  /** What arrived on any other address of the machine. */
  outside: Arrived[];
  answer: (request: Arrived, response: ServerResponse) => void;
  /** From then on nobody listens on 127.0.0.1. */
  stopInside(): Promise<void>;
  stop(): Promise<void>;
};

const OUTSIDE = ['127.0.0.2', '::1'];

const stopServer = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};

/** Starts them; nothing of a test leaves the machine, whatever is called. */
export const startReceivers = async (): Promise<Receivers> => {
  const serverFor = (arrivals: Arrived[]): Server =>
    createServer(async (request, response) => {
      const { method = '', url: path = '', headers } = request;
      const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
      const arrived = { method, path, headers, body };
      arrivals.push(arrived);
      receivers.answer(arrived, response);
    });
  const listen = async (server: Server, port: number, host: string): Promise<Server> => {
    server.listen(port, host);
    await once(server, 'listening');
    return server;
  };
  const [inside, outside]: [Arrived[], Arrived[]] = [[], []];
  const first = await listen(serverFor(inside), 0, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  const others = await Promise.all(OUTSIDE.map((host) => listen(serverFor(outside), port, host)));
  const receivers: Receivers = {
    port,
    inside,
    outside,
    answer: (_request, response) => void response.end('taken'),
    stopInside: () => stopServer(first),
    stop: async () => {
      await Promise.all([first, ...others].map(stopServer));
    },
  };
  return receivers;
};
