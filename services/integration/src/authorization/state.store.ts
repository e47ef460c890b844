import { createHash } from 'node:crypto';
import type { Actor } from '@qsc/contracts';
import { type Change, type Collection, defineCollection, insert, type Sealer } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';

/** Code flows that wait for their callback; deleted when they expire. */
export const stateDefinition = defineCollection({
  name: 'authorization_state',
  shape: z.object({
    /** The hash of the state, so that a reader of the database cannot use it. */
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    /** Which settings the user was sent to the external system with. */
    settings: z.string(),
    /** The PKCE verifier. */
    sealed: z.string(),
    /** The user who requested the authorization. */
    actor: z.unknown(),
    expires_at: z.date(),
  }),
  indexes: [{ keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
});

type StoredState = z.infer<typeof stateDefinition.shape>;

/** A code flow that was started. */
export type PendingFlow = {
  state: string;
  verifier: string;
  org_id: string;
  connection_id: string;
  settings: string;
  actor: Actor;
  expires_at: Date;
};

export type StateStore = {
  insert(flow: PendingFlow): Change;
  /** Takes the flow of the state, once. Null where the state is unknown, used or expired. */
  take(state: string, now: Date): Promise<PendingFlow | null>;
};

/** The store of states in MongoDB. */
export const makeStateStore = (rows: Collection<StoredState>, sealer: Sealer): StateStore => {
  const stored = rows.model.collection as unknown as mongo.Collection<StoredState>;
  const toSealContext = (id: string, org_id: string) => ({
    org_id,
    collection: rows.definition.name,
    id,
    field: 'sealed',
  });
  return {
    insert({ state, verifier, ...flow }) {
      const id = toId(state);
      return insert(rows, { _id: id, ...flow, sealed: sealer.seal(verifier, toSealContext(id, flow.org_id)) });
    },
    async take(state, now) {
      const row = await stored.findOneAndDelete({ _id: toId(state), expires_at: { $gt: now } });
      if (!row) return null;
      const { _id, sealed, actor, ...flow } = row;
      return { ...flow, state, actor: actor as Actor, verifier: sealer.open(sealed, toSealContext(_id, flow.org_id)) };
    },
  };
};

const toId = (state: string): string => createHash('sha256').update(state).digest('base64url');
