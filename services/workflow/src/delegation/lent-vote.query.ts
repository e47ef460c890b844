import type { UserClient } from '../user/user.client.ts';
import { type KnownUser, mayDecide } from '../user/user.ts';
import type { DelegationStore } from './delegation.store.ts';
import type { Delegation, LentVote } from './delegation.ts';

/** The delegations that hold at an instant, with who their givers are at that instant. */
export type LentVotes = {
  /** The votes that were lent to a user. */
  givenTo(orgId: string, userId: string, now: Date): Promise<LentVote[]>;
  /** Who holds votes of the givers, each with theirs; those who cannot decide are left out. */
  holdersOf(orgId: string, givers: readonly KnownUser[], now: Date): Promise<{ user: KnownUser; votes: LentVote[] }[]>;
};

type Parts = { store: Pick<DelegationStore, 'givenTo' | 'givenBy'>; users: Pick<UserClient, 'find'> };

const lentBy = (delegations: readonly Delegation[], givers: readonly KnownUser[]): LentVote[] =>
  delegations.map((delegation) => {
    const giver = givers.find(({ id }) => id === delegation.user_id);
    return { ...delegation, giver_role: giver?.active ? giver.role : null };
  });

/** Looks lent votes up: the delegations here, the users in the identity service. */
export const makeLentVotes = ({ store, users }: Parts): LentVotes => ({
  async givenTo(orgId, userId, now) {
    const delegations = await store.givenTo(orgId, userId, now);
    const givers = await users.find(
      orgId,
      delegations.map(({ user_id }) => user_id),
    );
    return lentBy(delegations, givers);
  },

  async holdersOf(orgId, givers, now) {
    const ids = givers.map(({ id }) => id);
    const votes = lentBy(await store.givenBy(orgId, ids, now), givers);
    const byHolder = Map.groupBy(votes, ({ delegate_id }) => delegate_id);
    const holders = await users.find(orgId, [...byHolder.keys()]);
    return holders
      .filter(({ active, role }) => active && mayDecide(role))
      .map((user) => ({ user, votes: byHolder.get(user.id) ?? [] }));
  },
});
