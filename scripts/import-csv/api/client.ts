import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Unfinished, UsageError } from '../import-error.ts';
import { growingWait, waitAfter } from './retry.ts';

const TIMEOUT_MS = 60_000;

export type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: string;
  idempotencyKey?: string;
};

export type Answer = { status: number; body: unknown; replayed: boolean };

export type ClientOptions = {
  baseUrl: string;
  apiKey: string;
  /** Sent as `X-Change-Reason` with every write. */
  reason: string;
  /** For how long a request is sent again while the API fails. Being told to slow down does not count. */
  patienceMs: number;
  parallel: number;
  /** Ends everything when the person stops the import. */
  stopped: AbortSignal;
  /** Called when the import waits for the API. */
  onWait: (why: string, ms: number) => void;
};

export type Client = {
  /**
   * Sends a request until it has a final answer: again after 429 and 503 as told, after other faults with growing waits.
   * Throws `UsageError` for a refused credential and `Unfinished` when patience is at an end or the import was stopped.
   */
  send(request: Request): Promise<Answer>;
};

type Attempt = { answer: Answer } | { why: string; ms: number; limited: boolean };

/** A client of the API that never has more than a few requests under way. */
export const makeClient = (options: ClientOptions): Client => {
  const limit = pLimit(options.parallel);
  let notBefore = 0;

  const waitFor = async (why: string, ms: number) => {
    options.onWait(why, ms);
    await pause(ms, undefined, { signal: options.stopped }).catch(() => {});
  };

  const attempt = async (request: Request, count: number): Promise<Attempt> => {
    // One request that was told to slow down speaks for all of them.
    const hold = notBefore - Date.now();
    if (hold > 0) await pause(hold, undefined, { signal: options.stopped }).catch(() => {});
    requireRunning(options.stopped);
    return attemptOnce(request, options, count);
  };

  const send = async (request: Request): Promise<Answer> => {
    let failingSince: number | null = null;
    for (let count = 0; ; count += 1) {
      const result = await attempt(request, count);
      if ('answer' in result) return result.answer;
      if (result.limited) notBefore = Math.max(notBefore, Date.now() + result.ms);
      else failingSince ??= Date.now();
      if (failingSince !== null && Date.now() + result.ms - failingSince > options.patienceMs)
        throw new Unfinished(`${result.why}, for ${Math.round(options.patienceMs / 1000)} s.`);
      await waitFor(result.why, result.ms);
    }
  };

  return { send: (request) => limit(() => send(request)) };
};

const requireRunning = (stopped: AbortSignal): void => {
  if (stopped.aborted) throw new Unfinished('The import was stopped.');
};

const attemptOnce = async (request: Request, options: ClientOptions, count: number): Promise<Attempt> => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${options.baseUrl}${request.path}`, initOf(request, options));
    text = await response.text();
  } catch (error) {
    requireRunning(options.stopped);
    return { why: `${options.baseUrl} does not answer (${causeOf(error)})`, ms: growingWait(count), limited: false };
  }
  const { status, headers } = response;
  const body = parseBody(text);
  const wait = waitAfter({ status, retryAfter: headers.get('retry-after'), code: errorOf(body).code }, count);
  if (wait) return { why: wait.limited ? 'The rate limit is reached' : `The API answers ${status}`, ...wait };
  requireAccepted(status, body);
  return { answer: { status, body, replayed: headers.get('idempotency-replayed') === 'true' } };
};

const initOf = (
  { method, body, idempotencyKey }: Request,
  { apiKey, reason, stopped }: ClientOptions,
): RequestInit => ({
  method,
  redirect: 'manual',
  signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
  headers: {
    authorization: `Bearer ${apiKey}`,
    'user-agent': 'qsc-import',
    ...(method === 'GET' ? {} : { 'x-change-reason': reason }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  },
  ...(body === undefined ? {} : { body }),
});

const parseBody = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

/** The coded error in a body; nulls where there is none. */
export const errorOf = (body: unknown): { code: string | null; message: string | null } => {
  const { code = null, message = null } = (body as { error?: { code?: string; message?: string } } | null)?.error ?? {};
  return { code, message };
};

const requireAccepted = (status: number, body: unknown): void => {
  if (status !== 401 && status !== 403) return;
  throw new UsageError(`The API refuses the credential (${status}). ${errorOf(body).message ?? ''}`.trim());
};

const causeOf = (error: unknown): string => {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? cause?.message ?? message);
};
