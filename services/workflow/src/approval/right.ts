import type { Actor, Role } from '@qsc/contracts';
import { AppError, conflict } from '@qsc/service-kit/pure';
import { isInForce, type LentVote } from '../delegation/delegation.ts';
import type { Approval } from './approval.ts';

/** Who decides, as far as a round asks. */
export type Decider = Pick<Actor, 'id' | 'name' | 'role' | 'kind'>;

/** What a decision counts as: for which role, and by whose delegation where it is not the decider's own vote. */
export type Vote = { role: Role; lent: LentVote | null };

/**
 * How a user stands to a round. `waiting`: of an approver role that is not asked now, because it has decided or its turn has
 * not come.
 */
type Standing = 'open' | 'requester' | 'record_creator' | 'decided' | 'waiting' | 'role';

type Person = { id: string; role: Role | null };

/** As many roles as approvers: one decision of each role. Otherwise each decision is of any of the roles. */
const isOneOfEach = ({ approver_roles, required_approvers }: Approval): boolean =>
  approver_roles.length === required_approvers;

/** The roles that the round asks for now; none when it has ended. */
export const rolesAsked = (approval: Approval): Role[] => {
  if (approval.status !== 'pending') return [];
  if (!isOneOfEach(approval)) return [...new Set(approval.approver_roles)];
  const open = [...approval.approver_roles];
  for (const { role } of approval.decisions) open.splice(open.indexOf(role), 1);
  return approval.approval_type === 'sequential' ? open.slice(0, 1) : [...new Set(open)];
};

/** Those who have no vote in the round, or none any more: who asked, who made the record, who decided and for whom. */
export const excludedOf = ({ requested_by, record_creator, decisions }: Approval): string[] => {
  const voted = decisions.flatMap(({ decided_by, on_behalf_of }) => [decided_by, on_behalf_of ?? decided_by]);
  return [...new Set([requested_by, record_creator, ...voted])];
};

const standingOf = (approval: Approval, { id, role }: Person): Standing => {
  if (id === approval.requested_by) return 'requester';
  if (id === approval.record_creator) return 'record_creator';
  if (excludedOf(approval).includes(id)) return 'decided';
  if (role === null || role === 'system_admin' || !approval.approver_roles.includes(role)) return 'role';
  return rolesAsked(approval).includes(role) ? 'open' : 'waiting';
};

const refusalOf = (approval: Approval, standing: Exclude<Standing, 'open'>): AppError => {
  const roles = rolesAsked(approval);
  switch (standing) {
    case 'requester':
      return forbidden('Who asked for the approval does not decide on it.', { reason: standing });
    case 'record_creator':
      return forbidden('Who created the record does not decide on it.', { reason: standing });
    case 'decided':
      return conflict('Your vote, or that of who delegated theirs to you, is given already.');
    case 'waiting':
      return conflict(`The approval waits for ${roles.join(' or ')}.`, { waits_for: roles });
    case 'role':
      return forbidden(`This decision needs the role ${roles.join(' or ')}.`, { reason: standing, roles });
  }
};

const forbidden = (message: string, details: Record<string, unknown>): AppError =>
  new AppError('forbidden', message, { details });

/** Throws `forbidden` for who never decides: an application, the system, a system administrator (decisions §3). */
export const requireDecider = ({ kind, role }: Decider): void => {
  if (kind !== 'user') throw forbidden('Only a user decides on an approval.', { reason: kind });
  if (role === 'system_admin')
    throw forbidden('A system administrator decides on no approval.', { reason: 'system_admin' });
};

const ENDS_IT: ReadonlySet<Standing> = new Set(['requester', 'record_creator', 'decided']);

/**
 * The vote that the decider has in the round: their own where their role is asked, else that of the first who lent them one.
 * Throws `forbidden` or `conflict` with what stands against it.
 */
export const voteOf = (
  approval: Approval,
  decider: Decider,
  { delegations, now }: { delegations: readonly LentVote[]; now: Date },
): Vote => {
  const own = standingOf(approval, decider);
  if (ENDS_IT.has(own)) throw refusalOf(approval, own as Exclude<Standing, 'open'>);
  if (own === 'open') return { role: decider.role as Role, lent: null };
  const lent = delegations
    .filter((delegation) => delegation.delegate_id === decider.id && isInForce(delegation, now))
    .map((vote) => ({ vote, standing: standingOf(approval, { id: vote.user_id, role: vote.giver_role }) }));
  const usable = lent.find(({ standing }) => standing === 'open');
  if (usable) return { role: usable.vote.giver_role as Role, lent: usable.vote };
  const refused = [own, ...lent.map(({ standing }) => standing)].find((standing) => standing !== 'role') ?? 'role';
  throw refusalOf(approval, refused as Exclude<Standing, 'open'>);
};
