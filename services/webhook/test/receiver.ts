import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@qsc/test-kit';
import { Webhook as StandardWebhook } from 'standardwebhooks';

/** A request as a receiver got it, its body as it came. */
export type Received = { headers: IncomingHttpHeaders; body: string; path: string; at: number };

type Answer = (response: ServerResponse, received: Received) => void;

/** A real receiver of webhooks on this machine, which answers as a test says. */
export type Receiver = {
  url: string;
  received: Received[];
  /** How many requests it has not answered yet, and the most that it ever had. */
  open(): number;
  mostOpen(): number;
  /** How it answers from now on. */
  answer(as: Answer): void;
  /** The events of a kind that have come, parsed. */
  events(name: string): { event: string; timestamp: string; data: Record<string, unknown> }[];
  /** Waits until it has had so many requests. */
  has(count: number): Promise<Received[]>;
  stop(): Promise<void>;
};

export const accepted: Answer = (response) => void response.writeHead(204).end();

export const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Never answers. */
export const silent: Answer = () => {};

const readBody = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

/** Starts one that takes everything. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  let answer = accepted;
  let open = 0;
  let mostOpen = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => {
      open -= 1;
    });
    const one = { headers: request.headers, body: await readBody(request), path: request.url ?? '', at: Date.now() };
    received.push(one);
    answer(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    open: () => open,
    mostOpen: () => mostOpen,
    answer: (as) => {
      answer = as;
    },
    events: (name) => received.map(({ body }) => JSON.parse(body)).filter(({ event }) => event === name),
    has: (count) => eventually(`${count} requests`, () => received.length >= count && received),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Verifies a request with a library that we did not write. Throws where the signature is not the secret's. */
export const verify = (secret: string, received: Received | undefined): unknown =>
  new StandardWebhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>);
