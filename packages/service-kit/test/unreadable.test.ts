import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { refuseUnreadable } from '../src/http/unreadable.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const UNREADABLE = 'GET / HTTP/1.1\r\nNo colon\r\n\r\n';
const CONNECT = 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n';

describe('what cannot be read, behind other requests of its connection', () => {
  let server: Server;

  /** All that a connection is answered to these bytes. */
  const answersTo = async (listener: RequestListener, bytes: string): Promise<string> => {
    server = createServer(listener);
    refuseUnreadable(server);
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

    it(`is no answer to a whole request that still waits for its own: ${what}`, async () => {
      expect(await answersTo(() => {}, `${GET}${last}`)).to.equal('');
    });

    it(`lands in no answer that has begun, whatever was asked behind it: ${what}`, async () => {
      const answers = await answersTo((_request, response) => response.write('a part'), `${GET}${GET}${last}`);
      expect(statusesOf(answers).filter((one) => one !== '200')).to.deep.equal([]);
    });
  }

  it('is answered where it is the body of the request itself', async () => {
    const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n';
    const answers = await answersTo((request) => void request.resume(), chunked);
    expect(statusesOf(answers)).to.deep.equal(['400']);
  });
});
