import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { superviseBroker, watchLiveness } from '@qsc/service-kit';
import { eventually, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeLog } from '../src/log.ts';

/** A heartbeat of AMQP 0-9-1, section 4.2.7. */
const HEARTBEAT = Buffer.from([8, 0, 0, 0, 0, 0, 0, 0xce]);
const BEAT_EVERY_MS = 1_000;

/** A way to the broker on which, once it is deaf, nothing but heartbeats arrives. Connections that are made later are sound. */
const startDeafWay = async (broker: URL) => {
  const made: { deafen(): void }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(broker.port || 5672), broker.hostname);
    let beat: NodeJS.Timeout | undefined;
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(beat);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    outgoing.pipe(incoming);
    incoming.pipe(outgoing);
    made.push({
      deafen() {
        incoming.unpipe(outgoing);
        incoming.resume();
        beat = setInterval(() => outgoing.write(HEARTBEAT), BEAT_EVERY_MS);
      },
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    made,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

describe('a broker that does not listen any more, and goes on with its heartbeats', () => {
  const broker = new URL(testEnvironment().amqpUrl);
  let way: Awaited<ReturnType<typeof startDeafWay>>;
  let through: URL;

  beforeEach(async () => {
    way = await startDeafWay(broker);
    through = new URL(broker);
    through.hostname = '127.0.0.1';
    through.port = String(way.port);
  });
  afterEach(() => way.close());

  const supervise = () => {
    const log = makeLog('test', 'none');
    return superviseBroker(through.href, [watchLiveness({ log, everyMs: 50, answerMs: 2_000 })], log);
  };

  it('is connected to again', async () => {
    const connection = supervise();
    try {
      await eventually('it is connected', () => connection.isReady());
      way.made[0]?.deafen();
      await eventually('it is connected again', () => way.made.length > 1 && connection.isReady());
    } finally {
      await connection.close();
    }
  });

  it('does not keep its connection from being closed', async () => {
    const connection = supervise();
    await eventually('it is connected', () => connection.isReady());
    way.made[0]?.deafen();
    await connection.close();
    expect(connection.isReady()).to.equal(false);
  });
});
