import type { KeyObject } from 'node:crypto';
import { type Clock, contextOf, currentTraceparent, inSpan, type OutboundClient, SpanKind } from '@qsc/service-kit';
import type { Attempt } from '../delivery/delivery.ts';
import { signedHeaders } from './signature.ts';

/** One message on its way to one receiver. */
export type Letter = {
  url: string;
  messageId: string;
  body: string;
  keys: readonly KeyObject[];
  /** The trace of what the message tells. */
  traceparent?: string | undefined;
};

/** Sends it once. Rejects with the signal's reason when the sending was called off: then nothing counts as tried. */
export type Send = (letter: Letter, signal: AbortSignal) => Promise<Attempt>;

/** The attempt of a webhook whose secret does not open: nothing can be signed, so nothing is sent. */
export const withoutKey = (at: Date): Attempt => ({ at, durationMs: 0, url: null, answer: null, error: 'secret' });

type Parts = { outbound: Pick<OutboundClient, 'send'>; clock: Clock; timeoutMs?: number | undefined };

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 8 * 1_024;

/**
 * One attempt: signed now, ended by the timeout, and without redirects: what answers 3xx has not taken it. The receiver is
 * told the trace, so that it can go on there. A status that came is the answer, whether or not its body ends.
 */
export const makeSend = ({ outbound, clock, timeoutMs = TIMEOUT_MS }: Parts): Send => {
  const send: Send = async ({ url, traceparent, ...signed }, signal) => {
    const at = clock();
    const trace = currentTraceparent() ?? traceparent;
    const headers = { ...signedHeaders(signed, at), ...(trace ? { traceparent: trace } : {}) };
    const request = { url, method: 'POST' as const, headers, body: signed.body };
    const outcome = await outbound.send({ ...request, timeoutMs, keepBytes: KEPT_BYTES, statusSuffices: true, signal });
    const { durationMs } = outcome;
    if (outcome.outcome === 'answered') {
      const { status, headers, body } = outcome;
      const [retryAfter = null] = [headers['retry-after'] ?? []].flat();
      return { at, durationMs, url, answer: { status, body: body.toString('utf8'), retryAfter }, error: null };
    }
    signal.throwIfAborted();
    return { at, durationMs, url, answer: null, error: outcome.reason };
  };
  return (letter, signal) =>
    inSpan('webhook attempt', { kind: SpanKind.CLIENT, parent: contextOf(letter.traceparent) }, () =>
      send(letter, signal),
    );
};
