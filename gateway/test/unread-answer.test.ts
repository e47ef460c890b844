import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { makeServer } from '../src/server.ts';

const TIMEOUT_MS = 20;
const MIB = 1024 * 1024;

describe('an answer at the edge that its client does not read', () => {
  it('is given up, with the connection', async () => {
    const ended = Promise.withResolvers<boolean>();
    const server = makeServer(
      (request, response) => {
        // From here on, since a machine may be slow to bring the request.
        request.socket.setTimeout(TIMEOUT_MS);
        response.on('close', () => ended.resolve(response.writableFinished));
        response.end(Buffer.alloc(64 * MIB));
      },
      { headersMs: 60_000, requestMs: 60_000 },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await ended.promise, 'read to the end').to.equal(false);
    socket.destroy();
    server.close();
  });
});
