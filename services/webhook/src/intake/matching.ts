import { type Delivery, newDelivery } from '../delivery/delivery.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { EventMessage } from './message.ts';
import { stableId } from './stable-id.ts';

/** An event from so long before a webhook's creation comes out of a queue that was filled again, and is not for it. */
const BEFORE_CREATION_MS = 5 * 60_000;

/** Whether the webhook asks for the message. `actions` holds for audit entries alone, `entity_types` for everything. */
export const isFor = (message: EventMessage, webhook: Webhook): boolean => {
  const { events, filters, org_id } = webhook;
  if (message.orgId !== org_id || !events.includes(message.event) || isBefore(message, webhook)) return false;
  return fits(filters.entity_types, message.entityType) && fits(filters.actions, message.action);
};

/** The deliveries that messages come to, each with an id that follows from the event, the webhook and the name. */
export const deliveriesOf = (messages: readonly EventMessage[], webhooks: readonly Webhook[], now: Date): Delivery[] =>
  messages.flatMap((message) => webhooks.filter((webhook) => isFor(message, webhook)).map(deliveryTo(message, now)));

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
