import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { OutboundClient, OutboundOutcome } from '@qsc/service-kit';
import { type Credential, type RemoteAnswer, type RemoteCall, type RemoteRequest, readHeader } from './remote.ts';
import { AddressRefused, AnswerTooLarge, RemoteRefusal, RemoteTrouble, SentElsewhere } from './remote-error.ts';

/** A credential with its version, which the next one raises. */
export type VersionedCredential = { credential: Credential; version: number };

/** The credential of one connection for its requests. */
export type Access = {
  /** Throws `AuthorizationLost`, `RemoteTrouble`. */
  current(): Promise<VersionedCredential>;
  /** Replaces a credential that the partner refused. Throws `AuthorizationLost`, `RemoteTrouble`. */
  renew(refused: VersionedCredential, refusal: RemoteRefusal): Promise<VersionedCredential>;
  apply(request: RemoteRequest, credential: Credential): RemoteRequest;
};

/** What a test may set: the delays between attempts, and the random numbers. */
export type RetryRules = { delaysMs: readonly number[]; random: () => number };

export type TransportParts = Partial<RetryRules> & {
  outbound: Pick<OutboundClient, 'send'>;
  /** Null sends as it is: a login. */
  access: Access | null;
  signal: AbortSignal;
};

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 32 * 1024 * 1024;
const DELAYS_MS = [250, 1_000, 4_000];
/** A longer `Retry-After` postpones the whole synchronisation. */
const SHORT_WAIT_MS = 10_000;
/** Delays vary by this part of them either way, so that replicas do not come back together. */
const JITTER = 0.2;

/** A request that may not be sent twice has no answer that could be read. */
class AnswerLost extends RemoteTrouble {}

/** Sends every request of a connection (see `RemoteCall`). */
export const makeRemoteCall = (parts: TransportParts): RemoteCall => {
  const { outbound, access, signal, delaysMs = DELAYS_MS, random = Math.random } = parts;

  const sendOnce = async <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T): Promise<T> => {
    const { timeoutMs = TIMEOUT_MS, keepBytes = MAX_BYTES, once = false, ...sent } = request;
    const outcome = await outbound.send({ ...sent, timeoutMs, keepBytes, signal });
    signal.throwIfAborted();
    return read(decoded(toAnswer(outcome, once), request));
  };

  /** Sends with the present credential and, where the partner refuses it, once more with the next one. */
  const sendWithCredential = async <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T): Promise<T> => {
    if (!access) return sendOnce(request, read);
    const held = await access.current();
    try {
      return await sendOnce(access.apply(request, held.credential), read);
    } catch (error) {
      if (!isRefusal(error, 'INVALID_SESSION')) throw error;
      const renewed = await access.renew(held, error).catch((trouble: unknown) => {
        // A system that redirects may have carried out the request before.
        const isDone = request.once && error instanceof SentElsewhere && trouble instanceof RemoteTrouble;
        throw isDone ? new AnswerLost(trouble.message) : trouble;
      });
      return sendOnce(access.apply(request, renewed.credential), read);
    }
  };

  return async (request, read) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendWithCredential(request, read);
      } catch (error) {
        const pauseMs = toPause(error, delaysMs[attempt], random);
        if (pauseMs === null) throw error;
        await wait(pauseMs, undefined, { signal });
      }
    }
  };
};

const isRefusal = (error: unknown, code: RemoteRefusal['code']): error is RemoteRefusal =>
  error instanceof RemoteRefusal && error.code === code;

/** How long to wait before the next try; null where there is none. */
const toPause = (error: unknown, delayMs: number | undefined, random: () => number): number | null => {
  if (delayMs === undefined || error instanceof AnswerLost) return null;
  if (!(error instanceof RemoteTrouble) && !isRefusal(error, 'RATE_LIMIT')) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs !== null && retryAfterMs > SHORT_WAIT_MS) return null;
  return Math.max(retryAfterMs ?? 0, delayMs * (1 - JITTER + 2 * JITTER * random()));
};

/** The complete answer. Throws `RemoteTrouble` where there is none, `AnswerTooLarge`, `AddressRefused`. */
const toAnswer = (outcome: OutboundOutcome, once: boolean): RemoteAnswer => {
  if (outcome.outcome === 'refused')
    throw new AddressRefused(`The address of the external system is not called. ${outcome.message}`);
  if (outcome.outcome === 'failed') {
    const message = `The external system gave no answer. ${outcome.message}`;
    throw once ? new AnswerLost(message) : new RemoteTrouble(message);
  }
  if (outcome.truncated && once) throw new AnswerLost('The answer of the external system is too large.');
  const { status, headers, body } = outcome;
  if (outcome.truncated && status >= 500) throw new RemoteTrouble(`The external system answered with ${status}.`);
  if (outcome.truncated) throw new AnswerTooLarge();
  return { status, headers, body };
};

const DECODERS = new Map<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** The decoded answer, since some systems encode without a request for it. Throws `AnswerTooLarge`, `RemoteTrouble`. */
const decoded = (answer: RemoteAnswer, { keepBytes = MAX_BYTES, once = false }: RemoteRequest): RemoteAnswer => {
  const encoding = readHeader(answer.headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || answer.body.length === 0) return answer;
  const decode = DECODERS.get(encoding);
  const Unread = once ? AnswerLost : RemoteTrouble;
  if (!decode) throw new Unread(`The external system answers in the encoding ${encoding}, which is not read.`);
  try {
    return { ...answer, body: decode(answer.body, { maxOutputLength: keepBytes }) };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' && !once) throw new AnswerTooLarge();
    throw new Unread(`The external system calls its answer ${encoding}, and it cannot be read as that.`);
  }
};
