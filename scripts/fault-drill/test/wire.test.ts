import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import type { Frame } from '../wire/frame.ts';
import { Wire } from '../wire/wire.ts';

/** One byte is one frame. */
const getFrameLength = (bytes: Buffer): number | null => (bytes.length > 0 ? 1 : null);

const is =
  (text: string) =>
  ({ up, bytes }: Frame): boolean =>
    up && bytes.toString() === text;

describe('a wire', () => {
  let server: Server;
  let wire: Wire;
  let client: Socket;
  let received = '';
  const accepted: Socket[] = [];
  /** Whether the server takes no notice of a client's end. */
  let isDeaf = false;
  let wake: () => void = () => {};

  const arrived = async (text: string): Promise<void> => {
    while (received !== text) await new Promise<void>((resolve) => (wake = resolve));
  };

  beforeEach(async () => {
    received = '';
    accepted.length = 0;
    isDeaf = false;
    server = createServer({ allowHalfOpen: true }, (socket) => {
      accepted.push(socket);
      socket.on('end', () => !isDeaf && socket.end());
      socket.on('error', () => {});
      socket.on('data', (data) => {
        received += data;
        wake();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    wire = await Wire.open({ target: (server.address() as AddressInfo).port, getFrameLength, renames: false });
    client = connect(wire.port, '127.0.0.1');
    client.on('error', () => {});
    await once(client, 'connect');
  });
  afterEach(async () => {
    client.destroy();
    await wire.close();
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('holds the chosen frames alone, and lets them go in their order', async () => {
    const hold = wire.hold((frame) => is('b')(frame) || is('d')(frame));
    client.write('abcde');
    await hold.reached;
    await arrived('ace');
    hold.release();
    await arrived('acebd');
  });

  it('strikes once, in the moment of the first chosen frame', async () => {
    let strikes = 0;
    const watch = wire.watch(is('b'), () => (strikes += 1));
    client.write('abb');
    await arrived('abb');
    await watch.reached;
    expect(strikes).to.equal(1);
  });

  it('forwards what came in a stall when it is over, in order', async () => {
    wire.stall();
    const seen = wire.watch(is('c'));
    client.write('abc');
    await seen.reached;
    expect(received).to.equal('');
    wire.resume();
    await arrived('abc');
  });

  it('loses what it holds when it is cut, and carries new connections after it is mended', async () => {
    const hold = wire.hold(is('b'));
    client.write('ab');
    await hold.reached;
    await arrived('a');
    wire.cut();
    hold.release();
    await once(client, 'close');
    wire.restore();
    client = connect(wire.port, '127.0.0.1');
    client.write('c');
    await arrived('ac');
  });

  it('reads nothing for a client that has ended, so that the other side hears of it as soon as it writes', async () => {
    isDeaf = true;
    client.write('a');
    await arrived('a');
    const [socket] = accepted as [Socket];
    const gone = new Promise((resolve) => socket.on('close', resolve));
    const ask = (): unknown => socket.write('heartbeat', (error) => error || setImmediate(ask));
    client.destroy();
    ask();
    await gone;
  });
});
