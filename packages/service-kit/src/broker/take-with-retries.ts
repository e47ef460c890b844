import { runWithContext } from '../context.ts';
import { AppError } from '../error.ts';
import { errorFields, type Log } from '../log.ts';
import { isDatabaseAway } from '../mongo/away.ts';
import { VersionConflict } from '../mongo/change.ts';
import type { Delivery } from './delivery.ts';

/** What events and tasks have in common. */
type Message = { id: string; type: string; orgid: string; requestid: string };

type Parts<Received extends Message> = {
  queue: string;
  log: Log;
  /** The message of a delivery, or null when it is none. */
  parse: (body: Buffer) => Received | null;
  /** Makes the effect durable; what it does not take is parked. */
  take: (message: Received, delivery: Delivery) => Promise<Taken>;
};

/** `foreign`: nobody can ever take it; `given up`: it has failed too often. */
export type Taken = 'taken' | 'foreign' | 'given up';

const PARKED = {
  foreign: 'a message with an unknown shape was parked',
  'given up': 'a message that failed again and again was parked',
};

const RETRY_PAUSE_MS = 500;

const isPassing = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  error instanceof VersionConflict ||
  (error instanceof AppError && error.code === 'service_unavailable');

/**
 * Takes single deliveries: acknowledges what is taken, parks what is no message or foreign, waits for what is away, and gives
 * back with a pause what fails for another reason, so that the queue's delivery limit parks it in the end.
 */
export const takeWithRetries = <Received extends Message>({ queue, log, parse, take }: Parts<Received>) => {
  /** What is away comes back: such a failure costs the message none of its deliveries. */
  const untilBack = async (message: Received, delivery: Delivery): Promise<Taken> => {
    for (;;) {
      try {
        return await take(message, delivery);
      } catch (error) {
        if (!isPassing(error) || !delivery.isOpen()) throw error;
        log.warn('a message waits for what is away', { queue, type: message.type, ...errorFields(error) });
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      }
    }
  };

  const deliver = async (message: Received, delivery: Delivery): Promise<void> => {
    const { type } = message;
    try {
      const taken = await untilBack(message, delivery);
      if (taken === 'taken') return delivery.ack();
      log.error(PARKED[taken], { queue, type });
      delivery.park();
    } catch (error) {
      log.warn('a message could not be taken; it is tried again', { queue, type, ...errorFields(error) });
      setTimeout(delivery.retry, RETRY_PAUSE_MS);
    }
  };

  return (delivery: Delivery): void => {
    const message = parse(delivery.body);
    if (!message) {
      log.error('what is no message was parked', { queue });
      delivery.park();
      return;
    }
    const context = { event_id: message.id, org_id: message.orgid, request_id: message.requestid };
    void runWithContext(context, () => deliver(message, delivery));
  };
};
