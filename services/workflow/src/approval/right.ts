import type { Actor, Role } from '@qsc/contracts';
import { AppError, conflict } from '@qsc/service-kit/pure';
import { type DelegatedVote, isInForce } from '../delegation/delegation.ts';
import { type KnownUser, mayDecide } from '../user/user.ts';
import type { Approval } from './approval.ts';

/** The user who decides. */
export type Decider = Pick<Actor, 'id' | 'name' | 'role' | 'kind'>;

/** The role that a decision counts for, and the delegation where it is not the decider's own vote. */
export type Vote = { role: Role; delegated: DelegatedVote | null };

/** `delegations`: those to the decider. */
export type KnownVotes = { delegations: readonly DelegatedVote[]; now: Date };

/** Why a user has no vote in an approval. `turn`: the role has decided, or its turn has not come. */
type IneligibleReason = 'requester' | 'record_creator' | 'decided' | 'turn' | 'role';

type Voter = { id: string; role: Role | null };

/** Throws `forbidden` for those who never decide: an application, the system, a system administrator (decisions §3). */
export const requireDecider = ({ kind, role }: Decider): void => {
  if (kind !== 'user') throw forbidden('Only a user decides on an approval.', { reason: kind });
  if (role === 'system_admin')
    throw forbidden('A system administrator decides on no approval.', { reason: 'system_admin' });
};

/**
 * The vote of the decider in the approval: their own where their role is requested, otherwise the first delegated one; null for
 * none.
 */
export const openVote = (approval: Approval, decider: Decider, { delegations, now }: KnownVotes): Vote | null => {
  if (decider.kind !== 'user' || !mayDecide(decider.role) || excludedUsers(approval).includes(decider.id)) return null;
  const requested = requestedRoles(approval);
  if (requested.includes(decider.role)) return { role: decider.role, delegated: null };
  for (const delegated of votesDelegatedTo(decider, delegations, now))
    if (delegated.giver_role && !ineligibleReason(approval, toGiver(delegated)))
      return { role: delegated.giver_role, delegated };
  return null;
};

/** The vote of the decider. Throws `forbidden` or `conflict`, with the reason, where there is none. */
export const requireVote = (approval: Approval, decider: Decider, known: KnownVotes): Vote => {
  const vote = openVote(approval, decider, known);
  if (vote) return vote;
  const voters = [decider, ...votesDelegatedTo(decider, known.delegations, known.now).map(toGiver)];
  const reasons = voters.map((voter) => ineligibleReason(approval, voter));
  throw toRefusal(approval, reasons.find((reason) => reason !== 'role') ?? 'role');
};

/** The roles that the approval requests now; none when it has ended, and while its record is deleted. */
export const requestedRoles = (approval: Approval): Role[] => {
  if (approval.status !== 'pending' || approval.record_gone) return [];
  if (!isOnePerRole(approval)) return [...new Set(approval.approver_roles)];
  const open = openRoles(approval);
  return approval.approval_type === 'sequential' ? open.slice(0, 1) : [...new Set(open)];
};

/** The roles that have not decided, where each role decides once. */
const openRoles = ({ approver_roles, decisions }: Approval): Role[] => {
  const open = [...approver_roles];
  for (const { role } of decisions) open.splice(open.indexOf(role), 1);
  return open;
};

/**
 * Whether enough active users have a vote for every decision that is still required (decisions §4). Delegates add none: giver
 * and delegate have one vote.
 */
export const isCompletable = (approval: Approval, active: readonly Pick<KnownUser, 'id' | 'role'>[]): boolean => {
  const excluded = excludedUsers(approval);
  const free = active.filter(({ id, role }) => mayDecide(role) && !excluded.includes(id)).map(({ role }) => role);
  const { approver_roles: roles, required_approvers, decisions } = approval;
  if (!isOnePerRole(approval))
    return free.filter((role) => roles.includes(role)).length >= required_approvers - decisions.length;
  const count = (of: readonly Role[], role: Role): number => of.filter((other) => other === role).length;
  const open = openRoles(approval);
  return open.every((role) => count(free, role) >= count(open, role));
};

/** The withdrawal of an approval by its requester or by a quality manager; it is no vote. Throws `forbidden`. */
export const requireWithdrawal = (approval: Approval, { id, kind, role }: Decider): Vote => {
  const isTheirs = listRequesters(approval).includes(id) || role === 'quality_manager';
  if (kind === 'user' && role !== null && isTheirs) return { role, delegated: null };
  throw forbidden('An approval is withdrawn by its requester, or by a quality manager.', {
    reason: 'role',
    roles: ['quality_manager'],
  });
};

/** As many roles as approvers: one decision of each role. Otherwise each decision may be of any of the roles. */
const isOnePerRole = ({ approver_roles, required_approvers }: Approval): boolean =>
  approver_roles.length === required_approvers;

/** The requesters: of this approval, and of the one from which decisions alone led here. */
const listRequesters = ({ requested_by, first_requested_by }: Approval): string[] => [requested_by, first_requested_by];

/**
 * Users without a vote, or without one any more: requesters, the creator of the record, those who decided and those for whom
 * they decided.
 */
export const excludedUsers = (approval: Approval): string[] => {
  const { record_creator, decisions } = approval;
  const voted = decisions.flatMap(({ decided_by, on_behalf_of }) => [decided_by, on_behalf_of ?? decided_by]);
  return [...new Set([...listRequesters(approval), record_creator, ...voted])];
};

const votesDelegatedTo = ({ id }: Decider, delegations: readonly DelegatedVote[], now: Date): DelegatedVote[] =>
  delegations.filter((delegation) => delegation.delegate_id === id && isInForce(delegation, now));

const toGiver = ({ user_id: id, giver_role: role }: DelegatedVote): Voter => ({ id, role });

const ineligibleReason = (approval: Approval, { id, role }: Voter): IneligibleReason | null => {
  if (listRequesters(approval).includes(id)) return 'requester';
  if (id === approval.record_creator) return 'record_creator';
  if (excludedUsers(approval).includes(id)) return 'decided';
  if (!mayDecide(role) || !approval.approver_roles.includes(role)) return 'role';
  return requestedRoles(approval).includes(role) ? null : 'turn';
};

const toRefusal = (approval: Approval, reason: IneligibleReason): AppError => {
  const roles = requestedRoles(approval);
  switch (reason) {
    case 'requester':
      return forbidden('The requester of an approval does not decide on it.', { reason: reason });
    case 'record_creator':
      return forbidden('The creator of a record does not decide on it.', { reason: reason });
    case 'decided':
      return conflict('The vote was already given, by you or by a delegate.');
    case 'turn':
      return conflict(`The approval waits for ${roles.join(' or ')}.`, { waits_for: roles });
    case 'role':
      return forbidden(`This decision needs the role ${roles.join(' or ')}.`, { reason: reason, roles });
  }
};

const forbidden = (message: string, details: Record<string, unknown>): AppError =>
  new AppError('forbidden', message, { details });
