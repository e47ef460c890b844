import { setTimeout as delay } from 'node:timers/promises';

export type Answer = { status: number; body: unknown };

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** One organisation's way to the API through the gateway. */
export type Api = {
  /** Sends once. Null when nobody knows what became of it: no answer, or one that says to try again. */
  attempt(request: ApiRequest): Promise<Answer | null>;
  /** Sends until there is an answer. Only for what has no second effect. Throws when time is up or all is stopped. */
  insist(request: ApiRequest): Promise<Answer>;
};

type Options = { baseUrl: string; apiKey: string; stopped: AbortSignal };

const PATIENCE_MS = 15_000;
const INSIST_MS = 120_000;
const PAUSE_MS = 60;

const isPassing = ({ status, body }: Answer): boolean =>
  status >= 500 || status === 429 || (status === 409 && codeOf(body) === 'idempotency_in_progress');

const codeOf = (body: unknown): unknown => (body as { error?: { code?: unknown } } | null)?.error?.code;

/** Opens the API for the key. */
export const makeApi = ({ baseUrl, apiKey, stopped }: Options): Api => {
  const send = async ({ method, path, body, headers }: ApiRequest): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'x-change-reason': 'fault drill',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE_MS)]),
    });
    return { status: response.status, body: await response.json() };
  };
  const attempt = async (request: ApiRequest): Promise<Answer | null> => {
    try {
      const answer = await send(request);
      return isPassing(answer) ? null : answer;
    } catch {
      stopped.throwIfAborted();
      return null;
    }
  };
  return {
    attempt,
    async insist(request) {
      const giveUpAt = Date.now() + INSIST_MS;
      for (;;) {
        const answer = await attempt(request);
        if (answer !== null) return answer;
        if (Date.now() > giveUpAt) throw new Error(`${request.method} ${request.path} got no answer in two minutes.`);
        await delay(PAUSE_MS);
      }
    },
  };
};
