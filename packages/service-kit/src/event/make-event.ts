import { newId } from '@qsc/contracts';
import type { ActEnvelope, AuditFacts, Envelope, EventDefinition } from '@qsc/contracts/events';
import type { z } from 'zod';
import type { Call } from '../call.ts';

type Facts = Pick<AuditFacts, 'action' | 'entity_type' | 'entity_id' | 'entity_name' | 'entity_version' | 'changes'> & {
  workflow_state?: string;
  reason?: string;
  details?: Record<string, unknown>;
  signature?: AuditFacts['signature'];
  /** Who acted, where that is not the caller (a login: the user who tries). */
  user?: AuditFacts['user'];
};

const UNSIGNED: AuditFacts['signature'] = { required: false, signed: false, signature_id: null, meaning: null };

const buildDetails = ({ cause }: Call, { details }: Facts): { details?: Record<string, unknown> } =>
  cause || details ? { details: { ...cause, ...details } } : {};

const auditFacts = (call: Call, facts: Facts): AuditFacts => ({
  action: facts.action,
  entity_type: facts.entity_type,
  entity_id: facts.entity_id,
  entity_name: facts.entity_name,
  entity_version: facts.entity_version,
  user: facts.user ?? { id: call.actor.id, email: call.actor.email, name: call.actor.name, role: call.actor.role },
  client: call.client,
  changes: facts.changes,
  metadata: {
    reason: facts.reason ?? call.reason,
    workflow_state: facts.workflow_state ?? null,
    request_id: call.requestId,
    ...buildDetails(call, facts),
  },
  signature: facts.signature ?? UNSIGNED,
});

type Audited<Audit> = { audit: Audit; subject: string; actor: string };

const envelope = <Payload, Audit extends AuditFacts | null>(
  type: string,
  call: Call,
  { audit, subject, actor }: Audited<Audit>,
  record: Payload,
): Envelope<Payload, Audit> => ({
  specversion: '1.0' as const,
  id: newId('event'),
  source: `/services/${type.slice(0, type.indexOf('.'))}`,
  type,
  subject,
  time: call.now.toISOString(),
  datacontenttype: 'application/json' as const,
  orgid: call.actor.org_id,
  actor,
  requestid: call.requestId,
  ...(call.traceparent ? { traceparent: call.traceparent } : {}),
  data: { audit, record },
});

/**
 * The envelope of an event without an audit entry: it reports what follows from an act whose entry another event has
 * (a transition whose record another service changes), or of a moment (a due date that is over).
 */
export const makeNotice = <Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  call: Call,
  { subject, record }: { subject: string; record: z.infer<Payload> },
): Envelope<z.infer<Payload>, null> =>
  envelope(definition.type, call, { audit: null, subject, actor: call.actor.id }, record);

/**
 * The envelope of one domain event: CloudEvents 1.0 with everything that the audit entry needs.
 * @param definition the declared event; its type and the kind of record (`entity_type`) become the routing key.
 * @param call who acts, when and by which request.
 * @param content the audit facts and the record as it stands after the action.
 */
export const makeEvent = <Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  call: Call,
  content: { audit: Facts; record: z.infer<Payload> },
): ActEnvelope<z.infer<Payload>> => {
  const { entity_id: subject, user } = content.audit;
  const audited = { audit: auditFacts(call, content.audit), subject, actor: user?.id ?? call.actor.id };
  return envelope(definition.type, call, audited, content.record);
};
