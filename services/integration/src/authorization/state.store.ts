import { createHash } from 'node:crypto';
import type { Actor } from '@qsc/contracts';
import { type Change, type Collection, defineCollection, insert, type Sealer } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';

/** Rounds of the code flow that wait for the user to come back; forgotten when they have ended. */
export const stateDefinition = defineCollection({
  name: 'authorization_state',
  shape: z.object({
    /** The hash of the state: whoever reads the database cannot come back with it. */
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    /** Which settings the user was sent to the external system with. */
    settings: z.string(),
    /** The PKCE verifier. */
    sealed: z.string(),
    /** Who asked for it, and is the one who authorizes. */
    actor: z.unknown(),
    expires_at: z.date(),
  }),
  indexes: [{ keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
});

type StoredState = z.infer<typeof stateDefinition.shape>;

/** A round that was begun. */
export type BegunRound = {
  state: string;
  verifier: string;
  org_id: string;
  connection_id: string;
  settings: string;
  actor: Actor;
  expires_at: Date;
};

export type StateStore = {
  insert(round: BegunRound): Change;
  /** The round of the state, which is used up by that; null for one that is not known, was used or has ended. */
  take(state: string, now: Date): Promise<BegunRound | null>;
};

/** The store of states in MongoDB. */
export const makeStateStore = (rows: Collection<StoredState>, sealer: Sealer): StateStore => {
  const stored = rows.model.collection as unknown as mongo.Collection<StoredState>;
  const placeOf = (id: string, org_id: string) => ({ org_id, collection: rows.definition.name, id, field: 'sealed' });
  return {
    insert({ state, verifier, ...round }) {
      const id = idOf(state);
      return insert(rows, { _id: id, ...round, sealed: sealer.seal(verifier, placeOf(id, round.org_id)) });
    },
    async take(state, now) {
      const row = await stored.findOneAndDelete({ _id: idOf(state), expires_at: { $gt: now } });
      if (!row) return null;
      const { _id, sealed, actor, ...round } = row;
      return { ...round, state, actor: actor as Actor, verifier: sealer.open(sealed, placeOf(_id, round.org_id)) };
    },
  };
};

const idOf = (state: string): string => createHash('sha256').update(state).digest('base64url');
