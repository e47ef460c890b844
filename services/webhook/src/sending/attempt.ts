import type { KeyObject } from 'node:crypto';
import { type Clock, currentTraceparent, inSpan, type OutboundClient, SpanKind, toContext } from '@qsc/service-kit';
import type { Attempt } from '../delivery/delivery.ts';
import { signedHeaders } from './signature.ts';

/** One message to one receiver. */
export type OutgoingMessage = {
  url: string;
  messageId: string;
  body: string;
  keys: readonly KeyObject[];
  /** The trace of the event. */
  traceparent?: string | undefined;
};

/** Sends it once. Rejects with the signal's reason when it was aborted: that does not count as an attempt. */
export type Send = (message: OutgoingMessage, signal: AbortSignal) => Promise<Attempt>;

/** The attempt of a webhook whose secret does not open: nothing can be signed, so nothing is sent. */
export const withoutKey = (at: Date): Attempt => ({ at, durationMs: 0, url: null, answer: null, error: 'secret' });

type Parts = { outbound: Pick<OutboundClient, 'send'>; clock: Clock; timeoutMs?: number | undefined };

const TIMEOUT_MS = 15_000;
const RESPONSE_BYTES = 8 * 1_024;

/**
 * One attempt: signed now, with a timeout, without redirects (a 3xx answer is a failure). The receiver gets the trace and can
 * continue it. The status is the answer, whether or not the body ends.
 */
export const makeSend = ({ outbound, clock, timeoutMs = TIMEOUT_MS }: Parts): Send => {
  const send: Send = async ({ url, traceparent, ...signed }, signal) => {
    const at = clock();
    const trace = currentTraceparent() ?? traceparent;
    const headers = { ...signedHeaders(signed, at), ...(trace ? { traceparent: trace } : {}) };
    const request = { url, method: 'POST' as const, headers, body: signed.body };
    const outcome = await outbound.send({
      ...request,
      timeoutMs,
      keepBytes: RESPONSE_BYTES,
      statusSuffices: true,
      signal,
    });
    const { durationMs } = outcome;
    if (outcome.outcome === 'answered') {
      const { status, headers, body } = outcome;
      const [retryAfter = null] = [headers['retry-after'] ?? []].flat();
      return { at, durationMs, url, answer: { status, body: body.toString('utf8'), retryAfter }, error: null };
    }
    signal.throwIfAborted();
    return { at, durationMs, url, answer: null, error: outcome.reason };
  };
  return (message, signal) =>
    inSpan('webhook attempt', { kind: SpanKind.CLIENT, parent: toContext(message.traceparent) }, () =>
      send(message, signal),
    );
};
