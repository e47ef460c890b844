import { type AuditAction, toAuditEntryId } from '@qsc/contracts';
import type { AuditFacts, Envelope } from '@qsc/contracts/events';
import type { EventName, SentEventName } from '../webhook/event-name.ts';
import { FURTHER_EVENTS } from './further-events.ts';
import { stableId } from './stable-id.ts';

/** A message of an event to the webhooks that subscribe to it. `action` is null where filters on actions do not apply. */
export type EventMessage = {
  id: string;
  eventId: string;
  orgId: string;
  event: EventName;
  /** The record that it is about. */
  subject: string;
  entityType: string;
  action: AuditAction | null;
  time: Date;
  /** The trace of the event. */
  traceparent: string | undefined;
  /** Formatted only where a webhook subscribes to the event. */
  body: () => string;
};

/** The longest body; a longer one omits the changes and says so. */
const BODY_BYTES = 64 * 1_024;

/** The body of a message (specification, "Events"). */
export const formatBody = (event: SentEventName, timestamp: string, data: Record<string, unknown>): string =>
  JSON.stringify({ event, timestamp, data });

/** The messages of an event, and the names for which its record is invalid. */
export type EventMessages = { messages: EventMessage[]; invalid: EventName[] };

/** Every message of an event: its audit entry, its signature, and the further events. */
export const toMessages = (event: Envelope): EventMessages => {
  const { messages, invalid } = furtherMessages(event);
  return { messages: [...auditMessages(event), ...messages], invalid };
};

const toMessage = (
  { id: eventId, orgid, subject, time, traceparent }: Envelope,
  event: EventName,
  details: Pick<EventMessage, 'entityType' | 'action' | 'body'>,
): EventMessage => ({
  id: stableId('message', eventId, event),
  eventId,
  orgId: orgid,
  subject,
  event,
  time: new Date(time),
  traceparent,
  ...details,
});

const auditBody = (event: EventName, { id, time }: Envelope, facts: AuditFacts): string => {
  const { action, entity_type, entity_id, user, changes } = facts;
  const data = { id: toAuditEntryId(id), action, entity_type, entity_id, user: { id: user.id, name: user.name } };
  const whole = formatBody(event, time, { ...data, changes });
  if (Buffer.byteLength(whole) <= BODY_BYTES) return whole;
  return formatBody(event, time, { ...data, changes_omitted: true });
};

const auditMessages = (event: Envelope): EventMessage[] => {
  const facts = event.data.audit;
  if (!facts) return [];
  const { action, entity_type: entityType, signature } = facts;
  const names: EventName[] = signature.signed ? ['audit.create', 'audit.signature'] : ['audit.create'];
  return names.map((name) => toMessage(event, name, { entityType, action, body: () => auditBody(name, event, facts) }));
};

const furtherMessages = (event: Envelope): EventMessages => {
  const all: EventMessages = { messages: [], invalid: [] };
  for (const { name, definition, toData } of FURTHER_EVENTS) {
    if (definition.type !== event.type) continue;
    const record = definition.payload.safeParse(event.data.record);
    const data = record.success ? toData(record.data as never, event) : null;
    if (!record.success) all.invalid.push(name);
    if (!data) continue;
    const body = (): string => formatBody(name, event.time, data);
    all.messages.push(toMessage(event, name, { entityType: data.entity_type, action: null, body }));
  }
  return all;
};
