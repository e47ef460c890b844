import { z } from 'zod';
import { AUDIT_ACTIONS } from '../audit-action.ts';

/** Changed values by attribute path; the path goes to the leaf (`attributes.address.city`). */
export const Changes = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

export type Changes = z.infer<typeof Changes>;

/**
 * All that the audit entry of an action needs (specification, "Audit log entry").
 * Every event of an act carries it, so a change without its audit entry cannot be written.
 */
export const AuditFacts = z.object({
  action: z.enum(AUDIT_ACTIONS),
  entity_type: z.string().min(1),
  entity_id: z.string().min(1),
  entity_name: z.string(),
  entity_version: z.number().int().nullable(),
  user: z.object({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string(),
    role: z.string().nullable(),
  }),
  client: z.object({
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    api_key_id: z.string().nullable(),
  }),
  changes: Changes,
  metadata: z.object({
    reason: z.string().nullable(),
    workflow_state: z.string().nullable(),
    request_id: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
  signature: z.object({
    required: z.boolean(),
    signed: z.boolean(),
    signature_id: z.string().nullable(),
    meaning: z.string().nullable(),
  }),
});

export type AuditFacts = z.infer<typeof AuditFacts>;

/** A domain event on the wire: CloudEvents 1.0 in its JSON format, with our extension attributes. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  orgid: z.string(),
  actor: z.string(),
  requestid: z.string(),
  traceparent: z.string().optional(),
  /** `audit` is null where another event of the same act, or of none, has the audit entry (`makeNotice`). */
  data: z.object({ audit: AuditFacts.nullable(), record: z.unknown() }),
});

export type Envelope<Payload = unknown, Audit extends AuditFacts | null = AuditFacts | null> = Omit<
  z.infer<typeof Envelope>,
  'data'
> & {
  data: { audit: Audit; record: Payload };
};

/** An event of an act, which always has its audit entry. */
export type ActEnvelope<Payload = unknown> = Envelope<Payload, AuditFacts>;

/** The audit facts of the event of an act. Throws for one without, which its producer sends by mistake. */
export const requireAuditFacts = ({ id, data }: Pick<Envelope, 'id' | 'data'>): AuditFacts => {
  if (data.audit) return data.audit;
  throw new Error(`The event ${id} tells of an act and has no audit facts.`);
};

/**
 * The routing key of an event: its type, and after it the kind of record (`entity.entity.created.v1.supplier`), so that a queue takes
 * only the kinds that its consumer handles. An event without an audit entry has none.
 */
export const toRoutingKey = (type: string, kind: string | undefined): string =>
  kind === undefined ? type : `${type}.${kind}`;

/** What a queue is bound by to take an event of every kind, or without one. */
export const anyKind = (type: string): string => `${type}.#`;

/** What a producer declares of an event: its type (`<service>.<noun>.<what happened>.v<n>`) and the shape of `data.record`. */
export type EventDefinition<Type extends string = string, Payload extends z.ZodType = z.ZodType> = {
  type: Type;
  summary: string;
  payload: Payload;
};

/** Declares an event type once; producer, consumer and the AsyncAPI document all read this. */
export const defineEvent = <Type extends string, Payload extends z.ZodType>(
  type: Type,
  summary: string,
  payload: Payload,
): EventDefinition<Type, Payload> => ({ type, summary, payload });
