import amqp, { type ChannelModel } from 'amqplib';
import { errorFields, type Log } from '../log.ts';

/** What shall stand on every connection: channels, queues, consumers. Called again after each reconnect. */
export type Setup = (connection: ChannelModel) => Promise<void>;

export type BrokerConnection = {
  isReady(): boolean;
  /** Closes the connection and stays closed. */
  close(): Promise<void>;
};

const HEARTBEAT_SECONDS = 5;
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2_000;

const withHeartbeat = (url: string): string => {
  const target = new URL(url);
  target.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return target.href;
};

const endOf = (connection: ChannelModel): Promise<void> =>
  new Promise((resolve) => {
    connection.on('error', () => resolve());
    connection.on('close', () => resolve());
  });

/**
 * Keeps one connection to the broker: connects, runs every setup, and does so again whenever it is lost, with backoff.
 * amqplib's own recovery loses a connection that dies in its setup; here a setup that fails closes the connection and is retried.
 */
export const superviseBroker = (url: string, setups: readonly Setup[], log: Log): BrokerConnection => {
  let current: ChannelModel | undefined;
  let ready = false;
  let stopped = false;
  let wake: () => void = () => {};

  const session = async (): Promise<void> => {
    const connection = await amqp.connect(withHeartbeat(url), { timeout: 5_000 });
    current = connection;
    const ended = endOf(connection);
    try {
      for (const setup of setups)
        await Promise.race([
          setup(connection),
          ended.then(() => Promise.reject(new Error('connection lost in setup'))),
        ]);
      ready = !stopped;
      if (ready) log.info('broker connected');
      await ended;
    } finally {
      ready = false;
      await connection.close().catch(() => {});
    }
  };

  const run = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS;
    while (!stopped) {
      const began = Date.now();
      await session().catch((error: unknown) => log.warn('broker connection failed', errorFields(error)));
      if (stopped) return;
      pause = Date.now() - began > LAST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LAST_PAUSE_MS);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
      });
    }
  };

  const running = run();
  return {
    isReady: () => ready,
    async close() {
      stopped = true;
      wake();
      await current?.close().catch(() => {});
      await running;
    },
  };
};
