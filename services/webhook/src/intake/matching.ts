import { type Delivery, newDelivery } from '../delivery/delivery.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { EventMessage } from './message.ts';
import { stableId } from './stable-id.ts';

/** An event from so long before a webhook's creation comes out of a queue that was filled again, and is not for it. */
const BEFORE_CREATION_MS = 5 * 60_000;

/** Whether a webhook of its organisation asks for the message. `actions` holds for audit entries alone, `entity_types` for everything. */
const isFor = (message: EventMessage, webhook: Webhook): boolean => {
  const { events, filters } = webhook;
  if (!events.includes(message.event) || isBefore(message, webhook)) return false;
  return fits(filters.entity_types, message.entityType) && fits(filters.actions, message.action);
};

/** A message and the webhooks that ask for it. */
export type Addressed = { message: EventMessage; webhooks: Webhook[] };

/** The messages that some of the webhooks ask for. */
export const addressed = (messages: readonly EventMessage[], webhooks: readonly Webhook[]): Addressed[] => {
  const ofOrganization = Map.groupBy(webhooks, ({ org_id }) => org_id);
  const receiversOf = (message: EventMessage): Webhook[] =>
    (ofOrganization.get(message.orgId) ?? []).filter((webhook) => isFor(message, webhook));
  return messages
    .map((message) => ({ message, webhooks: receiversOf(message) }))
    .filter(({ webhooks }) => webhooks.length > 0);
};

/** The same in parts that come to no more than so many deliveries each; a single message is never parted. */
export function* inParts(all: readonly Addressed[], most: number): Generator<Addressed[]> {
  let part: Addressed[] = [];
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

/** The deliveries that a message comes to, each with an id that follows from the event, the webhook and the name. */
export const deliveriesOf = ({ message, webhooks }: Addressed, now: Date): Delivery[] =>
  webhooks.map(deliveryTo(message, now));

/** What happened before the webhook was there, its own creation included. The clocks of services may differ a little. */
const isBefore = ({ subject, time }: EventMessage, { id, created_at }: Webhook): boolean =>
  subject === id ? time.getTime() === created_at.getTime() : time.getTime() < created_at.getTime() - BEFORE_CREATION_MS;

const fits = (listed: readonly string[], value: string | null): boolean =>
  listed.length === 0 || value === null || listed.includes(value);

const deliveryTo =
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
