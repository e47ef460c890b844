import { hash } from 'node:crypto';
import type { AccessTokenClaims } from '@qsc/contracts';
import { makeCoalesced, type WatchHooks } from '@qsc/service-kit/edge';
import { LRUCache } from 'lru-cache';

/** What a credential was exchanged for. */
export type Exchanged = { token: string; claims: AccessTokenClaims };

/** Copies of what credentials were exchanged for at the identity service. */
export type ExchangeCopies<Copy extends Exchanged> = {
  /** The copy, while the watch on identity is alive: only then is every revocation known. */
  find(credential: string): Copy | undefined;
  /** Exchanges the credential and keeps the answer. Requests for the same credential and purpose at once ask once. */
  fetch(credential: string, purpose?: string): Promise<Copy>;
  forget(credential: string): void;
  /** Drops the copies that are meant, and what is under way. */
  drop(isMeant: (claims: AccessTokenClaims) => boolean): void;
  hooks: WatchHooks;
};

type Parts<Copy> = {
  /** Exchanges a credential. Throws `unauthorized`, or `service_unavailable` while the identity service is away. */
  exchange: (credential: string, purpose: string) => Promise<Copy>;
  isFresh: () => boolean;
};

const COPIES = 20_000;

/**
 * Copies are held by the SHA-256 of the credential, so that none stays in memory. What is revoked is dropped at once, and an
 * answer that was under way meanwhile is not kept.
 */
export const makeExchangeCopies = <Copy extends Exchanged>({
  exchange,
  isFresh,
}: Parts<Copy>): ExchangeCopies<Copy> => {
  const copies = new LRUCache<string, Copy>({ max: COPIES });
  const requests = makeCoalesced<Copy>();
  let drops = 0;

  const hashCredential = (credential: string): string => hash('sha256', credential, 'base64');

  const drop = (isMeant: (claims: AccessTokenClaims) => boolean): void => {
    drops += 1;
    requests.clear();
    for (const [digest, { claims }] of copies) if (isMeant(claims)) copies.delete(digest);
  };

  const exchangeAndStore = async (credential: string, purpose: string): Promise<Copy> => {
    const before = drops;
    const copy = await exchange(credential, purpose);
    if (before === drops) copies.set(hashCredential(credential), copy);
    return copy;
  };

  return {
    find: (credential) => (isFresh() ? copies.get(hashCredential(credential)) : undefined),
    fetch: (credential, purpose = '') =>
      requests.run(`${hashCredential(credential)} ${purpose}`, () => exchangeAndStore(credential, purpose)),
    forget: (credential) => void copies.delete(hashCredential(credential)),
    drop,
    hooks: {
      onRevocation: ({ kind, id }) => {
        if (kind === 'api_key') drop((claims) => claims.key_id === id);
        if (kind === 'session') drop((claims) => claims.sid === id);
        if (kind === 'user') drop((claims) => claims.sub === id);
      },
      onKeysChanged: () => drop(() => true),
      onReset: () => drop(() => true),
    },
  };
};
