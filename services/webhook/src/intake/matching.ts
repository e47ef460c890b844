import { type Delivery, newDelivery } from '../delivery/delivery.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { EventMessage } from './message.ts';
import { stableId } from './stable-id.ts';

/** Older events come from a replay of the queue, and are not sent to the webhook. */
const BEFORE_CREATION_MS = 5 * 60_000;

/** Whether the webhook subscribes to the message. `actions` filters audit entries only, `entity_types` every event. */
const matches = (message: EventMessage, webhook: Webhook): boolean => {
  const { events, filters } = webhook;
  if (!events.includes(message.event) || isBeforeCreation(message, webhook)) return false;
  return isListed(filters.entity_types, message.entityType) && isListed(filters.actions, message.action);
};

/** A message and the webhooks that subscribe to it. */
export type MatchedMessage = { message: EventMessage; webhooks: Webhook[] };

/** The messages that at least one of the webhooks subscribes to. */
export const matchWebhooks = (messages: readonly EventMessage[], webhooks: readonly Webhook[]): MatchedMessage[] => {
  const ofOrganization = Map.groupBy(webhooks, ({ org_id }) => org_id);
  const findReceivers = (message: EventMessage): Webhook[] =>
    (ofOrganization.get(message.orgId) ?? []).filter((webhook) => matches(message, webhook));
  return messages
    .map((message) => ({ message, webhooks: findReceivers(message) }))
    .filter(({ webhooks }) => webhooks.length > 0);
};

/** Splits them into parts of at most so many deliveries; one message is never split. */
export function* splitByDeliveries(all: readonly MatchedMessage[], most: number): Generator<MatchedMessage[]> {
  let part: MatchedMessage[] = [];
  let deliveries = 0;
  for (const one of all) {
    if (part.length > 0 && deliveries + one.webhooks.length > most) {
      yield part;
      part = [];
      deliveries = 0;
    }
    part.push(one);
    deliveries += one.webhooks.length;
  }
  if (part.length > 0) yield part;
}

/** The deliveries of a message, each with an id that derives from the event, the webhook and the name. */
export const toDeliveries = ({ message, webhooks }: MatchedMessage, now: Date): Delivery[] =>
  webhooks.map(makeDelivery(message, now));

/** Whether the event is older than the webhook, or is its own creation. The clocks of services may differ a little. */
const isBeforeCreation = ({ subject, time }: EventMessage, { id, created_at }: Webhook): boolean =>
  subject === id ? time.getTime() === created_at.getTime() : time.getTime() < created_at.getTime() - BEFORE_CREATION_MS;

const isListed = (listed: readonly string[], value: string | null): boolean =>
  listed.length === 0 || value === null || listed.includes(value);

const makeDelivery =
  ({ id, eventId, event }: EventMessage, now: Date) =>
  (webhook: Webhook): Delivery =>
    newDelivery(
      {
        id: stableId('delivery', eventId, event, webhook.id),
        org_id: webhook.org_id,
        webhook_id: webhook.id,
        message_id: id,
        event,
      },
      { webhook, now },
    );
