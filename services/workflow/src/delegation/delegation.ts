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
  /** The first instant at which it is no longer in force. */
  to: Date;
  reason: string;
  created_at: Date;
  version: number;
};

/** A delegation with the current role of its giver; null for a giver who is not active any more. */
export type DelegatedVote = Delegation & { giver_role: Role | null };

export type DelegationInput = { delegate_id: string; from: Date; to: Date; reason: string };

/** Whether the delegation is in force at the instant. */
export const isInForce = ({ from, to }: Pick<Delegation, 'from' | 'to'>, now: Date): boolean => from <= now && now < to;

/**
 * The delegation by the caller, and its event. Throws `forbidden` for a caller without a vote, and `validation_failed` for an
 * end that is not after the start or in the past, and for a delegate who is the caller, not active, or of a role that never
 * decides.
 * @param delegate the user of `delegate_id`; null for none.
 */
export const delegate = (
  input: DelegationInput,
  to: KnownUser | null,
  call: Call,
): { delegation: Delegation; event: ActEnvelope } => {
  requireGiver(call);
  requireWindow(input, call.now);
  const delegation = {
    ...input,
    id: newId('delegation'),
    org_id: call.actor.org_id,
    user_id: call.actor.id,
    user_name: call.actor.name,
    delegate_name: requireDelegate(input, to, call).name,
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

const requireWindow = ({ from, to }: DelegationInput, now: Date): void => {
  if (to <= from) throw invalidField('to', 'not_after_from', 'The end is after the beginning.');
  if (to <= now) throw invalidField('to', 'past', 'The end is over already.');
};

const requireDelegate = ({ delegate_id }: DelegationInput, to: KnownUser | null, { actor }: Call): KnownUser => {
  if (delegate_id === actor.id)
    throw invalidField('delegate_id', 'self', 'Nobody decides for themselves by delegation.');
  if (!to?.active)
    throw invalidField('delegate_id', 'unknown_user', `There is no active user with the id "${delegate_id}".`);
  if (!mayDecide(to.role))
    throw invalidField('delegate_id', 'role', `A user of the role "${to.role}" decides on no approval.`);
  return to;
};

/** The event of a revocation. Throws `forbidden` unless the giver or a system administrator revokes it. */
export const revoke = (delegation: Delegation, call: Call): ActEnvelope => {
  if (delegation.user_id !== call.actor.id && call.actor.role !== 'system_admin')
    throw forbidden('Only who gave a delegation, or a system administrator, ends it.', 'not_giver');
  return makeEvent(workflowEvents.delegationRevoked, call, {
    audit: {
      ...toAuditFacts(delegation),
      action: 'delete',
      changes: toChanges(delegation, (from) => ({ from, to: null })),
    },
    record: toSnapshot(delegation),
  });
};

const createdEvent = (delegation: Delegation, call: Call): ActEnvelope =>
  makeEvent(workflowEvents.delegationCreated, call, {
    audit: {
      ...toAuditFacts(delegation),
      action: 'create',
      changes: toChanges(delegation, (to) => ({ from: null, to })),
      reason: call.reason ?? delegation.reason,
    },
    record: toSnapshot(delegation),
  });

const toAuditFacts = ({ id, user_name, delegate_name, version }: Delegation) => ({
  entity_type: 'delegation',
  entity_id: id,
  entity_name: `${user_name} to ${delegate_name}`,
  entity_version: version,
});

const toChanges = (delegation: Delegation, change: (value: unknown) => Changes[string]): Changes => {
  const { user_id, delegate_id, from, to } = toSnapshot(delegation);
  const shown = { user_id, delegate_id, from, to, reason: delegation.reason };
  return Object.fromEntries(Object.entries(shown).map(([field, value]) => [field, change(value)]));
};

const toSnapshot = ({ id, user_id, delegate_id, from, to }: Delegation) => ({
  id,
  user_id,
  delegate_id,
  from: from.toISOString(),
  to: to.toISOString(),
});
