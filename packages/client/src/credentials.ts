import { NetworkError, toApiError } from './errors.ts';

/** How the client shows who it is. */
export type Credential =
  /** An API key. */
  | { apiKey: string }
  /** An access token, or a function that gives one before each request; it is called again with `refused` when the API refused it. */
  | { token: string | ((request: { refused: boolean }) => string | Promise<string>) }
  /** An OAuth application (client credentials); the client fetches its tokens from `authUrl` and renews them. */
  | { clientId: string; clientSecret: string; authUrl: string; scope?: string }
  /** The session of the dashboard, whose cookie the browser sends. */
  | { session: true };

/** A credential as requests use it. */
export type Authentication = {
  /** The bearer token; null where a cookie takes its place. `refused` is the one that the API has just refused. */
  token(refused: string | null): Promise<string | null>;
  /** Whether another token may be had after a refusal. */
  isRenewable: boolean;
  isSession: boolean;
};

type Parts = { fetch: (request: Request) => Promise<Response>; now: () => number; timeoutMs: number };

type Token = { access_token: string; renewAt: number };

/** A token is renewed this long before its end, or after nine tenths of its time where that is later. */
const MARGIN_MS = 60_000;

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Asks the token service (specification, "OAuth 2.0 client credentials"). Throws an `ApiError` for a refusal. */
const fetchToken = async (
  { clientId, clientSecret, authUrl, scope }: Extract<Credential, { clientId: string }>,
  { fetch, now, timeoutMs }: Parts,
): Promise<Token> => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope === undefined ? {} : { scope }),
  });
  const init = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const;
  const requestedAt = now();
  const request = new Request(`${authUrl.replace(/\/$/, '')}/oauth/token`, init);
  const exchange = async () => {
    const response = await fetch(request);
    return { response, answer: (await readJson(response)) as { access_token?: string; expires_in?: number } | null };
  };
  const { response, answer } = await exchange().catch((cause) => {
    throw new NetworkError('The token service does not answer.', { cause });
  });
  if (!response.ok || !answer?.access_token) throw toApiError(response.status, response.headers, answer);
  const lifeMs = (answer.expires_in ?? 0) * 1_000;
  return { access_token: answer.access_token, renewAt: requestedAt + Math.max(lifeMs - MARGIN_MS, lifeMs * 0.9) };
};

const makeApplication = (credential: Extract<Credential, { clientId: string }>, parts: Parts): Authentication => {
  let current: Token | null = null;
  let pending: Promise<Token> | null = null;

  /** One request for all who wait; each of them retries by its own policy. */
  const renew = (): Promise<Token> => {
    pending ??= fetchToken(credential, parts)
      .then((token) => {
        current = token;
        return token;
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  };

  return {
    isRenewable: true,
    isSession: false,
    async token(refused) {
      const isFresh = current && parts.now() < current.renewAt && current.access_token !== refused;
      return (isFresh && current ? current : await renew()).access_token;
    },
  };
};

const makeTokenFunction = (give: (request: { refused: boolean }) => string | Promise<string>): Authentication => {
  let renewal: { refused: string; token: Promise<string> } | null = null;
  return {
    isRenewable: true,
    isSession: false,
    async token(refused) {
      if (refused === null) return give({ refused: false });
      // Requests that were refused with the same token get the same new one.
      if (renewal?.refused !== refused) renewal = { refused, token: Promise.resolve(give({ refused: true })) };
      return renewal.token;
    },
  };
};

/** The authentication of a credential. */
export const makeAuthentication = (credential: Credential, parts: Parts): Authentication => {
  if ('session' in credential) return { token: async () => null, isRenewable: false, isSession: true };
  if ('clientId' in credential) return makeApplication(credential, parts);
  const given = 'apiKey' in credential ? credential.apiKey : credential.token;
  if (typeof given === 'string') return { token: async () => given, isRenewable: false, isSession: false };
  return makeTokenFunction(given);
};
