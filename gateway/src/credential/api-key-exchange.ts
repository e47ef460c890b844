import { hash } from 'node:crypto';
import type { AccessTokenClaims } from '@qsc/contracts';
import type { AccessToken__Output } from '@qsc/contracts/grpc/identity/v1/AccessToken';
import { AppError, type GrpcClient, type TokenVerifier, type WatchHooks } from '@qsc/service-kit/edge';
import { LRUCache } from 'lru-cache';
import type { Milliseconds } from '../rate-limit/limiter.ts';

/** The short token that stands for an API key, and what it says. Times are Unix milliseconds. */
export type Exchanged = { token: string; claims: AccessTokenClaims; refreshAt: number; endsAt: number };

export type ApiKeyExchange = {
  /** What the key was exchanged for, while that may be used without asking. */
  known(apiKey: string): Exchanged | undefined;
  /** Exchanges the key. Throws `unauthorized`, or `service_unavailable` while the identity service is away. */
  exchange(apiKey: string): Promise<Exchanged>;
  hooks: WatchHooks;
};

type Parts = {
  identity: Pick<GrpcClient, 'call'>;
  verifier: Pick<TokenVerifier, 'verify'>;
  /** Whether the watch on identity is alive: only then does a copy know of every revocation. */
  isFresh: () => boolean;
  now?: Milliseconds;
};

const API_KEY = /^qsc_(live|test)_[\x21-\x7e]{1,512}$/;
const KEYS = 20_000;
const REFRESH_SHARE = 0.75;
const LAST_MOMENT_MS = 2_000;

/** Whether a credential has the form of an API key (specification, "API key"). */
export const isApiKey = (credential: string): boolean => API_KEY.test(credential);

/**
 * Exchanges API keys for short tokens. Copies are held by the SHA-256 of the key, so that no key stays in memory; several
 * requests of one key ask once; a copy is renewed in the background before it ends. What is revoked is dropped at once, and
 * an answer that was under way meanwhile is not kept.
 */
export const makeApiKeyExchange = ({ identity, verifier, isFresh, now: clock = Date.now }: Parts): ApiKeyExchange => {
  const copies = new LRUCache<string, Exchanged>({ max: KEYS });
  const asking = new Map<string, Promise<Exchanged>>();
  let drops = 0;

  const drop = (isMeant: (claims: AccessTokenClaims) => boolean): void => {
    drops += 1;
    asking.clear();
    for (const [digest, { claims }] of copies) if (isMeant(claims)) copies.delete(digest);
  };

  const ask = async (apiKey: string, digest: string): Promise<Exchanged> => {
    const before = drops;
    const answer = await identity.call<{ api_key: string }, AccessToken__Output>('ExchangeApiKey', { api_key: apiKey });
    const claims = await verifier.verify(answer.access_token);
    const [now, endsAt] = [clock(), claims.exp * 1000];
    const life = endsAt - now;
    const refreshAt = now + Math.min(life * REFRESH_SHARE, life - 2 * LAST_MOMENT_MS);
    const exchanged = { token: answer.access_token, claims, endsAt, refreshAt };
    if (before === drops) copies.set(digest, exchanged);
    return exchanged;
  };

  const askOnce = (apiKey: string, digest: string): Promise<Exchanged> => {
    const running = asking.get(digest);
    if (running) return running;
    const started = ask(apiKey, digest).finally(() => {
      if (asking.get(digest) === started) asking.delete(digest);
    });
    asking.set(digest, started);
    return started;
  };

  const refresh = (apiKey: string, digest: string): void => {
    askOnce(apiKey, digest).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized') copies.delete(digest);
    });
  };

  return {
    known(apiKey) {
      if (!isFresh()) return undefined;
      const digest = hash('sha256', apiKey, 'base64');
      const copy = copies.get(digest);
      const now = clock();
      if (!copy || copy.endsAt - LAST_MOMENT_MS < now) return undefined;
      if (copy.refreshAt < now) refresh(apiKey, digest);
      return copy;
    },
    exchange: (apiKey) => askOnce(apiKey, hash('sha256', apiKey, 'base64')),
    hooks: {
      onRevocation: ({ kind, id }) => {
        if (kind === 'api_key') drop((claims) => claims.key_id === id);
        if (kind === 'user') drop((claims) => claims.sub === id);
      },
      onKeysChanged: () => drop(() => true),
      onReset: () => drop(() => true),
    },
  };
};
