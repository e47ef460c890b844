import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { OutboundClient, OutboundOutcome } from '@qsc/service-kit';
import { type Credential, headerOf, type RemoteAnswer, type RemoteCall, type RemoteRequest } from './remote.ts';
import { AddressRefused, AnswerTooLarge, RemoteRefusal, RemoteTrouble, SentElsewhere } from './remote-error.ts';

/** A credential as it stands; `version` tells it from the one that takes its place. */
export type HeldCredential = { credential: Credential; version: number };

/** How requests of one connection are given its right. */
export type Access = {
  /** Throws `AuthorizationLost`, `RemoteTrouble`. */
  current(): Promise<HeldCredential>;
  /** The credential in the place of one that the partner refused in that way. Throws `AuthorizationLost`, `RemoteTrouble`. */
  renew(refused: HeldCredential, refusal: RemoteRefusal): Promise<HeldCredential>;
  apply(request: RemoteRequest, credential: Credential): RemoteRequest;
};

/** What a test may set: the pauses between tries, and chance. */
export type RetryRules = { delaysMs: readonly number[]; random: () => number };

export type TransportParts = Partial<RetryRules> & {
  outbound: Pick<OutboundClient, 'send'>;
  /** Null sends as it is: a login. */
  access: Access | null;
  signal: AbortSignal;
};

const TIMEOUT_MS = 30_000;
const KEEP_BYTES = 32 * 1024 * 1024;
const DELAYS_MS = [250, 1_000, 4_000];
/** A partner that asks to be left alone for longer is left alone by the whole synchronisation. */
const SHORT_WAIT_MS = 10_000;
/** Delays vary by this part of them either way, so that replicas do not come back together. */
const JITTER = 0.2;

/** A request that may not be sent twice has no answer that could be read. */
class AnswerLost extends RemoteTrouble {}

/** The one way by which requests of a connection leave (see `RemoteCall`). */
export const makeRemoteCall = (parts: TransportParts): RemoteCall => {
  const { outbound, access, signal, delaysMs = DELAYS_MS, random = Math.random } = parts;

  const ask = async <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T): Promise<T> => {
    const { timeoutMs = TIMEOUT_MS, keepBytes = KEEP_BYTES, once = false, ...sent } = request;
    const outcome = await outbound.send({ ...sent, timeoutMs, keepBytes, signal });
    signal.throwIfAborted();
    return read(decoded(answerOf(outcome, once), request));
  };

  /** By the credential that there is, and where the partner refuses it by the next one, once. */
  const askWithRight = async <T>(request: RemoteRequest, read: (answer: RemoteAnswer) => T): Promise<T> => {
    if (!access) return ask(request, read);
    const held = await access.current();
    try {
      return await ask(access.apply(request, held.credential), read);
    } catch (error) {
      if (!isRefusal(error, 'INVALID_SESSION')) throw error;
      const renewed = await access.renew(held, error).catch((trouble: unknown) => {
        // Who sends elsewhere may have done before what may be asked for once only.
        const isDone = request.once && error instanceof SentElsewhere && trouble instanceof RemoteTrouble;
        throw isDone ? new AnswerLost(trouble.message) : trouble;
      });
      return ask(access.apply(request, renewed.credential), read);
    }
  };

  return async (request, read) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await askWithRight(request, read);
      } catch (error) {
        const pauseMs = pauseOf(error, delaysMs[attempt], random);
        if (pauseMs === null) throw error;
        await wait(pauseMs, undefined, { signal });
      }
    }
  };
};

const isRefusal = (error: unknown, code: RemoteRefusal['code']): error is RemoteRefusal =>
  error instanceof RemoteRefusal && error.code === code;

/** How long to wait before the next try; null where there is none. */
const pauseOf = (error: unknown, delayMs: number | undefined, random: () => number): number | null => {
  if (delayMs === undefined || error instanceof AnswerLost) return null;
  if (!(error instanceof RemoteTrouble) && !isRefusal(error, 'RATE_LIMIT')) return null;
  const { retryAfterMs } = error;
  if (retryAfterMs !== null && retryAfterMs > SHORT_WAIT_MS) return null;
  return Math.max(retryAfterMs ?? 0, delayMs * (1 - JITTER + 2 * JITTER * random()));
};

/** The answer, whole. Throws `RemoteTrouble` where there is none or a fault page, `AnswerTooLarge`, `AddressRefused` for an address that is not called. */
const answerOf = (outcome: OutboundOutcome, once: boolean): RemoteAnswer => {
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

/** The answer without its `Content-Encoding`, which some apply although none is asked for. Throws `AnswerTooLarge`, `RemoteTrouble`. */
const decoded = (answer: RemoteAnswer, { keepBytes = KEEP_BYTES, once = false }: RemoteRequest): RemoteAnswer => {
  const encoding = headerOf(answer.headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
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
