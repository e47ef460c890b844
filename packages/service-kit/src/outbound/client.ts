import { Agent, type Dispatcher } from 'undici';
import type { Network } from './address.ts';
import { CallRefused, type ClientCertificate, makeConnector } from './connector.ts';
import { exchange } from './exchange.ts';
import { classifyFailure, FAILURES, type OutboundFailure } from './failure.ts';
import { type Lookup, makeLookup } from './lookup.ts';
import { nextHop } from './redirect.ts';
import type { HttpAnswer, OutboundRequest } from './request.ts';
import { makeOutboundRule, type OutboundRefusal, type OutboundRule } from './rule.ts';

const CONNECT_MS = 10_000;
const CONNECTIONS_PER_ORIGIN = 16;
const MAX_HEADER_BYTES = 16_384;
/** Shorter than most receivers keep an idle connection, so that few are found closed. */
const IDLE_MS = 4_000;
const MAX_IDLE_MS = 30_000;

const OWN_HEADERS = new Set(['host', 'accept-encoding']);

/** What came of a call; `message` may be shown to whoever gave the address. */
export type OutboundOutcome = (
  | ({ outcome: 'answered' } & HttpAnswer)
  | { outcome: 'refused'; reason: OutboundRefusal; message: string }
  | { outcome: 'failed'; reason: OutboundFailure; message: string }
) & { durationMs: number };

export type OutboundClient = {
  /** Calls the address. Throws only for a request that cannot be written, which its caller should have refused. */
  send(request: OutboundRequest): Promise<OutboundOutcome>;
  /** Closes all connections at once; what is under way ends as cancelled. */
  close(): Promise<void>;
};

export type OutboundClientParts = {
  allowedNetworks: readonly Network[];
  lookup?: Lookup;
  connectionsPerOrigin?: number;
  /** Certificates of authorities in PEM, in the place of those that Node knows. */
  authorities?: readonly string[];
  /** Shown to every receiver that asks for one; a client with it is for one receiver. */
  clientCertificate?: ClientCertificate;
};

/**
 * A client for addresses that customers gave ("Outbound addresses" of the decisions). It never uses a proxy, keeps
 * connections to each origin for a short time, and connects only to addresses that were checked.
 */
export const makeOutboundClient = (parts: OutboundClientParts): OutboundClient => {
  const { allowedNetworks, lookup = makeLookup(), authorities, clientCertificate } = parts;
  const tls = { ...(authorities ? { authorities } : {}), ...(clientCertificate ? { clientCertificate } : {}) };
  const rule = makeOutboundRule(allowedNetworks);
  const agent = new Agent({
    connect: makeConnector({ rule, lookup, connectMs: CONNECT_MS, ...tls }),
    connections: parts.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The call's own time limit ends all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const call = makeCall({ agent, rule });
  return {
    send: async (request) => {
      const started = performance.now();
      const outcome = await toOutcome(() => untilEnd(request, (signal) => call(request, signal)));
      return { ...outcome, durationMs: Math.round(performance.now() - started) };
    },
    close: () => agent.destroy(),
  };
};

/**
 * Runs a call under a signal that its time limit ends, or its caller. The timer is cleared with the call: one of
 * `AbortSignal.timeout` would live on for as long as it was set, with what it refers to.
 */
const untilEnd = async <T>(
  { timeoutMs, signal: outer }: OutboundRequest,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ending = new AbortController();
  const end = (): void => ending.abort(outer?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('The time is over.', 'TimeoutError')), timeoutMs);
  outer?.addEventListener('abort', end, { once: true });
  if (outer?.aborted) end();
  try {
    return await run(ending.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', end);
  }
};

type WithoutTime<T> = T extends unknown ? Omit<T, 'durationMs'> : never;

const toOutcome = async (answer: () => Promise<HttpAnswer>): Promise<WithoutTime<OutboundOutcome>> => {
  try {
    return { outcome: 'answered', ...(await answer()) };
  } catch (error) {
    if (error instanceof CallRefused) return { outcome: 'refused', reason: error.refusal, message: error.message };
    const reason = classifyFailure(error);
    return { outcome: 'failed', reason, message: FAILURES[reason] };
  }
};

type Call = (request: OutboundRequest, signal: AbortSignal) => Promise<HttpAnswer>;

/** One request after the other, for as long as redirects are followed; each is checked as if it were the first. */
const makeCall = ({ agent, rule }: { agent: Dispatcher; rule: OutboundRule }): Call => {
  const ask: Call = async ({ url: address, method, headers, body, keepBytes, statusSuffices }, signal) => {
    const url = URL.parse(address);
    if (!url) throw new CallRefused('url');
    const refusal = rule.refusalOfUrl(url);
    if (refusal) throw new CallRefused(refusal);
    const { origin, pathname, search } = url;
    const requested = { origin, path: `${pathname}${search}`, method, headers: toHeaders(headers), body: body ?? null };
    return exchange(agent, { request: requested, keepBytes, statusSuffices, signal });
  };

  const call: Call = async (request, signal) => {
    const answer = await ask(request, signal);
    const next = nextHop(request, answer);
    return next ? call(next, signal) : answer;
  };
  return call;
};

const toHeaders = (headers: OutboundRequest['headers'] = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()))),
  'accept-encoding': 'identity',
});
