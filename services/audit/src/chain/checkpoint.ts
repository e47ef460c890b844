import { type EvidenceKey, invalidField, type KeyRing, openJws } from '@qsc/service-kit/pure';
import { z } from 'zod';

/**
 * What a checkpoint says: at this moment the chain of the organisation held this entry, and so many entries up to it
 * were checked and found unbroken.
 */
export const CheckpointClaims = z.object({
  org_id: z.string(),
  sequence: z.number().int().min(1),
  hash: z.string(),
  entries: z.number().int(),
  at: z.iso.datetime(),
});

export type CheckpointClaims = z.infer<typeof CheckpointClaims>;

export type Checkpoints = {
  /** The statement as a compact JWS (RFC 7515, EdDSA), to be stored outside. */
  sign(claims: CheckpointClaims): string;
  /** What a checkpoint of ours says. Throws `validation_failed` when it was not made with our key. */
  open(jws: string): CheckpointClaims;
  /** The same for a stored text: null where it is none of ours. */
  read(jws: string): CheckpointClaims | null;
};

const TYPE = 'audit-checkpoint+jws';

const openClaims = (jws: string, keys: readonly EvidenceKey[]): CheckpointClaims | null => {
  const opened = openJws(jws, TYPE, keys);
  return opened.valid ? (CheckpointClaims.safeParse(JSON.parse(opened.payload)).data ?? null) : null;
};

/** Signs and opens checkpoints with the keys of the ring. */
export const makeCheckpoints = (ring: KeyRing): Checkpoints => ({
  sign: (claims) => ring.sign(TYPE, JSON.stringify(claims)),
  read: (jws) => openClaims(jws, ring.keys),
  open(jws) {
    const claims = openClaims(jws, ring.keys);
    if (claims) return claims;
    throw invalidField(
      'checkpoint',
      'invalid_signature',
      'This is no checkpoint that was signed with the checkpoint key.',
    );
  },
});
