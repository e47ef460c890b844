import type { KeyObject } from 'node:crypto';
import { makeSealer } from '@qsc/service-kit';
import { MongoClient } from 'mongodb';
import { openPrivateKey, SEALING_PURPOSE } from '../../services/identity/src/signing-key/key-pair.ts';
import { currentKey, type KeyRing } from '../../services/identity/src/signing-key/key-ring.ts';
import type { RunningMesh } from './mesh.ts';

/** The key that signs the mesh's tokens, opened. */
export type SigningKey = { kid: string; privateKey: KeyObject };

/**
 * Opens the mesh's own signing key, as only its operator can, to make tokens that are truly signed and still not valid.
 * Throws when identity has not made it yet.
 */
export const openSigningKey = async ({ identityEnvironment }: RunningMesh): Promise<SigningKey> => {
  const { MONGODB_URI = '', MONGODB_DATABASE_PREFIX = 'qsc_', IDENTITY_ENCRYPTION_KEY = '' } = identityEnvironment;
  const client = await MongoClient.connect(MONGODB_URI);
  try {
    const ring = await client.db(`${MONGODB_DATABASE_PREFIX}identity`).collection('signing_key_ring').findOne({});
    if (!ring) throw new Error('The mesh has no signing key yet.');
    const key = currentKey(ring as unknown as KeyRing);
    const sealer = makeSealer({ key: IDENTITY_ENCRYPTION_KEY, purpose: SEALING_PURPOSE });
    return { kid: key.kid, privateKey: openPrivateKey(key, sealer) };
  } finally {
    await client.close();
  }
};
