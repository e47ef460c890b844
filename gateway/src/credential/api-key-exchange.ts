import type { AccessToken__Output } from '@qsc/contracts/grpc/identity/v1/AccessToken';
import { AppError, type GrpcClient, type TokenVerifier, type WatchHooks } from '@qsc/service-kit/edge';
import type { Milliseconds } from '../rate-limit/limiter.ts';
import { type Exchanged, makeExchangeCopies } from './exchange-copies.ts';

/** The short token that stands for an API key, and what it says. Times are Unix milliseconds. */
export type ExchangedKey = Exchanged & { refreshAt: number; endsAt: number };

export type ApiKeyExchange = {
  /** What the key was exchanged for, while that may be used without asking. */
  known(apiKey: string): ExchangedKey | undefined;
  /** Exchanges the key. Throws `unauthorized`, or `service_unavailable` while the identity service is away. */
  exchange(apiKey: string): Promise<ExchangedKey>;
  hooks: WatchHooks;
};

type Parts = {
  identity: Pick<GrpcClient, 'call'>;
  verifier: Pick<TokenVerifier, 'verify'>;
  /** Whether the watch on identity is alive. */
  isFresh: () => boolean;
  now?: Milliseconds;
};

const API_KEY = /^qsc_(live|test)_[\x21-\x7e]{1,512}$/;
const REFRESH_SHARE = 0.75;

/** A token that ends within it is not sent on: a service may see it later. */
export const LAST_MOMENT_MS = 2_000;

/** Whether a credential has the form of an API key (specification, "API key"). */
export const isApiKey = (credential: string): boolean => API_KEY.test(credential);

/** Exchanges API keys for short tokens. A copy is renewed in the background before it ends. */
export const makeApiKeyExchange = ({ identity, verifier, isFresh, now: clock = Date.now }: Parts): ApiKeyExchange => {
  const copies = makeExchangeCopies<ExchangedKey>({
    isFresh,
    async exchange(api_key) {
      const { access_token: token } = await identity.call<{ api_key: string }, AccessToken__Output>('ExchangeApiKey', {
        api_key,
      });
      const claims = await verifier.verify(token);
      const [now, endsAt] = [clock(), claims.exp * 1000];
      const life = endsAt - now;
      const refreshAt = now + Math.min(life * REFRESH_SHARE, life - 2 * LAST_MOMENT_MS);
      return { token, claims, endsAt, refreshAt };
    },
  });

  const refresh = (apiKey: string): void => {
    copies.fetch(apiKey).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized') copies.forget(apiKey);
    });
  };

  return {
    known(apiKey) {
      const copy = copies.find(apiKey);
      const now = clock();
      if (!copy || copy.endsAt - LAST_MOMENT_MS < now) return undefined;
      if (copy.refreshAt < now) refresh(apiKey);
      return copy;
    },
    exchange: (apiKey) => copies.fetch(apiKey),
    hooks: copies.hooks,
  };
};
