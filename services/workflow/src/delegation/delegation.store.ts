import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  hold,
  insert,
  listPage,
  type PageOf,
  remove,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { DelegationListQuery } from './delegation.schemas.ts';
import type { Delegation } from './delegation.ts';

export const delegationDefinition = defineCollection({
  name: 'delegation',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    delegate_id: z.string(),
    delegate_name: z.string(),
    from: z.date(),
    to: z.date(),
    reason: z.string(),
    created_at: z.date(),
    version: z.number().int(),
    /** The number of decisions made by it. */
    holds: z.number().int(),
  }),
  indexes: [
    { keys: { org_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, user_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, delegate_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, user_id: 1, delegate_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, delegate_id: 1, to: 1 } },
    { keys: { org_id: 1, user_id: 1, to: 1 } },
  ],
  filterOnly: ['holds'],
});

export type StoredDelegation = z.infer<typeof delegationDefinition.shape>;

export type DelegationStore = {
  find(orgId: string, id: string): Promise<Delegation | null>;
  /** Delegations to the user in force at the instant, oldest first. */
  givenTo(orgId: string, userId: string, now: Date): Promise<Delegation[]>;
  /** Delegations by one of the users in force at the instant, oldest first. */
  givenBy(orgId: string, userIds: readonly string[], now: Date): Promise<Delegation[]>;
  list(orgId: string, query: DelegationListQuery): Promise<PageOf<Delegation>>;
  insert(delegation: Delegation): Change;
  remove(delegation: Delegation): Change;
  /** Marks a use of it: the commit is decided again where it was revoked meanwhile. */
  use(orgId: string, id: string): Change;
};

type Row = Omit<StoredDelegation, 'holds'>;

const toDelegation = ({ _id, ...row }: Row): Delegation => ({ id: _id, ...row });

/** The store of delegations in MongoDB. Revoked ones are removed; the audit log has them. */
export const makeDelegationStore = (rows: Collection<StoredDelegation, 'holds'>): DelegationStore => {
  const inForce = async (filter: { org_id: string } & Record<string, unknown>, now: Date) => {
    const holding = { ...filter, from: trusted({ $lte: now }), to: trusted({ $gt: now }) };
    return (await rows.find(holding, { sort: { created_at: 1, _id: 1 } })).map(toDelegation);
  };
  return {
    async find(org_id, _id) {
      const row = await rows.findOne({ org_id, _id });
      return row && toDelegation(row);
    },
    givenTo: (org_id, delegate_id, now) => inForce({ org_id, delegate_id }, now),
    givenBy: async (org_id, userIds, now) =>
      userIds.length === 0 ? [] : inForce({ org_id, user_id: trusted({ $in: [...userIds] }) }, now),
    async list(org_id, query) {
      const { user_id, delegate_id } = query;
      const filter = {
        org_id,
        ...(user_id ? { user_id: anyOf(user_id) } : {}),
        ...(delegate_id ? { delegate_id: anyOf(delegate_id) } : {}),
      };
      return listPage(rows, { filter, query, show: toDelegation });
    },
    insert: ({ id, ...delegation }) => insert(rows, { _id: id, ...delegation, holds: 0 }),
    remove: ({ id, version }) => remove(rows, id, version),
    use: (org_id, id) => hold(rows, id, { org_id }),
  };
};
