import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import express from 'express';
import { type HttpServer, startHttpServer } from '../src/http/server.ts';

const TIMEOUT_MS = 20;
const MIB = 1024 * 1024;

describe('clients that do not read', () => {
  let server: HttpServer;

  const ask = async (answer: RequestListener): Promise<Socket> => {
    const app = express().use((request, response) => {
      // From here on, since a machine may be slow to bring the request.
      request.socket.setTimeout(TIMEOUT_MS);
      answer(request, response);
    });
    server = await startHttpServer(app, { port: 0, host: '127.0.0.1' });
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return socket;
  };

  afterEach(() => server.stop());

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
