import { context, propagation, SpanKind } from '@opentelemetry/api';
import {
  type Certificates,
  EDGE_HEADER,
  EDGE_VERSION_HEADER,
  errorFields,
  inSpan,
  type Log,
  type MeshSecret,
  makeEdgeSeal,
  sampledTraceId,
} from '@qsc/service-kit/edge';
import type { Request, Response } from 'express';
import type { GatewayMetrics } from '../gateway-metrics.ts';
import { upstreamHeaders } from '../header/forwarded-header.ts';
import { getRequestContext } from '../request-context.ts';
import type { Row } from '../routing/routing-table.ts';
import { requireBodyWithin } from './body-limit.ts';
import { type Circuit, makeCircuit } from './circuit.ts';
import { makeUpstream, type Upstream } from './http-upstream.ts';

export type Forwarder = {
  /**
   * Sends a request to the service of the row and streams its answer back. Throws a coded error, or `ClientGone`.
   * @param token by which the service verifies the caller again; null where nobody has to say who calls.
   */
  forward(row: Row, token: string | null, request: Request, response: Response): Promise<void>;
  close(): void;
};

type Parts = {
  table: readonly Row[];
  addresses: Readonly<Record<string, string>>;
  meshSecret: MeshSecret;
  /** The version of this gateway, which it tells the services. */
  version: string;
  certificates?: Certificates | undefined;
  timeoutMs: number;
  aliveMs?: number | undefined;
  metrics: Pick<GatewayMetrics, 'proxied' | 'watchCircuit'>;
  log: Log;
  /** A service that was away has answered again. */
  onBack: (name: string) => void;
};

type Way = { upstream: Upstream; circuit: Circuit };

const openWay = (row: Row, { addresses, metrics, log, onBack, ...limits }: Parts): Way => {
  const { timeoutMs, aliveMs, certificates } = limits;
  const url = addresses[row.name] ?? '';
  const upstream = makeUpstream({ url, row, timeoutMs, aliveMs, certificates });
  const circuit = makeCircuit({
    onChange(state) {
      if (state !== 'half_open') log.warn('the circuit of a service changed', { upstream: row.name, state });
      if (state === 'closed') onBack(row.name);
    },
    onFailure: ({ cause }) => log.warn('a service did not answer', { upstream: row.name, ...errorFields(cause) }),
  });
  metrics.watchCircuit(row.name, circuit.state);
  return { upstream, circuit };
};

/** A client of HTTP/1.0 may get no interim answer (RFC 9110 §15.2); other expectations are ignored. */
const awaitsContinue = ({ headers, httpVersion }: Request): boolean =>
  headers.expect?.toLowerCase() === '100-continue' && httpVersion === '1.1';

/** Sends requests to the services of the table, each over a circuit of its own. */
export const makeForwarder = (parts: Parts): Forwarder => {
  const edgeSeal = makeEdgeSeal(parts.meshSecret);
  const ways = new Map(parts.table.map((row) => [row.name, openWay(row, parts)]));

  const buildHeaders = (request: Request, response: Response, token: string | null) => {
    const { requestId, address, organization } = getRequestContext(response);
    const headers = upstreamHeaders(request.headers);
    if (token !== null) headers.authorization = `Bearer ${token}`;
    headers['x-request-id'] = requestId;
    headers[EDGE_HEADER] = edgeSeal.seal(requestId, { address, organization });
    headers[EDGE_VERSION_HEADER] = parts.version;
    propagation.inject(context.active(), headers);
    return headers;
  };

  return {
    async forward(row, token, request, response) {
      const way = ways.get(row.name);
      if (!way) throw new Error(`The row ${row.name} has no way.`);
      requireBodyWithin(request, row.bodyLimit);
      const asks = awaitsContinue(request);
      const began = performance.now();
      await inSpan(`forward to ${row.name}`, { kind: SpanKind.CLIENT }, async () => {
        request.headers = buildHeaders(request, response, token);
        await way.circuit.run((probe) => {
          if (asks) response.writeContinue();
          return way.upstream.send(request, response, probe);
        });
        parts.metrics.proxied(row.name, (performance.now() - began) / 1000, sampledTraceId());
      });
    },
    close() {
      for (const { upstream } of ways.values()) upstream.close();
    },
  };
};
