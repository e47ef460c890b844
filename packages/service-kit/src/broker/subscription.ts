import type { Envelope, EventDefinition } from '@qsc/contracts/events';
import type { z } from 'zod';
import type { Log } from '../log.ts';
import { type Change, DuplicateKey, insert } from '../mongo/change.ts';
import type { Collection } from '../mongo/collection.ts';
import { SETS_OF_COMMIT } from '../mongo/commit-queue.ts';
import { retryConflict } from '../mongo/retry-conflict.ts';
import type { UnitOfWork } from '../mongo/unit-of-work.ts';
import { type Consumer, parseEnvelope } from './consumer.ts';
import { takeWithRetries } from './take-with-retries.ts';
import type { HandledKinds } from './topology.ts';

/** The effect of an event: writes and further events, committed together with the mark that the event was taken. */
export type Effect = { changes: readonly Change[]; events: readonly Envelope[] };

export type Subscription = {
  definition: EventDefinition;
  /**
   * Says what the event comes to. Called again when its commit is refused, and for each delivery until the event is marked as
   * taken: what it writes itself, beside the effect, must come to the same however often. Null: the event is nothing to this
   * consumer, which keeps no mark of it; should it come again, it is looked at again.
   */
  handle: (event: Envelope, record: unknown) => Promise<Effect | null>;
};

/** A row of a service's subscription table: the event and what it comes to, with the record's type inferred. */
export const on = <Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  handle: (event: Envelope<z.infer<Payload>>, record: z.infer<Payload>) => Promise<Effect | null>,
): Subscription => ({ definition, handle: handle as Subscription['handle'] });

type Parts = {
  /** The consumer's name; its queue is `<service>.<name>`. */
  queue: string;
  subscriptions: readonly Subscription[];
  kinds?: HandledKinds | undefined;
  unitOfWork: UnitOfWork;
  inbox: Collection<{ _id: string; received_at: Date }>;
  log: Log;
};

/**
 * A consumer of single events, each of which has its effect exactly once: the inbox row and the effect are one transaction.
 * What cannot be parsed is parked; what fails for another reason is tried again with a pause, and parked by the queue's delivery limit.
 */
export const subscribe = ({ queue, subscriptions, kinds, unitOfWork, inbox, log }: Parts): Consumer => {
  const byType = new Map(subscriptions.map((subscription) => [subscription.definition.type, subscription]));

  const commitOnce = async ({ changes, events }: Effect, _id: string): Promise<void> => {
    try {
      await unitOfWork.commit([insert(inbox, { _id, received_at: new Date() }), ...changes], events);
    } catch (error) {
      if (!(error instanceof DuplicateKey && error.collection === 'inbox')) throw error;
    }
  };

  const take = async (event: Envelope): Promise<'taken' | 'foreign'> => {
    const subscription = byType.get(event.type);
    if (!subscription) return 'taken';
    const record = subscription.definition.payload.safeParse(event.data.record);
    if (!record.success) return 'foreign';
    const _id = `${queue}/${event.id}`;
    if (await inbox.findOne({ _id })) return 'taken';
    await retryConflict(async () => {
      const effect = await subscription.handle(event, record.data);
      if (effect) await commitOnce(effect, _id);
    });
    return 'taken';
  };

  return {
    queue: { name: queue, types: [...byType.keys()], kinds },
    prefetch: SETS_OF_COMMIT,
    onDelivery: takeWithRetries({ queue, log, parse: parseEnvelope, take }),
  };
};
