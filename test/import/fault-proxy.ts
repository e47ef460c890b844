import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on the way: it passes, is cut off before or after it was served, or gets another answer. */
export type Fate =
  | 'pass'
  | 'cut'
  | 'cut the answer'
  | { status: number; headers?: Record<string, string>; body?: unknown };

export type Passing = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** Decides about a request once it has come in as a whole; what passes later passes also when its sender is gone. */
export type ChooseFate = (passing: Passing) => Fate | Promise<Fate>;

export type FaultProxy = {
  url: string;
  /** Every request that came, in order. */
  seen: Passing[];
  /** The most requests that were under way at once. */
  mostAtOnce(): number;
  /** Decides about the requests from now on. */
  disturb(chooseFate: ChooseFate): void;
  close(): Promise<void>;
};

/** Opens a proxy to services on the loopback that can disturb requests; `getPort` tells whose a path is. */
export const startFaultProxy = async (getPort: (path: string) => number): Promise<FaultProxy> => {
  const seen: Passing[] = [];
  let chooseFate: ChooseFate = () => 'pass';
  let [underWay, most] = [0, 0];
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    underWay += 1;
    most = Math.max(most, underWay);
    outgoing.once('close', () => {
      underWay -= 1;
    });
    const body = Buffer.concat(await incoming.toArray()).toString();
    const passing = { method, path: url, headers, body };
    seen.push(passing);
    meet(await chooseFate(passing), { passing, outgoing, port: getPort(url) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    mostAtOnce: () => most,
    disturb(next) {
      chooseFate = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

type Exchange = { passing: Passing; outgoing: ServerResponse; port: number };

const meet = (fate: Fate, exchange: Exchange): void => {
  const { outgoing } = exchange;
  if (fate === 'cut') outgoing.destroy();
  else if (fate === 'pass' || fate === 'cut the answer') forward(exchange, fate === 'pass');
  else {
    const { status, headers = {}, body = { error: { code: 'internal_error', message: 'A fault.' } } } = fate;
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }
};

const forward = ({ passing, outgoing, port }: Exchange, withAnswer: boolean): void => {
  const { method, path, headers, body } = passing;
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    if (withAnswer) {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    answer.resume().once('end', () => outgoing.destroy());
  });
  onward.once('error', () => outgoing.destroy());
  onward.end(body);
};
