import createFetchClient from 'openapi-fetch';
import type { Answer, CallOptions } from './call.ts';
import type { Authentication } from './credentials.ts';
import {
  ApiError,
  NetworkError,
  NotFoundError,
  QscError,
  TimeoutError,
  toApiError,
  UnexpectedAnswerError,
} from './errors.ts';
import { toQuery } from './query.ts';
import { abortable, type Retry, withRetries } from './retry.ts';
import type { Operation } from './types.ts';

/** What one request sends. */
export type ApiRequest = {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, unknown>;
  /** JSON or a form; undefined for none. */
  body: unknown;
  /** Whether the body carries an electronic signature. */
  isSigned: boolean;
  options: CallOptions;
};

export type Send = <Data>(
  request: ApiRequest,
  read: (response: Response) => Promise<Read<Data>>,
) => Promise<Answer<Data>>;

/** What was read of an answer. */
export type Read<Data> = { data: Data; body?: unknown };

export type SenderOptions = {
  baseUrl: string;
  authentication: Authentication;
  fetch: (request: Request) => Promise<Response>;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  maxRetries: number;
  userAgent: string;
  reason: string | undefined;
  onRetry: (retry: Retry) => void;
};

type Fetched = { response: Response; error?: unknown };

/** Paths and methods are those of the generated table, so that their types are not needed here. */
type FetchClient = { request(method: string, path: string, init: object): Promise<Fetched> };

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Random enough for an id, and there on pages without https too. */
const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** UTF-8 as header bytes. Throws a TypeError for a line break or another control character. */
const toHeaderText = (text: string): string => {
  if (/\p{Cc}/u.test(text)) throw new TypeError('A reason is one line, without control characters.');
  return String.fromCharCode(...new TextEncoder().encode(text));
};

const toEntityTag = (version: number | string): string => (typeof version === 'number' ? `"${version}"` : version);

/** Browsers send an agent of their own, and ask the server first whether another one is allowed. */
const isPage = (): boolean => 'document' in globalThis;

/** The headers that every attempt of a request has. */
const toHeaders = ({ operation, options }: ApiRequest, { authentication, userAgent, ...sender }: SenderOptions) => {
  const isWrite = WRITES.has(operation.http);
  const reason = options.reason ?? (isWrite ? sender.reason : undefined);
  return {
    'X-Request-Id': randomId(),
    ...(isPage() ? {} : { 'User-Agent': userAgent }),
    ...(operation.keyed ? { 'Idempotency-Key': options.idempotencyKey ?? randomId() } : {}),
    ...(options.ifMatch === undefined ? {} : { 'If-Match': toEntityTag(options.ifMatch) }),
    ...(reason === undefined ? {} : { 'X-Change-Reason': toHeaderText(reason) }),
    ...(authentication.isSession && isWrite ? { 'X-QSC-Dashboard': '1' } : {}),
    ...(options.background ? { 'X-QSC-Background': '1' } : {}),
    ...options.headers,
  };
};

/**
 * Whether a second request has the same effect as the first: a read, a POST with its key, and another write that names no version
 * (of one that does, the first may be what changed the version).
 */
const isRepeatable = ({ operation, options, isSigned }: ApiRequest): boolean => {
  if (operation.keyed) return true;
  if (operation.http === 'POST' || isSigned) return false;
  return operation.http === 'GET' || options.ifMatch === undefined;
};

/** A redirect of a proxy would carry the credential elsewhere. Browsers show one without its status. */
const requireNoRedirect = ({ status, type, headers }: Response, operation: string): void => {
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return;
  const target = headers.get('location') ?? 'another address';
  throw new UnexpectedAnswerError(`${operation}: the server redirects to ${target}. Set baseUrl to where the API is.`);
};

/** What an attempt ends in: what was wrong with the request before it was sent is the caller's. */
const toFailure = (
  error: unknown,
  { isSent, signal, operation }: { isSent: boolean; signal: AbortSignal; operation: string },
) => {
  if (signal.aborted) return signal.reason;
  if (error instanceof QscError || !isSent) return error;
  return new NetworkError(`${operation}: the connection failed.`, { cause: error });
};

const toAnswer = <Data>({ data, body }: Read<Data>, { status, headers }: Response): Answer<Data> => ({
  data,
  body,
  status,
  headers,
  requestId: headers.get('x-request-id'),
  etag: headers.get('etag'),
  replayed: headers.get('idempotency-replayed') === 'true',
});

/**
 * Makes the sender of all requests: with the credential, a time limit for each attempt, retries, and errors as classes. It throws
 * `ApiError`, `NetworkError`, `TimeoutError`, and the reason of an aborted signal.
 */
export const makeSender = (sender: SenderOptions): Send => {
  const { authentication, baseUrl, fetch } = sender;
  const client = createFetchClient({
    baseUrl,
    querySerializer: toQuery,
    redirect: 'manual',
    ...(authentication.isSession ? { credentials: 'same-origin' } : {}),
  }) as unknown as FetchClient;

  const attemptOnce = async <Data>(
    request: ApiRequest,
    headers: Record<string, string>,
    read: (response: Response) => Promise<Read<Data>>,
    stop: AbortSignal,
  ): Promise<Answer<Data>> => {
    const { operation, path, query, body, options } = request;
    const timeoutMs = options.timeoutMs ?? sender.timeoutMs;
    const late = new AbortController();
    const expire = () => late.abort(new TimeoutError(`${operation.id} was not answered within ${timeoutMs} ms.`));
    const timer = timeoutMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(expire, timeoutMs);
    const signal = AbortSignal.any([stop, late.signal]);
    let isSent = false;

    const exchange = async (bearer: string | null): Promise<Answer<Data>> => {
      const { response, error } = await client.request(operation.http, operation.path, {
        params: { path, query },
        headers: bearer === null ? headers : { Authorization: `Bearer ${bearer}`, ...headers },
        body,
        parseAs: 'stream',
        signal,
        fetch: (sent: Request) => {
          isSent = true;
          return fetch(sent);
        },
      });
      requireNoRedirect(response, operation.id);
      if (!response.ok) throw toApiError(response.status, response.headers, error);
      return toAnswer(await read(response), response);
    };

    try {
      const token = await abortable(authentication.token(null), signal);
      try {
        return await exchange(token);
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status === 401 && authentication.isRenewable;
        if (!isRefused) throw error;
        return await exchange(await abortable(authentication.token(token), signal));
      }
    } catch (error) {
      throw toFailure(error, { isSent, signal, operation: operation.id });
    } finally {
      clearTimeout(timer);
    }
  };

  return (request, read) => {
    const { operation, options } = request;
    const signals = [sender.signal, options.signal].filter((signal) => signal !== undefined);
    const stop = AbortSignal.any(signals);
    const headers = toHeaders(request, sender);
    let attempts = 0;

    const attempt = async () => {
      stop.throwIfAborted();
      attempts += 1;
      return attemptOnce(request, headers, read, stop).catch((error: unknown) => {
        // An earlier attempt has deleted the record, and its answer was lost.
        const isDone = operation.http === 'DELETE' && attempts > 1 && error instanceof NotFoundError;
        if (!isDone) throw error;
        const response = new Response(null, { status: 204, headers: error.headers });
        return read(response).then((nothing) => toAnswer(nothing, response));
      });
    };

    const policy = {
      maxRetries: options.maxRetries ?? sender.maxRetries,
      isRepeatable: isRepeatable(request),
      onRetry: (number: number, error: Error, delayMs: number) =>
        sender.onRetry({ operation: operation.id, attempt: number, error, delayMs }),
    };
    return withRetries(attempt, policy, stop);
  };
};
