import { type AuditAction, auditEntryIdOf } from '@qsc/contracts';
import type { AuditFacts, Envelope } from '@qsc/contracts/events';
import type { EventName, SentEventName } from '../webhook/event-name.ts';
import { FURTHER_EVENTS } from './further-events.ts';
import { stableId } from './stable-id.ts';

/** What one event says to those who ask for it. `action` is null where filters on actions do not apply. */
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
  /** Written for those events alone that somebody asks for. */
  body: () => string;
};

/** The longest body; beyond it, what changed is left out and told to be. */
const BODY_BYTES = 64 * 1_024;

/** The body of a message (specification, "Events"). */
export const bodyOf = (event: SentEventName, timestamp: string, data: Record<string, unknown>): string =>
  JSON.stringify({ event, timestamp, data });

/** What an event says, and the further names by which its record cannot be told. */
export type Told = { messages: EventMessage[]; untold: EventName[] };

/** Everything that an event says: the audit entry, its signature, and further names of what happened. */
export const messagesOf = (event: Envelope): Told => {
  const { messages, untold } = furtherMessages(event);
  return { messages: [...auditMessages(event), ...messages], untold };
};

const messageOf = (
  { id: eventId, orgid, subject, time, traceparent }: Envelope,
  event: EventName,
  told: Pick<EventMessage, 'entityType' | 'action' | 'body'>,
): EventMessage => ({
  id: stableId('message', eventId, event),
  eventId,
  orgId: orgid,
  subject,
  event,
  time: new Date(time),
  traceparent,
  ...told,
});

const auditBody = (event: EventName, { id, time }: Envelope, facts: AuditFacts): string => {
  const { action, entity_type, entity_id, user, changes } = facts;
  const data = { id: auditEntryIdOf(id), action, entity_type, entity_id, user: { id: user.id, name: user.name } };
  const whole = bodyOf(event, time, { ...data, changes });
  if (Buffer.byteLength(whole) <= BODY_BYTES) return whole;
  return bodyOf(event, time, { ...data, changes_omitted: true });
};

const auditMessages = (event: Envelope): EventMessage[] => {
  const facts = event.data.audit;
  if (!facts) return [];
  const { action, entity_type: entityType, signature } = facts;
  const names: EventName[] = signature.signed ? ['audit.create', 'audit.signature'] : ['audit.create'];
  return names.map((name) => messageOf(event, name, { entityType, action, body: () => auditBody(name, event, facts) }));
};

const furtherMessages = (event: Envelope): Told => {
  const all: Told = { messages: [], untold: [] };
  for (const { name, definition, tell } of FURTHER_EVENTS) {
    if (definition.type !== event.type) continue;
    const record = definition.payload.safeParse(event.data.record);
    const told = record.success ? tell(record.data as never, event) : null;
    if (!record.success) all.untold.push(name);
    if (!told) continue;
    const body = (): string => bodyOf(name, event.time, told);
    all.messages.push(messageOf(event, name, { entityType: told.entity_type, action: null, body }));
  }
  return all;
};
