import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

export type HttpServer = { port: number; stop(): Promise<void> };

const STOP_MS = 10_000;
const IDLE_MS = 50;

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), STOP_MS);
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
  });

/** Serves an application over HTTP. `stop` finishes what runs. Throws a sentence when the port is taken. */
export const startHttpServer = (app: Express, port: number, host: string): Promise<HttpServer> => {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, app);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} of ${host} is taken. End what listens there or set another HTTP_PORT.`;
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
    });
    server.listen(port, host, () =>
      resolve({ port: (server.address() as AddressInfo).port, stop: () => stop(server) }),
    );
  });
};
