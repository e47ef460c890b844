import { BROKER, toRoutingKey } from '@qsc/contracts/events';
import type { ChannelModel } from 'amqplib';
import { unavailable } from '../error.ts';
import { within } from '../within.ts';
import type { Setup } from './connection.ts';
import type { HandledKinds } from './topology.ts';

/** The kinds of records that a queue takes; they are data, such as the types of records of workflow definitions. */
export type KindBinding = {
  handled: HandledKinds;
  /** A setup that keeps the connection to bind on. */
  setup: Setup;
  /**
   * Binds the queue to further kinds, before what needs them is acknowledged; no kind is ever unbound. Throws
   * `service_unavailable` where one is new and the broker is away.
   */
  bind(kinds: readonly string[]): Promise<void>;
};

const BIND_MS = 5_000;

/** @param handled.list the kinds that are stored, so that each of them was bound before it was acknowledged. */
export const makeKindBinding = (queue: string, handled: HandledKinds): KindBinding => {
  let connection: ChannelModel | undefined;

  const bindAll = async (opened: ChannelModel, keys: readonly string[]): Promise<void> => {
    const channel = await opened.createChannel();
    channel.on('error', () => {});
    for (const key of keys) await channel.bindQueue(queue, BROKER.exchange, key);
    await channel.close();
  };

  return {
    handled,
    async setup(opened) {
      connection = opened;
      opened.on('close', () => {
        if (connection === opened) connection = undefined;
      });
    },
    async bind(kinds) {
      if (kinds.length === 0) return;
      const known = await handled.list();
      const missing = kinds.filter((kind) => !known.includes(kind));
      if (missing.length === 0) return;
      const message = 'Events of this kind of record cannot be subscribed to at the moment. Try again.';
      const opened = connection;
      if (!opened) throw unavailable(message);
      const keys = missing.flatMap((kind) => handled.types.map((type) => toRoutingKey(type, kind)));
      // A broker that takes no writes (a memory or disk alarm) answers nothing.
      const isBound = await within(BIND_MS, false, () => bindAll(opened, keys).then(() => true));
      if (!isBound) throw unavailable(message);
    },
  };
};
