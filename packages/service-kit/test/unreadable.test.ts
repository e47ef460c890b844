import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type Account, refuseUnreadable } from '../src/http/unreadable.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const UNREADABLE = 'GET / HTTP/1.1\r\nNo colon\r\n\r\n';
const CONNECT = 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n';

describe('what cannot be read, behind other requests of its connection', () => {
  let server: Server;
  /** What cannot be read has come. */
  let met: Promise<unknown>;

  const connected = async (listener: RequestListener, account?: Account): Promise<Socket> => {
    server = createServer(listener);
    refuseUnreadable(server, account);
    met = Promise.race([once(server, 'clientError'), once(server, 'connect')]);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    return socket.on('error', () => {});
  };

  /** All that a connection is answered to these bytes. */
  const answersTo = async (listener: RequestListener, bytes: string, account?: Account): Promise<string> => {
    const socket = await connected(listener, account);
    socket.write(bytes);
    return text(socket);
  };

  const listStatuses = (answers: string): string[] => answers.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  for (const [what, last, status] of [
    ['a request', UNREADABLE, '400'],
    ['a tunnel', CONNECT, '405'],
  ] as const) {
    it(`is answered where every one before it is: ${what}`, async () => {
      const socket = await connected((_request, response) => response.end('whole'));
      for (let request = 0; request < 2; request += 1) {
        socket.write(GET);
        await once(socket, 'data');
      }
      socket.write(last);
      expect(listStatuses(await text(socket))).to.deep.equal([status]);
    });

    it(`is no answer to a request whose own waits behind another one, and ends the work for it: ${what}`, async () => {
      const ended = Promise.withResolvers<void>();
      const waiting = `${GET.replace('/', '/first')}${GET.replace('/', '/second')}`;
      const answers = await answersTo((request, response) => {
        if (request.url === '/first') return response.write('a part');
        if (request.url === '/second') return response.end('whole');
        response.write('another part');
        response.on('close', ended.resolve);
      }, `${waiting}${GET}${last}`);
      expect(listStatuses(answers).filter((one) => one !== '200')).to.deep.equal([]);
      await ended.promise;
    });

    it(`is no answer to a whole request that still waits for its own: ${what}`, async () => {
      expect(await answersTo(() => {}, `${GET}${last}`)).to.equal('');
    });
  }

  it('is nothing behind a request that ends the connection, which has its answer', async () => {
    const closing = GET.replace('Host', 'Connection: close\r\nHost');
    const answers = await answersTo(async (_request, response) => {
      await met;
      response.end('whole');
    }, `${closing}${GET}`);
    expect(listStatuses(answers)).to.deep.equal(['200']);
    expect(answers).to.match(/whole$/);
  });

  it('ends the connection where it cannot be counted', async () => {
    expect(
      await answersTo(
        () => {},
        UNREADABLE,
        () => Promise.reject(new Error('away')),
      ),
    ).to.equal('');
  });

  it('is answered where it is the body of the request itself', async () => {
    const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n';
    const answers = await answersTo((request) => void request.resume(), chunked);
    expect(listStatuses(answers)).to.deep.equal(['400']);
  });
});

/** How often the server looks for what is late, and a time longer than that. */
const LOOK_MS = 20;
const STARVED_MS = 200;

describe('a request that is late', () => {
  let server: Server;
  let heard: string[];
  /** The server's end of the connection. */
  let taken: Socket;

  beforeEach(async () => {
    heard = [];
    server = createServer({ connectionsCheckingInterval: LOOK_MS }, async (request, response) => {
      heard.push('head');
      const body = await text(request).catch(() => null);
      if (body !== null) heard.push(body);
      response.end('whole');
    });
    refuseUnreadable(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const connected = async (): Promise<Socket> => {
    const come = once(server, 'connection');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    [taken] = (await come) as [Socket];
    return socket;
  };

  /** From now on every time is over when the server looks. */
  const endTime = (): void => {
    server.headersTimeout = 1;
    server.requestTimeout = 1;
  };

  /** Holds this thread, as a machine does that gives the program no time; what was sent waits in the kernel meanwhile. */
  const starve = (): void => {
    endTime();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STARVED_MS);
  };

  const POST = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\n';

  it('is taken where it had come, and the program had no time to read it', async () => {
    const socket = await connected();
    socket.write(`${POST}body`);
    starve();
    expect(await text(socket)).to.match(/^HTTP\/1\.1 200 OK/);
    expect(heard).to.deep.equal(['head', 'body']);
  });

  it('is refused where its head does not come whole', async () => {
    const socket = await connected();
    socket.write('POST / HTTP/1.1\r\n');
    endTime();
    const answer = await text(socket);
    expect(answer).to.match(/^HTTP\/1\.1 400 /);
    expect(answer).to.include('The request did not come in time.');
    expect(heard).to.deep.equal([]);
  });

  it('is taken no more once it was refused', async () => {
    const socket = await connected();
    socket.write(POST);
    await once(server, 'request');
    socket.once('data', () => socket.write('body'));
    const closed = once(taken, 'close');
    endTime();
    expect(await text(socket)).to.match(/^HTTP\/1\.1 400 /);
    await closed;
    expect(heard).to.deep.equal(['head']);
  });

  it('is not answered where nothing of it came, so that its client asks again', async () => {
    const socket = await connected();
    endTime();
    expect(await text(socket)).to.equal('');
  });
});
