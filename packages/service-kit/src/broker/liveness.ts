import { setTimeout as wait } from 'node:timers/promises';
import { BROKER } from '@qsc/contracts/events';
import type { Log } from '../log.ts';
import { cutOff, type Setup } from './connection.ts';

type Parts = {
  log: Log;
  /** The pause between two questions. */
  everyMs?: number;
  /** How long the broker may take to answer one. */
  answerMs?: number;
};

const EVERY_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * A setup that asks the broker on every connection whether it still listens, and cuts the connection off when no answer comes.
 * A broker may stop reading a connection for good and go on with its heartbeats: a channel whose quorum queue is deleted
 * in the midst of publishes stays in flow control. Then neither a publish nor an acknowledgement arrives any more. While
 * the broker says that it blocks publishers (a memory or disk alarm), silence is as it should be.
 */
export const watchLiveness =
  ({ log, everyMs = EVERY_MS, answerMs = ANSWER_MS }: Parts): Setup =>
  async (connection) => {
    const over = new AbortController();
    let isBlocked = false;
    connection.on('blocked', () => {
      isBlocked = true;
    });
    connection.on('unblocked', () => {
      isBlocked = false;
    });
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    channel.on('close', () => {
      over.abort();
      void connection.close().catch(() => {});
    });

    const isAnswered = async (): Promise<boolean> => {
      const given = new AbortController();
      const answer = channel.checkExchange(BROKER.exchange).then(() => true);
      const late = wait(answerMs, false, { signal: AbortSignal.any([given.signal, over.signal]), ref: false });
      return Promise.race([answer, late]).finally(() => given.abort());
    };

    const ask = async (): Promise<void> => {
      for (;;) {
        await wait(everyMs, undefined, { signal: over.signal, ref: false });
        if (isBlocked || (await isAnswered()) || isBlocked) continue;
        log.warn('the broker does not answer on a connection; it is made again');
        return cutOff(connection);
      }
    };
    // Ends with its connection, whatever ended that.
    ask().catch(() => {});
  };
