import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Express, RequestHandler } from 'express';
import { StartFault } from '../start-fault.ts';
import type { Certificates } from '../tls/certificate.ts';
import { answerClientErrors } from './client-error.ts';
import { endStalled } from './stalled.ts';

export type HttpServer = { port: number; stop(): Promise<void> };

const STOP_MS = 10_000;
const IDLE_MS = 50;
/** More than the gateway takes, since it adds the token and what it seals. */
const HEADER_BYTES = 32 * 1024;
/** Longer than the gateway waits for a request, since its answer has the form of every error and Node's has not. */
const REQUEST_MS = 300_000;

/** Listens and tells the port. Throws a sentence when it is taken. */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} of ${host} is taken. End what listens there or set another one.`;
      reject(error.code === 'EADDRINUSE' ? new StartFault(taken) : error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

/**
 * Takes no new connection, finishes what runs, and ends what has not finished after ten seconds. A connection that becomes
 * idle meanwhile is closed, since its client would hold it open.
 */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), STOP_MS);
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
  });

/** Asks the client of each answer to close its connection once the program stops, so that its next request goes elsewhere. */
export const sendAway =
  (isStopping: () => boolean): RequestHandler =>
  (_request, response, next) => {
    if (isStopping()) response.setHeader('Connection', 'close');
    next();
  };

const LIMITS = { keepAliveTimeout: 65_000, requestTimeout: REQUEST_MS, maxHeaderSize: HEADER_BYTES };

/** A server over TLS that is renewed with its certificate. */
export const openTlsServer = <Options extends object>(certificates: Certificates, options: Options): Server => {
  const server = createTlsServer({ ...options, ...certificates.current() });
  const end = certificates.onRenewal((certificate) => server.setSecureContext(certificate));
  server.once('close', end);
  return server;
};

/** Who shows none is let in, since what it may ask for is decided by request. */
const ASKING = { requestCert: true, rejectUnauthorized: false };

type Listening = {
  port: number;
  host: string;
  certificates?: Certificates | undefined;
  /** Whether clients are asked for a certificate. */
  asksClients?: boolean;
};

/** Serves an application over HTTP, over TLS with certificates. `stop` finishes what runs. Throws a sentence when the port is taken. */
export const startHttpServer = async (app: Express, listening: Listening): Promise<HttpServer> => {
  const { port, host, certificates, asksClients = false } = listening;
  const options = { ...LIMITS, ...(asksClients ? ASKING : {}) };
  const server = certificates ? openTlsServer(certificates, options).on('request', app) : createServer(LIMITS, app);
  server.on('checkExpectation', app);
  answerClientErrors(server);
  endStalled(server);
  return { port: await listen(server, port, host), stop: () => closeServer(server) };
};
