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
import { excludedOf, rolesAsked } from './right.ts';

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

/** Rounds of decisions. `asks` and `excluded` follow from the rest (`right.ts`); by them a user finds what waits for them. */
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
    requested_by: z.string(),
    requested_by_name: z.string(),
    first_requested_by: z.string().nullable().default(null),
    requested_at: z.date(),
    due_date: z.date().nullable(),
    summary: z.object({
      classification: z.string().nullable(),
      root_cause: z.string().nullable(),
      proposed_actions: z.number().int(),
    }),
    record_hash: z.string().nullable().default(null),
    record_gone: z.boolean().default(false),
    status: z.enum(['pending', 'approved', 'rejected']),
    decisions: z.array(Decision),
    version: z.number().int(),
    asks: z.array(z.enum(ROLES)),
    excluded: z.array(z.string()),
  }),
  indexes: [
    { keys: { org_id: 1, asks: 1, requested_at: 1, _id: 1 } },
    { keys: { org_id: 1, asks: 1, due_date: 1, _id: 1 } },
  ],
  filterOnly: ['asks', 'excluded'],
});

export type StoredApproval = z.infer<typeof approvalDefinition.shape>;

type FilterOnly = 'asks' | 'excluded';

/** A vote that the user could give: of which role, and whose it is. */
export type UsableVote = { role: Role; giver: string };

export type ApprovalStore = {
  find(orgId: string, id: string): Promise<Approval | null>;
  /** The rounds that wait for somebody. */
  pending(orgId: string): Promise<Approval[]>;
  /** The rounds in which one of the votes is asked for, that of `userId` or one lent to them. */
  waitingFor(
    orgId: string,
    by: { userId: string; votes: readonly UsableVote[] },
    query: PendingQuery,
  ): Promise<PageOf<Approval>>;
  insert(approval: Approval): Change;
  /** The write of a round that was read at the version before this one. */
  update(approval: Approval): Change;
};

const toApproval = ({ _id, ...row }: Omit<StoredApproval, FilterOnly>): Approval => ({
  id: _id,
  ...row,
  // Of rounds that were stored before these were kept.
  first_requested_by: row.first_requested_by ?? row.requested_by,
  record_hash: row.record_hash ?? null,
  record_gone: row.record_gone ?? false,
});

/** The stored form of a round. */
export const toStored = (approval: Approval): StoredApproval => {
  const { id, ...row } = approval;
  return { _id: id, ...row, asks: rolesAsked(approval), excluded: excludedOf(approval) };
};

/** A branch for each vote: the index of the role's rounds is read in order, and what the voter is excluded from is left out. */
const branchesOf = (userId: string, votes: readonly UsableVote[]) => {
  const branches = votes.map(({ role, giver }) => ({
    asks: role,
    excluded: trusted({ $nin: [...new Set([userId, giver])] }),
  }));
  const [only, ...more] = branches;
  return more.length === 0 ? only : { $or: branches };
};

/** The store of rounds in MongoDB. */
export const makeApprovalStore = (rows: Collection<StoredApproval, FilterOnly>): ApprovalStore => ({
  async find(org_id, _id) {
    const row = await rows.findOne({ org_id, _id });
    return row && toApproval(row);
  },
  pending: async (org_id) => (await rows.find({ org_id, asks: anyOf(ROLES) })).map(toApproval),
  async waitingFor(org_id, { userId, votes }, query) {
    if (votes.length === 0) return { data: [], meta: pageMeta(0, query) };
    const filter = { org_id, ...branchesOf(userId, votes) };
    return listPage(rows, { filter, query, show: toApproval });
  },
  insert: (approval) => insert(rows, toStored(approval)),
  update: (approval) => replace(rows, toStored(approval), approval.version - 1),
});
