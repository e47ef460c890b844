import { SpanKind } from '@opentelemetry/api';
import type { Envelope, EventDefinition } from '@qsc/contracts/events';
import type { z } from 'zod';
import { runWithContext } from '../context.ts';
import { AppError } from '../error.ts';
import { errorFields, type Log } from '../log.ts';
import { isDatabaseAway } from '../mongo/away.ts';
import { type Change, DuplicateKey, insert, VersionConflict } from '../mongo/change.ts';
import type { Collection } from '../mongo/collection.ts';
import type { UnitOfWork } from '../mongo/unit-of-work.ts';
import { contextOf, inSpan } from '../telemetry.ts';
import { type Consumer, type Delivery, parseEnvelope } from './consumer.ts';

/** The effect of an event: writes and further events, committed together with the mark that the event was taken. */
export type Effect = { changes: readonly Change[]; events: readonly Envelope[] };

export type Subscription = {
  definition: EventDefinition;
  /** Says what the event comes to; it may read and must not write. Called again when its commit is refused. */
  handle: (event: Envelope, record: unknown) => Promise<Effect>;
};

/** A row of a service's subscription table: the event and what it comes to, with the record's type inferred. */
export const on = <Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  handle: (event: Envelope<z.infer<Payload>>, record: z.infer<Payload>) => Promise<Effect>,
): Subscription => ({ definition, handle: handle as Subscription['handle'] });

type Parts = {
  /** The consumer's name; its queue is `<service>.<name>`. */
  queue: string;
  subscriptions: readonly Subscription[];
  unitOfWork: UnitOfWork;
  inbox: Collection<{ _id: string; received_at: Date }>;
  log: Log;
};

const PREFETCH = 32;
const RETRY_PAUSE_MS = 500;

const isPassing = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  error instanceof VersionConflict ||
  (error instanceof AppError && error.code === 'service_unavailable');

/**
 * A consumer of single events, each taken exactly once: the inbox row and the effect are one transaction. What cannot be
 * parsed is parked; what fails for another reason is tried again with a pause, and parked by the queue's delivery limit.
 */
export const subscribe = ({ queue, subscriptions, unitOfWork, inbox, log }: Parts): Consumer => {
  const byType = new Map(subscriptions.map((subscription) => [subscription.definition.type, subscription]));

  const take = async (event: Envelope): Promise<'taken' | 'foreign'> => {
    const subscription = byType.get(event.type);
    if (!subscription) return 'taken';
    const record = subscription.definition.payload.safeParse(event.data.record);
    if (!record.success) return 'foreign';
    const _id = `${queue}/${event.id}`;
    if (await inbox.findOne({ _id })) return 'taken';
    const effect = await subscription.handle(event, record.data);
    await unitOfWork
      .commit([insert(inbox, { _id, received_at: new Date() }), ...effect.changes], effect.events)
      .catch((error: unknown) => {
        if (!(error instanceof DuplicateKey && error.collection === 'inbox')) throw error;
      });
    return 'taken';
  };

  /** What is away comes back: such a failure costs the event none of its deliveries. */
  const takePatiently = async (event: Envelope, delivery: Delivery): Promise<'taken' | 'foreign'> => {
    for (;;) {
      try {
        return await take(event);
      } catch (error) {
        if (!isPassing(error) || !delivery.isOpen()) throw error;
        log.warn('an event waits for what is away', { queue, type: event.type, ...errorFields(error) });
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
      }
    }
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    const event = parseEnvelope(delivery.body);
    if (!event) {
      log.error('a message that is not an event was parked', { queue });
      return delivery.park();
    }
    await runWithContext({ event_id: event.id, org_id: event.orgid, request_id: event.requestid }, async () => {
      try {
        const parent = contextOf(event.traceparent);
        const outcome = await inSpan(`${queue} ${event.type}`, { kind: SpanKind.CONSUMER, parent }, () =>
          takePatiently(event, delivery),
        );
        if (outcome === 'taken') return delivery.ack();
        log.error('an event with an unknown shape was parked', { queue, type: event.type });
        delivery.park();
      } catch (error) {
        log.warn('an event could not be taken; it is tried again', { queue, type: event.type, ...errorFields(error) });
        setTimeout(delivery.retry, RETRY_PAUSE_MS);
      }
    });
  };

  return {
    queue: { name: queue, types: [...byType.keys()] },
    prefetch: PREFETCH,
    onDelivery: (delivery) => void deliver(delivery),
  };
};
