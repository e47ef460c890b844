import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
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
const CONNECT_MS = 5_000;
const CLOSE_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 2_000;

const withHeartbeat = (url: string): string => {
  const target = new URL(url);
  target.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return target.href;
};

const untilClosed = (connection: ChannelModel): Promise<void> =>
  new Promise((resolve) => {
    connection.on('error', () => resolve());
    connection.on('close', () => resolve());
  });

/** Ends a connection without a word to the broker, which may not hear any. */
export const cutOff = ({ connection }: ChannelModel): void => {
  const { stream } = connection as unknown as { stream: { destroy(reason: Error): void } };
  stream.destroy(new Error('the broker does not answer on this connection'));
};

/**
 * Keeps one connection to the broker: connects, runs every setup, and does so again whenever it is lost, with backoff.
 * amqplib's own recovery loses a connection that dies in its setup; here a setup that fails closes the connection and is retried.
 * `close` ends it at any moment: while it connects, in a setup, when it stands, and in the pause before the next attempt.
 */
export const superviseBroker = (url: string, setups: readonly Setup[], log: Log): BrokerConnection => {
  const closing = new AbortController();
  const closed = once(closing.signal, 'abort');
  let ready = false;

  /** Connects, unless it is closed meanwhile: a connection that comes later is closed at once. */
  const connect = async (): Promise<ChannelModel | undefined> => {
    const connecting = amqp.connect(withHeartbeat(url), { timeout: CONNECT_MS });
    const connection = await Promise.race([connecting, closed.then(() => undefined)]);
    if (!connection)
      connecting
        .then((late) => {
          late.on('error', () => {});
          return late.close();
        })
        .catch(() => {});
    return connection;
  };

  const session = async (): Promise<void> => {
    const connection = await connect();
    if (!connection) return;
    const ended = untilClosed(connection);
    const over = Promise.race([ended, closed]);
    try {
      for (const setup of setups)
        await Promise.race([setup(connection), over.then(() => Promise.reject(new Error('connection lost in setup')))]);
      ready = !closing.signal.aborted;
      if (ready) log.info('broker connected');
      await over;
    } finally {
      ready = false;
      // A broker that has fallen silent never confirms the close.
      const confirmed = connection.close().catch(() => {});
      await Promise.race([confirmed, ended, wait(CLOSE_MS, undefined, { ref: false })]);
      cutOff(connection);
    }
  };

  const run = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      const began = Date.now();
      await session().catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn('broker connection failed', errorFields(error));
      });
      pause = Date.now() - began > LAST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LAST_PAUSE_MS);
      await wait(pause, undefined, { signal: closing.signal }).catch(() => {});
    }
  };

  const running = run();
  return {
    isReady: () => ready,
    async close() {
      closing.abort();
      await running;
    },
  };
};
