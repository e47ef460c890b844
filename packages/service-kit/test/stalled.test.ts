import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { endStalled } from '../src/http/stalled.ts';

const PATIENCE_MS = 20;
const MIB = 1024 * 1024;

describe('clients that do not read', () => {
  let server: Server;

  const ask = async (answer: RequestListener): Promise<Socket> => {
    server = createServer((request, response) => {
      // From here on, since a machine may be slow to bring the request.
      request.socket.setTimeout(PATIENCE_MS);
      answer(request, response);
    });
    endStalled(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return socket;
  };

  afterEach(() => server.close());

  it('are let go, with the answer that they leave lying', async () => {
    const ended = Promise.withResolvers<boolean>();
    const socket = await ask((_request, response) => {
      response.on('close', () => ended.resolve(response.writableFinished));
      response.end(Buffer.alloc(64 * MIB));
    });
    socket.pause();
    expect(await ended.promise, 'read to the end').to.equal(false);
    socket.destroy();
  });

  it('are not those who wait for an answer that is still being made', async () => {
    const socket = await ask(async (_request, response) => {
      response.write('first ');
      await once(response, 'timeout');
      response.write('second ');
      await once(response, 'timeout');
      response.end('last');
    });
    const answer = await text(socket);
    for (const part of ['first ', 'second ', 'last']) expect(answer).to.contain(part);
  });
});
