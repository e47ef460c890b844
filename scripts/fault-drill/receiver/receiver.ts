import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One arrival of a message. */
export type Receipt = {
  /** Its `webhook-id`. */
  messageId: string;
  /** A checksum of its body. */
  body: string;
  /** The audit entry that it tells of. */
  entryId: string;
  at: number;
  /** Whether it was answered with success. */
  isTaken: boolean;
};

/** A time in which no request is answered. */
export type Silence = {
  /** Resolves when a request waits. */
  reached: Promise<void>;
  /** Ends it; requests that waited never get an answer. */
  end(): void;
};

/** A receiver of webhooks. */
export type Receiver = {
  /** Its address for such a path. */
  urlOf(path: string): string;
  /** What arrived at a path, in its order; it grows. */
  receipts(path: string): readonly Receipt[];
  silence(): Silence;
  close(): Promise<void>;
};

/** Which requests are answered with 500: each so manieth, unless its message had that answer before. Null for none. */
type Options = { failsEach: number | null };

/** Opens a receiver on a free port of the loopback. */
export const openReceiver = async ({ failsEach }: Options): Promise<Receiver> => {
  const receipts = new Map<string, Receipt[]>();
  const refused = new Set<string>();
  let [requests, isSilent, met] = [0, false, (): void => {}];

  const receiptsOf = (path: string): Receipt[] => {
    const known = receipts.get(path) ?? [];
    receipts.set(path, known);
    return known;
  };

  const refuses = (path: string, messageId: string): boolean => {
    requests += 1;
    const key = `${path} ${messageId}`;
    if (failsEach === null || requests % failsEach !== 0 || refused.has(key)) return false;
    refused.add(key);
    return true;
  };

  const waiting = new Set<IncomingMessage>();

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request);
    if (isSilent) {
      waiting.add(request);
      return met();
    }
    const path = request.url ?? '';
    const messageId = String(request.headers['webhook-id']);
    const isTaken = !refuses(path, messageId);
    receiptsOf(path).push({ messageId, body: checksumOf(body), entryId: entryOf(body), at: Date.now(), isTaken });
    response.writeHead(isTaken ? 204 : 500).end();
  };

  const server = createServer((request, response) => {
    // A process that is killed while it sends has told nothing.
    receive(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    receipts: receiptsOf,
    silence() {
      const first = Promise.withResolvers<void>();
      [isSilent, met] = [true, first.resolve];
      return {
        reached: first.promise,
        end() {
          isSilent = false;
          for (const { socket } of waiting) socket.destroy();
          waiting.clear();
        },
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const textOf = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

const checksumOf = (body: string): string => createHash('sha256').update(body).digest('hex');

const entryOf = (body: string): string => String((JSON.parse(body) as { data: { id: unknown } }).data.id);
