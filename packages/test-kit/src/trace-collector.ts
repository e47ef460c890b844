import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it came, and the program that sent it. */
export type CollectedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number; message?: string };
};

type Attribute = { key: string; value: { stringValue?: string } };
type ResourceSpans = { resource: { attributes: Attribute[] }; scopeSpans: { spans: CollectedSpan[] }[] };

export type TraceCollector = { endpoint: string; spans: CollectedSpan[]; stop(): Promise<void> };

const getService = ({ resource }: ResourceSpans): string =>
  resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';

/** Takes traces as programs send them to a collector: OTLP over HTTP, in JSON. It keeps every span, and knows nothing else of a collector. */
export const startTraceCollector = async (port = 0): Promise<TraceCollector> => {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as { resourceSpans: ResourceSpans[] };
    for (const part of sent.resourceSpans)
      for (const scope of part.scopeSpans)
        for (const span of scope.spans) spans.push({ ...span, service: getService(part) });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
