import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { refuseUnreadable } from '../src/http/unreadable.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const UNREADABLE = 'GET / HTTP/1.1\r\nNo colon\r\n\r\n';
const CONNECT = 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n';

describe('what cannot be read, behind other requests of its connection', () => {
  let server: Server;
  /** What cannot be read has come. */
  let met: Promise<unknown>;

  /** All that a connection is answered to these bytes. */
  const answersTo = async (listener: RequestListener, bytes: string): Promise<string> => {
    server = createServer(listener);
    refuseUnreadable(server);
    met = Promise.race([once(server, 'clientError'), once(server, 'connect')]);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    return text(socket);
  };

  const statusesOf = (answers: string): string[] => answers.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [];

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  for (const [what, last, status] of [
    ['a request', UNREADABLE, '400'],
    ['a tunnel', CONNECT, '405'],
  ] as const) {
    it(`is answered where every one before it is: ${what}`, async () => {
      const answers = await answersTo((_request, response) => response.end('whole'), `${GET}${GET}${last}`);
      expect(statusesOf(answers)).to.deep.equal(['200', '200', status]);
    });

    it(`waits for the answers to whole requests before it, begun or not: ${what}`, async () => {
      const waiting: ServerResponse[] = [];
      const answers = answersTo((_request, response) => {
        waiting.push(response);
        if (waiting.length === 1) response.write('a part');
      }, `${GET}${GET}${last}`);
      await met;
      for (const response of waiting.reverse()) response.end(' and the end');
      expect(statusesOf(await answers)).to.deep.equal(['200', '200', status]);
      expect(await answers).to.match(/a part.* and the end.*HTTP\/1.1 200 .* and the end.*HTTP\/1.1 4/s);
    });
  }

  it('is answered where it is the body of the request itself', async () => {
    const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n';
    const answers = await answersTo((request) => void request.resume(), chunked);
    expect(statusesOf(answers)).to.deep.equal(['400']);
  });
});
