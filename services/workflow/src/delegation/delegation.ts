import { newId, type Role } from '@qsc/contracts';
import { type ActEnvelope, type Changes, workflowEvents } from '@qsc/contracts/events';
import { AppError, type Call, invalidField, makeEvent } from '@qsc/service-kit/pure';
import { type KnownUser, mayDecide } from '../user/user.ts';

/** An approver lets another user decide for them from one instant to another. */
export type Delegation = {
  id: string;
  org_id: string;
  user_id: string;
  user_name: string;
  delegate_id: string;
  delegate_name: string;
  from: Date;
  /** The first instant at which it holds no more. */
  to: Date;
  reason: string;
  created_at: Date;
  version: number;
};

/** A delegation with the role that its giver has now; null for one who is no active user any more. */
export type LentVote = Delegation & { giver_role: Role | null };

export type AskedDelegation = { delegate_id: string; from: Date; to: Date; reason: string };

/** Whether the delegation holds at the instant. */
export const isInForce = ({ from, to }: Pick<Delegation, 'from' | 'to'>, now: Date): boolean => from <= now && now < to;

/**
 * The delegation that the caller gives, and its event. Throws `forbidden` for who has no vote to give, and
 * `validation_failed` for an end that is not after the beginning or over already, and for a delegate who is the caller, no
 * active user, or of a role that never decides.
 * @param delegate the user of `delegate_id`; null for none.
 */
export const delegate = (
  asked: AskedDelegation,
  to: KnownUser | null,
  call: Call,
): { delegation: Delegation; event: ActEnvelope } => {
  requireGiver(call);
  requireWindow(asked, call.now);
  const delegation = {
    ...asked,
    id: newId('delegation'),
    org_id: call.actor.org_id,
    user_id: call.actor.id,
    user_name: call.actor.name,
    delegate_name: requireDelegate(asked, to, call).name,
    created_at: call.now,
    version: 1,
  };
  return { delegation, event: createdEvent(delegation, call) };
};

const forbidden = (message: string, reason: string): AppError =>
  new AppError('forbidden', message, { details: { reason } });

const requireGiver = ({ actor }: Call): void => {
  if (actor.kind !== 'user') throw forbidden('Only a user lets another one decide.', actor.kind);
  if (actor.role === 'system_admin')
    throw forbidden('A system administrator decides on no approval and has no vote to delegate.', actor.role);
};

const requireWindow = ({ from, to }: AskedDelegation, now: Date): void => {
  if (to <= from) throw invalidField('to', 'not_after_from', 'The end is after the beginning.');
  if (to <= now) throw invalidField('to', 'past', 'The end is over already.');
};

const requireDelegate = ({ delegate_id }: AskedDelegation, to: KnownUser | null, { actor }: Call): KnownUser => {
  if (delegate_id === actor.id)
    throw invalidField('delegate_id', 'self', 'Nobody decides for themselves by delegation.');
  if (!to?.active)
    throw invalidField('delegate_id', 'unknown_user', `There is no active user with the id "${delegate_id}".`);
  if (!mayDecide(to.role))
    throw invalidField('delegate_id', 'role', `A user of the role "${to.role}" decides on no approval.`);
  return to;
};

/**
 * The event of a delegation that ends before its time. Throws `forbidden` unless its giver or a system administrator ends it.
 */
export const revoke = (delegation: Delegation, call: Call): ActEnvelope => {
  if (delegation.user_id !== call.actor.id && call.actor.role !== 'system_admin')
    throw forbidden('Only who gave a delegation, or a system administrator, ends it.', 'not_giver');
  return makeEvent(workflowEvents.delegationRevoked, call, {
    audit: { ...factsOf(delegation), action: 'delete', changes: changesOf(delegation, (from) => ({ from, to: null })) },
    record: snapshotOf(delegation),
  });
};

const createdEvent = (delegation: Delegation, call: Call): ActEnvelope =>
  makeEvent(workflowEvents.delegationCreated, call, {
    audit: {
      ...factsOf(delegation),
      action: 'create',
      changes: changesOf(delegation, (to) => ({ from: null, to })),
      reason: call.reason ?? delegation.reason,
    },
    record: snapshotOf(delegation),
  });

const factsOf = ({ id, user_name, delegate_name, version }: Delegation) => ({
  entity_type: 'delegation',
  entity_id: id,
  entity_name: `${user_name} to ${delegate_name}`,
  entity_version: version,
});

const changesOf = (delegation: Delegation, change: (value: unknown) => Changes[string]): Changes => {
  const { user_id, delegate_id, from, to } = snapshotOf(delegation);
  const shown = { user_id, delegate_id, from, to, reason: delegation.reason };
  return Object.fromEntries(Object.entries(shown).map(([field, value]) => [field, change(value)]));
};

const snapshotOf = ({ id, user_id, delegate_id, from, to }: Delegation) => ({
  id,
  user_id,
  delegate_id,
  from: from.toISOString(),
  to: to.toISOString(),
});
