import { type Change, type Collection, defineCollection, insert, replace } from '@qsc/service-kit';
import { z } from 'zod';
import { KEY_STATES, type KeyRing } from './key-ring.ts';

const RING = 'ring';

export const keyRingDefinition = defineCollection({
  name: 'signing_key_ring',
  shape: z.object({
    _id: z.string(),
    keys: z.array(
      z.object({
        kid: z.string(),
        state: z.enum(KEY_STATES),
        public_jwk: z.object({ kty: z.string(), n: z.string(), e: z.string() }),
        sealed_private: z.string(),
        created_at: z.date(),
        activated_at: z.date().nullable(),
        retired_at: z.date().nullable(),
      }),
    ),
    version: z.number().int(),
    updated_at: z.date(),
  }),
  indexes: [],
  shared: true,
});

type StoredRing = z.infer<typeof keyRingDefinition.shape>;

export type KeyRingStore = {
  read(): Promise<KeyRing | null>;
  /** The write of a new ring: the first one, or in the place of the version before it. */
  write(ring: KeyRing): Change;
};

export const makeKeyRingStore = (rings: Collection<StoredRing>): KeyRingStore => ({
  async read() {
    const stored = await rings.findOne({ _id: RING });
    if (!stored) return null;
    const { _id, ...ring } = stored;
    return ring;
  },
  write: (ring) =>
    ring.version === 1
      ? insert(rings, { _id: RING, ...ring })
      : replace(rings, { _id: RING, ...ring }, ring.version - 1),
});
