import { type Call, notFound, type PageOf, requireMatch, type UnitOfWork } from '@qsc/service-kit';
import type { UserClient } from '../user/user.client.ts';
import type { DelegationListQuery } from './delegation.schemas.ts';
import type { DelegationStore } from './delegation.store.ts';
import { type Delegation, type DelegationInput, delegate, revoke } from './delegation.ts';

export type DelegationService = {
  /** Throws what `delegate` throws. */
  create(input: DelegationInput, call: Call): Promise<Delegation>;
  /** Throws `not_found`. */
  read(orgId: string, id: string): Promise<Delegation>;
  list(orgId: string, query: DelegationListQuery): Promise<PageOf<Delegation>>;
  /** Throws `not_found`, `forbidden` for callers other than the giver or a system administrator, and `precondition_failed`. */
  revoke(id: string, call: Call): Promise<void>;
};

type Parts = { store: DelegationStore; users: Pick<UserClient, 'find'>; unitOfWork: Pick<UnitOfWork, 'decide'> };

/** The use cases of delegations (decisions §4, "Workflows"). */
export const makeDelegationService = ({ store, users, unitOfWork }: Parts): DelegationService => {
  const read: DelegationService['read'] = async (orgId, id) => {
    const delegation = await store.find(orgId, id);
    if (!delegation) throw notFound('delegation', id);
    return delegation;
  };
  return {
    async create(input, call) {
      const [to = null] = await users.find(call.actor.org_id, [input.delegate_id]);
      return unitOfWork.decide(call, {}, () => {
        const { delegation, event } = delegate(input, to, call);
        return { changes: [store.insert(delegation)], events: [event], answer: delegation };
      });
    },

    read,

    list: store.list,

    revoke: (id, call) =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const delegation = await read(call.actor.org_id, id);
        const event = revoke(delegation, call);
        requireMatch(call, delegation.version);
        return { changes: [store.remove(delegation)], events: [event], answer: undefined };
      }),
  };
};
