import { setTimeout as delay } from 'node:timers/promises';
import { HANG_MS } from '../mesh/drill-plan.ts';

export type Answer = { status: number; body: unknown };

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** Sent as JSON, a form as multipart. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** One organisation's way to the API: through one gateway or the other. */
export type Api = {
  /** Sends once. Null when nobody knows what became of it: no answer, or one that says to try again. */
  attempt(request: ApiRequest): Promise<Answer | null>;
  /** Sends until there is an answer, in turn through one gateway and the other. Only for what has no second effect. Throws when time is up or all is stopped. */
  insist(request: ApiRequest): Promise<Answer>;
};

export type OnAnswer = (method: ApiRequest['method'], status: number | null) => void;

type Options = {
  baseUrls: readonly [string, string];
  apiKey: string;
  stopped: AbortSignal;
  /** Hears every internal error: whatever goes wrong around it, a service must not make one. */
  onInternalError: (what: string) => void;
  /** Hears of every request what it was answered with: a status, or null when no answer came. */
  onAnswer?: OnAnswer | undefined;
};

const TIMEOUT_MS = 15_000;
const PAUSE_MS = 60;

/** Whether an answer leaves open what became of the request, and says to try again. */
export const isPassing = ({ status, body }: Answer): boolean =>
  status >= 500 || status === 429 || (status === 409 && getCode(body) === 'idempotency_in_progress');

const getCode = (body: unknown): unknown => (body as { error?: { code?: unknown } } | null)?.error?.code;

const toContent = (body: unknown): Pick<RequestInit, 'body' | 'headers'> => {
  if (body instanceof FormData) return { body };
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};

/** Opens the API for the key, through the first gateway first. */
export const makeApi = ({ baseUrls, apiKey, stopped, onInternalError, onAnswer }: Options): Api => {
  const send = async (baseUrl: string, { method, path, body, headers }: ApiRequest): Promise<Answer> => {
    const content = toContent(body);
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      ...content,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'x-change-reason': 'fault drill',
        ...content.headers,
        ...headers,
      },
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { status: response.status, body: await response.json() };
  };
  const attempt = async (request: ApiRequest, turn = 0): Promise<Answer | null> => {
    try {
      const answer = await send(baseUrls[turn % 2 === 0 ? 0 : 1], request);
      onAnswer?.(request.method, answer.status);
      if (answer.status === 500) onInternalError(`${request.method} ${request.path}: ${JSON.stringify(answer.body)}`);
      return isPassing(answer) ? null : answer;
    } catch {
      stopped.throwIfAborted();
      onAnswer?.(request.method, null);
      return null;
    }
  };
  return {
    attempt: (request) => attempt(request),
    async insist(request) {
      const giveUpAt = Date.now() + HANG_MS;
      for (let turn = 0; ; turn += 1) {
        const answer = await attempt(request, turn);
        if (answer !== null) return answer;
        if (Date.now() > giveUpAt)
          throw new Error(`${request.method} ${request.path} got no answer in ${HANG_MS / 60_000} minutes.`);
        await delay(PAUSE_MS);
      }
    },
  };
};
