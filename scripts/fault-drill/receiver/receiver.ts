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

/** A webhook of the drill and what arrived at it. What is written after `since` has to arrive. */
export type Webhook = { id: string; since: Date; receipts: readonly Receipt[] };

/** A receiver of webhooks. */
export type Receiver = {
  /** Its address for such a path. */
  getUrl(path: string): string;
  /** What arrived at a path, in its order; it grows. */
  receipts(path: string): readonly Receipt[];
  close(): Promise<void>;
};

/** Which requests are answered with 500: each so manieth, unless its message had that answer before. Null for none. */
type Options = { failsEach: number | null };

/** Opens a receiver on a free port of the loopback. */
export const openReceiver = async ({ failsEach }: Options): Promise<Receiver> => {
  const receipts = new Map<string, Receipt[]>();
  const refuses = makeRefusals(failsEach);

  const listReceipts = (path: string): Receipt[] => {
    const known = receipts.get(path) ?? [];
    receipts.set(path, known);
    return known;
  };

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await toText(request);
    const [path, messageId] = [request.url ?? '', String(request.headers['webhook-id'])];
    const arrived = { messageId, body: getChecksum(body), entryId: getEntry(body), at: Date.now() };
    const isTaken = !refuses(`${path} ${messageId}`);
    listReceipts(path).push({ ...arrived, isTaken });
    response.writeHead(isTaken ? 204 : 500).end();
  };

  const server = createServer((request, response) => {
    // A process that is killed while it sends has reported nothing.
    receive(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    getUrl: (path) => `http://127.0.0.1:${port}${path}`,
    receipts: listReceipts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Says of each message whether it is refused this time. */
const makeRefusals = (each: number | null): ((message: string) => boolean) => {
  const refused = new Set<string>();
  let requested = 0;
  return (message) => {
    requested += 1;
    if (each === null || requested % each !== 0 || refused.has(message)) return false;
    refused.add(message);
    return true;
  };
};

const toText = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

const getChecksum = (body: string): string => createHash('sha256').update(body).digest('hex');

const getEntry = (body: string): string => String((JSON.parse(body) as { data: { id: unknown } }).data.id);

/** The receivers of the drill: one that takes everything, and one that answers 500 now and then. */
export type Receivers = { steady: Receiver; moody: Receiver };

const MOODY_FAILS_EACH = 10;

/** Opens both. */
export const openReceivers = async (): Promise<Receivers> => ({
  steady: await openReceiver({ failsEach: null }),
  moody: await openReceiver({ failsEach: MOODY_FAILS_EACH }),
});

export const closeReceivers = async ({ steady, moody }: Receivers): Promise<void> => {
  await Promise.all([steady.close(), moody.close()]);
};
