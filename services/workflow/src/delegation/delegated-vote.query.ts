import type { UserClient } from '../user/user.client.ts';
import { type KnownUser, mayDecide } from '../user/user.ts';
import type { DelegationStore } from './delegation.store.ts';
import type { DelegatedVote, Delegation } from './delegation.ts';

/** The delegations in force at an instant, with the current role of their givers. */
export type DelegatedVotes = {
  /** The votes that are delegated to a user. */
  givenTo(orgId: string, userId: string, now: Date): Promise<DelegatedVote[]>;
  /** The users to whom votes of the givers are delegated, with these votes; users who cannot decide are left out. */
  findHolders(
    orgId: string,
    givers: readonly KnownUser[],
    now: Date,
  ): Promise<{ user: KnownUser; votes: DelegatedVote[] }[]>;
};

type Parts = { store: Pick<DelegationStore, 'givenTo' | 'givenBy'>; users: Pick<UserClient, 'find'> };

const withGiverRole = (delegations: readonly Delegation[], givers: readonly KnownUser[]): DelegatedVote[] =>
  delegations.map((delegation) => {
    const giver = givers.find(({ id }) => id === delegation.user_id);
    return { ...delegation, giver_role: giver?.active ? giver.role : null };
  });

/** Reads delegated votes: delegations from the store, users from the identity service. */
export const makeDelegatedVotes = ({ store, users }: Parts): DelegatedVotes => ({
  async givenTo(orgId, userId, now) {
    const delegations = await store.givenTo(orgId, userId, now);
    const givers = await users.find(
      orgId,
      delegations.map(({ user_id }) => user_id),
    );
    return withGiverRole(delegations, givers);
  },

  async findHolders(orgId, givers, now) {
    const ids = givers.map(({ id }) => id);
    const votes = withGiverRole(await store.givenBy(orgId, ids, now), givers);
    const byHolder = Map.groupBy(votes, ({ delegate_id }) => delegate_id);
    const holders = await users.find(orgId, [...byHolder.keys()]);
    return holders
      .filter(({ active, role }) => active && mayDecide(role))
      .map((user) => ({ user, votes: byHolder.get(user.id) ?? [] }));
  },
});
