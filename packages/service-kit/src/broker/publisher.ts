import { SpanKind } from '@opentelemetry/api';
import { BROKER, toRoutingKey } from '@qsc/contracts/events';
import type { ChannelModel, ConfirmChannel, Message } from 'amqplib';
import { currentTraceparent, openSpan, toContext } from '../telemetry.ts';
import { ensureExchanges } from './topology.ts';

/** `queue`: where a task goes; an event goes to whoever takes its type and `kind`. `traceparent`: the trace that it belongs to. */
export type Outgoing = {
  id: string;
  orgId: string;
  type: string;
  kind?: string | undefined;
  body: string;
  queue?: string | undefined;
  traceparent?: string | undefined;
};

/** Headers of a message: its organisation, the trace that its taking belongs to, and when it was published, in milliseconds. */
export const ORGANIZATION = 'orgid';
export const TRACE = 'traceparent';
export const SENT_AT = 'sent-at';

/** `confirmed`: the broker has it, in every queue. `unroutable`: no queue takes it yet. `failed`: not known to have arrived. */
export type PublishOutcome = 'confirmed' | 'unroutable' | 'failed';

export type Publisher = {
  setup(connection: ChannelModel): Promise<void>;
  isReady(): boolean;
  /** Publishes with confirm and `mandatory`, since an unroutable message is confirmed too and only its return tells. Never throws. */
  publish(message: Outgoing): Promise<PublishOutcome>;
};

/** The partition of an organisation: FNV-1a of its id. Every event of one organisation goes through one audit queue. */
export const toPartition = (orgId: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < orgId.length; index += 1) hash = Math.imul(hash ^ orgId.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % BROKER.partitions;
};

/** Publishes events on the topic exchange by their type and kind, and tasks on the exchange of work by their queue. */
export const makePublisher = (): Publisher => {
  let channel: ConfirmChannel | undefined;
  const returned = new Set<string>();
  const pending = new Map<string, (outcome: PublishOutcome) => void>();

  const settle = (id: string, outcome: PublishOutcome): void => {
    const resolve = pending.get(id);
    pending.delete(id);
    returned.delete(id);
    resolve?.(outcome);
  };

  return {
    async setup(connection) {
      await ensureExchanges(connection);
      const opened = await connection.createConfirmChannel();
      opened.on('return', (message: Message) => returned.add(String(message.properties.messageId)));
      opened.on('error', () => {});
      opened.on('close', () => {
        if (channel === opened) channel = undefined;
        for (const id of [...pending.keys()]) settle(id, 'failed');
        void connection.close().catch(() => {});
      });
      channel = opened;
    },
    isReady: () => channel !== undefined,
    publish: ({ id, orgId, type, kind, body, queue, traceparent }) =>
      new Promise((resolve) => {
        if (!channel) return resolve('failed');
        const parent = toContext(traceparent);
        const span = openSpan(`publish ${type}`, { kind: SpanKind.PRODUCER, parent });
        const trace = currentTraceparent(span.context) ?? traceparent;
        pending.set(id, (outcome) => {
          span.end(outcome === 'confirmed' ? undefined : outcome);
          resolve(outcome);
        });
        try {
          channel.publish(
            queue === undefined ? BROKER.exchange : BROKER.work,
            queue ?? toRoutingKey(type, kind),
            Buffer.from(body),
            {
              messageId: id,
              mandatory: true,
              persistent: true,
              contentType: queue === undefined ? 'application/cloudevents+json' : 'application/json',
              headers: {
                [ORGANIZATION]: orgId,
                partition: toPartition(orgId),
                [SENT_AT]: Date.now(),
                ...(trace ? { [TRACE]: trace } : {}),
              },
            },
            (error: unknown) => settle(id, error ? 'failed' : returned.has(id) ? 'unroutable' : 'confirmed'),
          );
        } catch {
          settle(id, 'failed');
        }
      }),
  };
};
