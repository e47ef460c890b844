import type { AccessTokenClaims } from '@qsc/contracts';
import { AppError } from '../error.ts';

/** Tokens to refuse: those of a session, an application or an API key, or of a user that have an earlier version of the rights (0: all). */
export type RevokedTokens = { kind: string; id: string; until: number; rights_version: number };

export type RevocationList = {
  add(revocation: RevokedTokens): void;
  /** Throws `unauthorized` when the token's session, application, API key or user was revoked. */
  refuseRevoked(claims: AccessTokenClaims): void;
};

const PRUNE_AT = 1_000;

const listSubjects = (claims: AccessTokenClaims): [kind: string, id: string | null | undefined][] => [
  ['session', claims.sid],
  ['api_key', claims.key_id],
  ['application', claims.client_id],
  [claims.kind, claims.sub],
];

/** The revocations whose tokens may still be alive; what has passed is forgotten. */
export const makeRevocationList = (): RevocationList => {
  const known = new Map<string, { until: number; version: number }>();
  let pruneAt = PRUNE_AT;

  const prune = (): void => {
    const now = Date.now() / 1000;
    for (const [key, { until }] of known) if (until < now) known.delete(key);
    pruneAt = known.size + PRUNE_AT;
  };

  return {
    add({ kind, id, until, rights_version }) {
      if (known.size >= pruneAt) prune();
      const key = `${kind}/${id}`;
      const version = Number(rights_version) || Number.POSITIVE_INFINITY;
      const before = known.get(key);
      known.set(key, {
        until: Math.max(Number(until), before?.until ?? 0),
        version: Math.max(version, before?.version ?? 0),
      });
    },
    refuseRevoked(claims) {
      const revoked = listSubjects(claims).some(([kind, id]) => {
        const revocation = id == null ? undefined : known.get(`${kind}/${id}`);
        return revocation !== undefined && (claims.rights_version ?? 0) < revocation.version;
      });
      if (revoked)
        throw new AppError('unauthorized', 'The credential was revoked. Log in again or use another one.', {
          headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
        });
    },
  };
};
