import { type Change, type Collection, defineCollection, insert, remove, replace, type Sealer } from '@qsc/service-kit';
import { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import type { RemoveOrphans } from '../orphan/orphan.store.ts';
import type { Credential } from '../remote/remote.ts';

/** The credential of each connection, shared by all replicas: one row for a connection. */
export const credentialDefinition = defineCollection({
  name: 'credential',
  shape: z.object({
    /** The id of the connection. */
    _id: z.string(),
    org_id: z.string(),
    /** Which settings it was given for: those of other settings prove nothing. */
    settings: z.string(),
    /** The values and the refresh token in JSON. */
    sealed: z.string(),
    expires_at: z.date().nullable(),
    created_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [],
});

type StoredCredential = z.infer<typeof credentialDefinition.shape>;

/** A credential with the token that gets the next one. */
export type Grant = { credential: Credential; refreshToken: string | null };

export type VersionedGrant = Grant & { version: number };

/** The stored credential does not open: its key is not configured any more, or it was altered. */
export class CredentialSealed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CredentialSealed';
  }
}

export type CredentialStore = {
  /** The credential that was given for these settings; null where there is none. Throws `CredentialSealed`. */
  find(connection: Pick<Connection, 'id' | 'org_id'>, settings: string): Promise<VersionedGrant | null>;
  /**
   * Replaces the credential. The commit fails with `VersionConflict` or `DuplicateKey` when
   * another one was written since.
   */
  save(connection: Pick<Connection, 'id' | 'org_id'>, settings: string, grant: Grant): Promise<Change>;
  /** Empties it, since the partner refuses it. Its version rises, so that other replicas notice. */
  revoke(connection: Pick<Connection, 'id' | 'org_id'>): Promise<Change[]>;
  /** Removes it together with its connection. */
  remove(connection: Pick<Connection, 'id' | 'org_id'>): Promise<Change[]>;
  /** Removes a credential that was written after its connection was removed. */
  removals: RemoveOrphans;
};

type Parts = { rows: Collection<StoredCredential>; sealer: Sealer; clock: () => Date };

const FIELD = 'sealed';
/** The settings of a revoked credential. */
const REVOKED = '';

/** The store of credentials in MongoDB, sealed for their connection. */
export const makeCredentialStore = ({ rows, sealer, clock }: Parts): CredentialStore => {
  const toSealContext = ({ id, org_id }: Pick<Connection, 'id' | 'org_id'>) => ({
    org_id,
    collection: rows.definition.name,
    id,
    field: FIELD,
  });
  const read = ({ id, org_id }: Pick<Connection, 'id' | 'org_id'>) => rows.findOne({ _id: id, org_id });

  const opened = ({ _id: id, org_id, sealed }: StoredCredential): Secrets => {
    try {
      return JSON.parse(sealer.open(sealed, toSealContext({ id, org_id })));
    } catch (error) {
      throw new CredentialSealed(error instanceof Error ? error.message : 'It does not open.');
    }
  };

  return {
    async find(connection, settings) {
      const row = await read(connection);
      if (row?.settings !== settings) return null;
      const { values, refreshToken } = opened(row);
      return { credential: { values, expiresAt: row.expires_at }, refreshToken, version: row.version };
    },
    async save(connection, settings, { credential, refreshToken }) {
      const before = await read(connection);
      const secrets: Secrets = { values: credential.values, refreshToken };
      const row = {
        _id: connection.id,
        org_id: connection.org_id,
        settings,
        sealed: sealer.seal(JSON.stringify(secrets), toSealContext(connection)),
        expires_at: credential.expiresAt,
        created_at: clock(),
        version: (before?.version ?? 0) + 1,
      };
      return before ? replace(rows, row, before.version) : insert(rows, row);
    },
    async revoke(connection) {
      const before = await read(connection);
      if (!before || before.settings === REVOKED) return [];
      return [replace(rows, { ...before, settings: REVOKED, sealed: '', version: before.version + 1 }, before.version)];
    },
    async remove(connection) {
      const before = await read(connection);
      return before ? [remove(rows, before._id, before.version)] : [];
    },
    async removals({ connection_id: id, org_id }) {
      const left = await read({ id, org_id });
      return left ? [remove(rows, left._id, left.version)] : [];
    },
  };
};

type Secrets = { values: Readonly<Record<string, string>>; refreshToken: string | null };
