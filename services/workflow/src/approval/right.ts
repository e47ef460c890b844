import type { Actor, Role } from '@qsc/contracts';
import { AppError, conflict } from '@qsc/service-kit/pure';
import { isInForce, type LentVote } from '../delegation/delegation.ts';
import { type KnownUser, mayDecide } from '../user/user.ts';
import type { Approval } from './approval.ts';

/** Who decides, as far as a round asks. */
export type Decider = Pick<Actor, 'id' | 'name' | 'role' | 'kind'>;

/** What a decision counts as: for which role, and by whose delegation where it is not the decider's own vote. */
export type Vote = { role: Role; lent: LentVote | null };

/** `delegations`: those that were given to the decider. */
export type KnownVotes = { delegations: readonly LentVote[]; now: Date };

/** Why a user has no vote in a round. `turn`: of an approver role that has decided, or whose turn has not come. */
type Hindrance = 'requester' | 'record_creator' | 'decided' | 'turn' | 'role';

type Voter = { id: string; role: Role | null };

/** Throws `forbidden` for who never decides: an application, the system, a system administrator (decisions §3). */
export const requireDecider = ({ kind, role }: Decider): void => {
  if (kind !== 'user') throw forbidden('Only a user decides on an approval.', { reason: kind });
  if (role === 'system_admin')
    throw forbidden('A system administrator decides on no approval.', { reason: 'system_admin' });
};

/**
 * The vote that the decider has in the round: their own where their role is asked, else that of the first who lent them one;
 * null for none.
 */
export const openVote = (approval: Approval, decider: Decider, { delegations, now }: KnownVotes): Vote | null => {
  if (decider.kind !== 'user' || !mayDecide(decider.role) || excludedOf(approval).includes(decider.id)) return null;
  const asked = rolesAsked(approval);
  if (asked.includes(decider.role)) return { role: decider.role, lent: null };
  for (const lent of lentTo(decider, delegations, now))
    if (lent.giver_role && !hindranceOf(approval, giverOf(lent))) return { role: lent.giver_role, lent };
  return null;
};

/** Throws `forbidden` or `conflict`, with what stands against it, for a decider who has no vote in the round. */
export const voteOf = (approval: Approval, decider: Decider, known: KnownVotes): Vote => {
  const vote = openVote(approval, decider, known);
  if (vote) return vote;
  const voters = [decider, ...lentTo(decider, known.delegations, known.now).map(giverOf)];
  const hindrances = voters.map((voter) => hindranceOf(approval, voter));
  throw refusalOf(approval, hindrances.find((hindrance) => hindrance !== 'role') ?? 'role');
};

/** The roles that the round asks for now; none when it has ended, and while its record is deleted. */
export const rolesAsked = (approval: Approval): Role[] => {
  if (approval.status !== 'pending' || approval.record_gone) return [];
  if (!isOneOfEach(approval)) return [...new Set(approval.approver_roles)];
  const open = openRoles(approval);
  return approval.approval_type === 'sequential' ? open.slice(0, 1) : [...new Set(open)];
};

/** Where one of each role decides: the roles that have not. */
const openRoles = ({ approver_roles, decisions }: Approval): Role[] => {
  const open = [...approver_roles];
  for (const { role } of decisions) open.splice(open.indexOf(role), 1);
  return open;
};

/**
 * Whether enough of the active users have a vote for every decision that a waiting round still needs (decisions §4). Delegates add
 * none: giver and delegate count once.
 */
export const isCompletable = (approval: Approval, active: readonly Pick<KnownUser, 'id' | 'role'>[]): boolean => {
  const excluded = excludedOf(approval);
  const free = active.filter(({ id, role }) => mayDecide(role) && !excluded.includes(id)).map(({ role }) => role);
  const { approver_roles: roles, required_approvers, decisions } = approval;
  if (!isOneOfEach(approval))
    return free.filter((role) => roles.includes(role)).length >= required_approvers - decisions.length;
  const count = (of: readonly Role[], role: Role): number => of.filter((other) => other === role).length;
  const open = openRoles(approval);
  return open.every((role) => count(free, role) >= count(open, role));
};

/** The withdrawal of a round by who asked for it, or by a quality manager; no vote. Throws `forbidden`. */
export const withdrawalOf = (approval: Approval, { id, kind, role }: Decider): Vote => {
  const isTheirs = requestersOf(approval).includes(id) || role === 'quality_manager';
  if (kind === 'user' && role !== null && isTheirs) return { role, lent: null };
  throw forbidden('An approval is withdrawn by the user who asked for it, or by a quality manager.', {
    reason: 'role',
    roles: ['quality_manager'],
  });
};

/** As many roles as approvers: one decision of each role. Otherwise each decision is of any of the roles. */
const isOneOfEach = ({ approver_roles, required_approvers }: Approval): boolean =>
  approver_roles.length === required_approvers;

/** Those who asked: for this round, and for the one that decisions alone led here from. */
const requestersOf = ({ requested_by, first_requested_by }: Approval): string[] => [requested_by, first_requested_by];

/** Those who have no vote in the round, or none any more: who asked, who made the record, who decided and for whom. */
export const excludedOf = (approval: Approval): string[] => {
  const { record_creator, decisions } = approval;
  const voted = decisions.flatMap(({ decided_by, on_behalf_of }) => [decided_by, on_behalf_of ?? decided_by]);
  return [...new Set([...requestersOf(approval), record_creator, ...voted])];
};

const lentTo = ({ id }: Decider, delegations: readonly LentVote[], now: Date): LentVote[] =>
  delegations.filter((delegation) => delegation.delegate_id === id && isInForce(delegation, now));

const giverOf = ({ user_id: id, giver_role: role }: LentVote): Voter => ({ id, role });

const hindranceOf = (approval: Approval, { id, role }: Voter): Hindrance | null => {
  if (requestersOf(approval).includes(id)) return 'requester';
  if (id === approval.record_creator) return 'record_creator';
  if (excludedOf(approval).includes(id)) return 'decided';
  if (!mayDecide(role) || !approval.approver_roles.includes(role)) return 'role';
  return rolesAsked(approval).includes(role) ? null : 'turn';
};

const refusalOf = (approval: Approval, hindrance: Hindrance): AppError => {
  const roles = rolesAsked(approval);
  switch (hindrance) {
    case 'requester':
      return forbidden('Who asked for the approval does not decide on it.', { reason: hindrance });
    case 'record_creator':
      return forbidden('Who created the record does not decide on it.', { reason: hindrance });
    case 'decided':
      return conflict('The vote is given already, by you or by who decides for you.');
    case 'turn':
      return conflict(`The approval waits for ${roles.join(' or ')}.`, { waits_for: roles });
    case 'role':
      return forbidden(`This decision needs the role ${roles.join(' or ')}.`, { reason: hindrance, roles });
  }
};

const forbidden = (message: string, details: Record<string, unknown>): AppError =>
  new AppError('forbidden', message, { details });
