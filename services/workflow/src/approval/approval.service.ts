import type { Actor } from '@qsc/contracts';
import { authorize, type Call, notFound, type PageOf, pageMeta } from '@qsc/service-kit';
import type { z } from 'zod';
import type { DelegatedVotes } from '../delegation/delegated-vote.query.ts';
import type { RecordRead } from '../record/record-read.ts';
import type { UserClient } from '../user/user.client.ts';
import { type KnownUser, mayDecide } from '../user/user.ts';
import type { Approval as ApprovalAnswer, PendingApproval, PendingQuery } from './approval.schemas.ts';
import type { ApprovalStore, UsableVote } from './approval.store.ts';
import type { Approval, ApproverDecision } from './approval.ts';
import { countApprovals } from './decision.ts';
import { type KnownVotes, openVote, requestedRoles } from './right.ts';

type ShownApproval = z.input<typeof ApprovalAnswer>;
type ShownPending = z.input<typeof PendingApproval>;
type PossibleDecider = ShownApproval['can_decide'][number];

export type ApprovalService = {
  /**
   * The approvals that the calling user can decide on now, or another user of the organisation where the query names one. Throws
   * `forbidden` for who may not read users.
   */
  pending(query: PendingQuery, call: Call): Promise<PageOf<ShownPending>>;
  /** An approval for its reader. The read of its record is recorded where the organisation requires it. Throws `not_found`. */
  read(id: string, call: Call): Promise<ShownApproval>;
  /** An approval as a part of another response. Throws `not_found`. */
  show(id: string, call: Call): Promise<ShownApproval>;
};

type Parts = {
  store: Pick<ApprovalStore, 'find' | 'waitingFor'>;
  votes: DelegatedVotes;
  users: Pick<UserClient, 'find' | 'findByRoles'>;
  recordRead: RecordRead;
};

/** The reads of approvals (specification, "Workflows"). */
export const makeApprovalService = ({ store, votes, users, recordRead }: Parts): ApprovalService => {
  const canDecide = async (approval: Approval, now: Date): Promise<PossibleDecider[]> => {
    const voters = await users.findByRoles(approval.org_id, requestedRoles(approval));
    const holders = await votes.findHolders(approval.org_id, voters, now);
    const votesDelegatedTo = new Map(holders.map(({ user, votes: delegated }) => [user.id, delegated]));
    const candidates = new Map([...voters, ...holders.map(({ user }) => user)].map((user) => [user.id, user]));
    return [...candidates.values()].flatMap((user) =>
      possibleDecider(approval, user, { delegations: votesDelegatedTo.get(user.id) ?? [], now }),
    );
  };

  const show: ApprovalService['show'] = async (id, { actor, now }) => {
    const approval = await store.find(actor.org_id, id);
    if (!approval) throw notFound('approval', id);
    const { workflow_id, workflow_name, status, approver_roles, requested_by_name, version } = approval;
    return {
      ...shown(approval),
      workflow_id,
      workflow_name,
      status,
      approver_roles,
      requested_by_name,
      decisions: approval.decisions.map(shownDecision),
      can_decide: await canDecide(approval, now),
      version,
    };
  };

  /** Whose approvals are listed; null for a user whom the organisation does not have. */
  const findVoter = async (id: string | undefined, actor: Actor): Promise<Voter | null> => {
    if (id === undefined || id === actor.id) return actor;
    // The right that `GET /v1/users` needs.
    authorize(actor, { scope: 'admin:read' });
    const [user] = await users.find(actor.org_id, [id]);
    return user ? { ...user, kind: 'user', org_id: actor.org_id } : null;
  };

  return {
    show,

    async pending({ user_id, ...query }, { actor: caller, now }) {
      const actor = await findVoter(user_id, caller);
      if (!actor) return { data: [], meta: pageMeta(0, query) };
      const delegations = actor.kind === 'user' ? await votes.givenTo(actor.org_id, actor.id, now) : [];
      const usable = { userId: actor.id, votes: usableVotes(actor, delegations) };
      const { data, meta } = await store.waitingFor(actor.org_id, usable, query);
      const onBehalfOf = (approval: Approval) =>
        openVote(approval, actor, { delegations, now })?.delegated?.user_id ?? null;
      return { data: data.map((approval) => ({ ...shown(approval), on_behalf_of: onBehalfOf(approval) })), meta };
    },

    async read(id, call) {
      const found = await show(id, call);
      const { entity_type: type, entity_id, title: name, current_state: state } = found;
      await recordRead({ type, id: entity_id, name, version: null, state }, call);
      return found;
    },
  };
};

/** Whose approvals are listed. */
type Voter = Pick<Actor, 'id' | 'kind' | 'name' | 'org_id' | 'role'>;

const possibleDecider = (approval: Approval, { id, name, role }: KnownUser, known: KnownVotes): PossibleDecider[] => {
  const vote = openVote(approval, { kind: 'user', id, name, role }, known);
  if (!vote) return [];
  const { user_id = null, user_name = null } = vote.delegated ?? {};
  return [{ user_id: id, name, role: vote.role, on_behalf_of: user_id, on_behalf_of_name: user_name }];
};

const usableVotes = ({ kind, id, role }: Voter, delegations: KnownVotes['delegations']): UsableVote[] => {
  if (kind !== 'user' || !mayDecide(role)) return [];
  const delegated = delegations.flatMap(({ user_id, giver_role }) =>
    mayDecide(giver_role) ? [{ role: giver_role, giver: user_id }] : [],
  );
  return [{ role, giver: id }, ...delegated];
};

const shown = (approval: Approval): Omit<ShownPending, 'on_behalf_of'> => ({
  approval_id: approval.id,
  entity_id: approval.record_id,
  entity_type: approval.record_type,
  title: approval.title,
  current_state: approval.state.id,
  requested_at: approval.requested_at,
  requested_by: approval.requested_by,
  due_date: approval.due_date,
  approval_type: approval.approval_type,
  approvals_received: countApprovals(approval),
  approvals_required: approval.required_approvers,
  require_signature: approval.require_signature,
  require_audit_review: approval.require_audit_review,
  summary: approval.summary,
});

const shownDecision = ({ delegation_id: _delegation, ...decision }: ApproverDecision) => decision;
