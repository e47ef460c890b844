import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A small real service behind the gateway, which remembers what reached it. */
export type RecordingService = {
  url: string;
  seen: Seen[];
  /** How it answers from now on; the body of a request is read before, unless `streams`. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Leaves the body to `answer`. */
  streams: boolean;
  /** Gives no answer to anything, not even to whether it lives. */
  hangs: boolean;
  document: unknown;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
};

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));

const stop = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

const answerOk = (_request: IncomingMessage, response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end('{"data":"ok"}');

export const startRecordingService = async (): Promise<RecordingService> => {
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (service.hangs) return;
    if (request.url === '/livez') return void response.end('{}');
    if (request.url === '/openapi.json') return void response.end(JSON.stringify(service.document));
    const record = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: '' };
    service.seen.push(record);
    if (!service.streams) for await (const chunk of request.setEncoding('utf8')) record.body += chunk;
    service.answer(request, response);
  };
  const open = () => createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  let server = open();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const service: RecordingService = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    answer: answerOk,
    streams: false,
    hangs: false,
    document: { openapi: '3.1.0', info: { title: 'service', version: '1' }, paths: {} },
    stop: () => stop(server),
    async restart() {
      server = open();
      await listen(server, port);
    },
  };
  return service;
};
