import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientOptions, createClient } from '../src/index.ts';

/** A request as the server got it. */
export type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };

/** Answers a request; `count` tells how many came before it. */
export type Answer = (response: ServerResponse, received: Received, count: number) => void;

export type TestServer = {
  url: string;
  received: Received[];
  answer(as: Answer): void;
  /** A client of it. */
  client(options?: Partial<ClientOptions>): ReturnType<typeof createClient>;
  stop(): Promise<void>;
};

/** Answers JSON. */
export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** An error as the API answers it. */
export const refusal = (code: string, details: object = {}) => ({
  error: { code, message: `It is ${code}.`, request_id: 'req_1', details },
});

/** A server on the loopback that answers as a test says. */
export const startServer = async (): Promise<TestServer> => {
  const received: Received[] = [];
  let answer: Answer = (response) => json(response, 200, { data: {} });
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const one = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts),
    };
    received.push(one);
    answer(response, one, received.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    answer(as) {
      received.length = 0;
      answer = as;
    },
    client: (options) => createClient({ baseUrl: url, credential: { apiKey: 'qsc_test_key' }, ...options }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** What a promise is rejected with. */
export const rejection = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It was not rejected.');
    },
    (error: unknown) => error,
  );
