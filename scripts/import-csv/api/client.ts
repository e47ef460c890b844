import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client as Api,
  ApiError,
  type CallOptions,
  createClient,
  ForbiddenError,
  NetworkError,
  NotFoundError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from '@qsc/client';
import pLimit from 'p-limit';
import { Unfinished, UsageError } from '../import-error.ts';
import { waitAfter } from './retry.ts';

const TIMEOUT_MS = 60_000;

export type ClientOptions = {
  baseUrl: string;
  apiKey: string;
  /** Sent as `X-Change-Reason` with every write. */
  reason: string;
  /** For how long a request is sent again while the API fails. An answer 429 does not count. */
  retryMs: number;
  parallel: number;
  /** Ends everything when the person stops the import. */
  stopped: AbortSignal;
  /** Called when the import waits for the API. */
  onWait: (why: string, ms: number) => void;
};

export type Client = {
  /**
   * Makes a call until it has a final answer: again after 429 and 503 as `Retry-After` says, after other faults with growing waits. Throws the
   * `ApiError` of a refusal, and `Unfinished` when the retry time is over or the import was stopped.
   */
  send<Result>(call: (api: Api, options: CallOptions) => Promise<Result>): Promise<Result>;
};

/** A client of the API that never has more than a few requests under way. */
export const makeClient = ({ baseUrl, apiKey, reason, stopped, ...options }: ClientOptions): Client => {
  const limit = pLimit(options.parallel);
  const api = createClient({
    baseUrl,
    credential: { apiKey },
    signal: stopped,
    userAgent: 'qsc-import',
    // The import waits by itself, for all its requests at once.
    ...{ timeoutMs: TIMEOUT_MS, maxRetries: 0 },
  });
  let notBefore = 0;

  const pauseFor = (ms: number) => pause(Math.max(ms, 0), undefined, { signal: stopped }).catch(() => {});

  const send: Client['send'] = async (call) => {
    let failingSince: number | null = null;
    for (let count = 0; ; count += 1) {
      // One request that was limited speaks for all of them.
      await pauseFor(notBefore - Date.now());
      requireRunning(stopped);
      try {
        return await call(api, { reason });
      } catch (error) {
        requireRunning(stopped);
        const wait = waitAfter(error, count);
        if (!wait) throw error;
        if (wait.limited) notBefore = Math.max(notBefore, Date.now() + wait.ms);
        else failingSince ??= Date.now();
        const why = explain(error, baseUrl);
        if (failingSince !== null && Date.now() + wait.ms - failingSince > options.retryMs)
          throw new Unfinished(`${why}, for ${Math.round(options.retryMs / 1000)} s.`);
        options.onWait(why, wait.ms);
        await pauseFor(wait.ms);
      }
    }
  };

  return { send: (call) => limit(() => send(call)) };
};

const requireRunning = (stopped: AbortSignal): void => {
  if (stopped.aborted) throw new Unfinished('The import was stopped.');
};

const explain = (error: unknown, baseUrl: string): string => {
  if (error instanceof ApiError)
    return error.status === 429 ? 'The rate limit is reached' : `The API answers ${error.status}`;
  const cause = error instanceof NetworkError ? (error.cause as Error & { cause?: { code?: string } }) : null;
  return `${baseUrl} does not answer (${cause?.cause?.code ?? cause?.message ?? 'no answer in time'})`;
};

/** What an error that no record is at fault for means for the import. */
export const toImportError = (error: unknown): unknown => {
  if (error instanceof UnauthorizedError || error instanceof ForbiddenError)
    return new UsageError(`The API refuses the credential (${error.status}). ${error.message}`);
  if (error instanceof NotFoundError || error instanceof UnexpectedAnswerError)
    return new UsageError('What answers at the base URL is not this API.');
  if (!(error instanceof ApiError)) return error;
  return new Unfinished(`The API refuses the request (${error.status}). ${error.message}`);
};
