import { ROLES, type Role } from '@qsc/contracts';
import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  type PageOf,
  pageMeta,
  replace,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import { APPROVAL_TYPES } from '../definition/definition.ts';
import type { PendingQuery } from './approval.schemas.ts';
import { type Approval, DECISIONS } from './approval.ts';
import { excludedUsers, requestedRoles } from './right.ts';

const Decision = z.object({
  decision: z.enum(DECISIONS),
  decided_by: z.string(),
  decided_by_name: z.string(),
  on_behalf_of: z.string().nullable(),
  on_behalf_of_name: z.string().nullable(),
  delegation_id: z.string().nullable(),
  role: z.enum(ROLES),
  comment: z.string(),
  conditions: z.array(z.string()),
  decided_at: z.date(),
  signature_id: z.string().nullable(),
});

/** Approvals. `requested_roles` and `excluded` are derived (`right.ts`); they find the approvals of a user. */
export const approvalDefinition = defineCollection({
  name: 'approval',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    instance_id: z.string(),
    workflow_id: z.string(),
    workflow_name: z.string(),
    record_id: z.string(),
    record_type: z.string(),
    record_creator: z.string(),
    title: z.string(),
    state: z.object({ id: z.string(), name: z.string() }),
    from_state: z.string(),
    approval_type: z.enum(APPROVAL_TYPES),
    required_approvers: z.number().int(),
    approver_roles: z.array(z.enum(ROLES)),
    require_signature: z.boolean(),
    require_audit_review: z.boolean(),
    requested_by: z.string(),
    requested_by_name: z.string(),
    first_requested_by: z.string(),
    requested_at: z.date(),
    due_date: z.date().nullable(),
    summary: z.object({
      classification: z.string().nullable(),
      root_cause: z.string().nullable(),
      proposed_actions: z.number().int(),
    }),
    record_hash: z.string(),
    record_gone: z.boolean(),
    status: z.enum(['pending', 'approved', 'rejected']),
    decisions: z.array(Decision),
    version: z.number().int(),
    requested_roles: z.array(z.enum(ROLES)),
    excluded: z.array(z.string()),
  }),
  indexes: [
    { keys: { org_id: 1, requested_roles: 1, requested_at: 1, _id: 1 } },
    { keys: { org_id: 1, requested_roles: 1, due_date: 1, _id: 1 } },
    { keys: { org_id: 1, record_id: 1, requested_at: 1, _id: 1 } },
  ],
  filterOnly: ['requested_roles', 'excluded'],
});

export type StoredApproval = z.infer<typeof approvalDefinition.shape>;

type FilterOnly = 'requested_roles' | 'excluded';

/** A vote that the user could give: its role, and whose vote it is. */
export type UsableVote = { role: Role; giver: string };

export type ApprovalStore = {
  find(orgId: string, id: string): Promise<Approval | null>;
  /** All pending approvals. */
  pending(orgId: string): Promise<Approval[]>;
  /** All approvals of a record, oldest first. */
  listForRecord(orgId: string, recordId: string): Promise<Approval[]>;
  /** Pending approvals that request one of the votes, that of `userId` or one delegated to them. */
  waitingFor(
    orgId: string,
    by: { userId: string; votes: readonly UsableVote[] },
    query: PendingQuery,
  ): Promise<PageOf<Approval>>;
  insert(approval: Approval): Change;
  /** The write of an approval that was read at the previous version. */
  update(approval: Approval): Change;
};

const toApproval = ({ _id, ...row }: Omit<StoredApproval, FilterOnly>): Approval => ({ id: _id, ...row });

/** The stored form of an approval. */
export const toStored = (approval: Approval): StoredApproval => {
  const { id, ...row } = approval;
  return { _id: id, ...row, requested_roles: requestedRoles(approval), excluded: excludedUsers(approval) };
};

/** A branch for each vote: it reads the index of the role in order and skips approvals that exclude the voter. */
const toBranches = (userId: string, votes: readonly UsableVote[]) => {
  const branches = votes.map(({ role, giver }) => ({
    requested_roles: role,
    excluded: trusted({ $nin: [...new Set([userId, giver])] }),
  }));
  const [only, ...more] = branches;
  return more.length === 0 ? only : { $or: branches };
};

/** The store of approvals in MongoDB. */
export const makeApprovalStore = (rows: Collection<StoredApproval, FilterOnly>): ApprovalStore => ({
  async find(org_id, _id) {
    const row = await rows.findOne({ org_id, _id });
    return row && toApproval(row);
  },
  pending: async (org_id) => (await rows.find({ org_id, requested_roles: anyOf(ROLES) })).map(toApproval),
  listForRecord: async (org_id, record_id) =>
    (await rows.find({ org_id, record_id }, { sort: { requested_at: 1, _id: 1 } })).map(toApproval),
  async waitingFor(org_id, { userId, votes }, query) {
    if (votes.length === 0) return { data: [], meta: pageMeta(0, query) };
    const filter = { org_id, ...toBranches(userId, votes) };
    return listPage(rows, { filter, query, show: toApproval });
  },
  insert: (approval) => insert(rows, toStored(approval)),
  update: (approval) => replace(rows, toStored(approval), approval.version - 1),
});
