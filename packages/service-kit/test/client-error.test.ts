import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { answerClientErrors } from '../src/http/client-error.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const MALFORMED = 'GET / HTTP/1.1\r\nNo colon\r\n\r\n';

describe('requests that cannot be parsed', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer((_request, response) => response.end('whole'));
    answerClientErrors(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});

  /** What comes back until the connection is closed. */
  const send = (bytes: string): Promise<string> => {
    const socket = open();
    socket.write(bytes);
    return text(socket);
  };

  it('are answered with a coded 400, and the connection is closed', async () => {
    const [head = '', body = ''] = (await send(MALFORMED)).split('\r\n\r\n');
    expect(head).to.match(/^HTTP\/1\.1 400 Bad Request/);
    const { error } = JSON.parse(body);
    expect(error.code).to.equal('invalid_request');
    expect(head).to.include(`X-Request-Id: ${error.request_id}`);
  });

  it('are not answered on a connection that carried an answer already', async () => {
    const socket = open();
    socket.write(GET);
    await once(socket, 'data');
    socket.write(MALFORMED);
    expect(await text(socket)).to.equal('');
  });

  it('are ignored behind a request that ends the connection', async () => {
    const answers = await send(`${GET.replace('Host', 'Connection: close\r\nHost')}${MALFORMED}`);
    expect(answers).to.match(/^HTTP\/1\.1 200 OK.*whole$/s);
  });

  for (const [what, bytes, expected] of [
    ['a request that arrives in part', 'GET / HTTP/1.1\r\n', /^HTTP\/1\.1 400 .*did not arrive in time/s],
    ['a connection that brings nothing', '', /^$/],
  ] as const)
    it(`${what} is closed when its time is over`, async () => {
      server.close();
      server = createServer({ headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 20 });
      answerClientErrors(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      expect(await send(bytes)).to.match(expected);
    });
});
