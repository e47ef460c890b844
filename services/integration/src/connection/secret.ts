import { createHash } from 'node:crypto';
import { canonicalJson, type Sealer } from '@qsc/service-kit';
import type { Connection } from './connection.ts';

/** Members of `authentication` that are secret: sealed at rest and never shown. */
export const SECRET_MEMBERS = ['client_secret', 'password', 'api_key', 'private_key'] as const;

export type SecretMember = (typeof SECRET_MEMBERS)[number];

/** The mask of a secret. Sent back, it leaves the secret unchanged. */
export const MASK = '********';

export type Secrets = Readonly<Partial<Record<SecretMember, string>>>;

type ConnectionKey = Pick<Connection, 'id' | 'org_id'>;

export type SecretBox = {
  /** Seals the secrets of a connection; one that is sealed already, with the same content, stays as it is. */
  seal(secrets: Secrets, connection: ConnectionKey & Pick<Connection, 'sealed'>): Record<string, string>;
  open(connection: ConnectionKey & Pick<Connection, 'sealed'>): Record<string, string>;
};

/** Secrets of connections at rest: sealed for their connection and member, so that a copied one opens nowhere else. */
export const makeSecretBox = (sealer: Sealer): SecretBox => {
  const toSealContext = ({ id, org_id }: ConnectionKey, member: string) => ({
    org_id,
    collection: 'connection',
    id,
    field: `authentication.${member}`,
  });
  const open: SecretBox['open'] = (connection) =>
    Object.fromEntries(
      Object.entries(connection.sealed).map(([member, text]) => [
        member,
        sealer.open(text, toSealContext(connection, member)),
      ]),
    );
  return {
    open,
    seal(secrets, connection) {
      const before = open(connection);
      return Object.fromEntries(
        Object.entries(secrets).map(([member, secret]) => {
          const existing = before[member] === secret ? connection.sealed[member] : undefined;
          return [member, existing ?? sealer.seal(secret, toSealContext(connection, member))];
        }),
      );
    },
  };
};

/** Which settings a credential is given for: with others the connection has to be authorized again. */
export const hashSettings = ({
  type,
  authentication,
  sealed,
  endpoints,
}: Pick<Connection, 'type' | 'authentication' | 'sealed' | 'endpoints'>): string => {
  const { api_base, host } = endpoints;
  return createHash('sha256')
    .update(canonicalJson({ type, authentication, sealed, api_base, host }))
    .digest('base64url');
};
