import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Connection } from 'mongoose';

export type Telemetry = { stop(): Promise<void> };

const tracer = () => trace.getTracer('service-kit');

/**
 * Sends traces to the OTLP endpoint (HTTP), with W3C trace context between the parts of the mesh. Without an endpoint
 * nothing is loaded, and every span of the kit is a no-op.
 */
export const startTelemetry = async (service: string, endpoint: string | undefined): Promise<Telemetry> => {
  if (endpoint === undefined) return { stop: async () => {} };
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'qsc' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return { stop: () => provider.shutdown() };
};

/** The `traceparent` of the running span, or undefined outside of a recorded trace. */
export const currentTraceparent = (): string | undefined => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
};

/** The context that a `traceparent` continues. */
export const contextOf = (traceparent: string | undefined): Context =>
  traceparent === undefined ? context.active() : propagation.extract(context.active(), { traceparent });

const fail = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
};

/** Runs the function in a span of its own; a thrown error marks the span. */
export const inSpan = async <T>(
  name: string,
  options: SpanOptions & { parent?: Context },
  run: () => Promise<T>,
): Promise<T> => {
  const parent = options.parent ?? context.active();
  const span = tracer().startSpan(name, options, parent);
  if (!span.isRecording()) return run();
  try {
    return await context.with(trace.setSpan(parent, span), run);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
};

const QUIET: ReadonlySet<string> = new Set(['hello', 'ping', 'endSessions', 'getMore']);

/** A client span around each command that goes to the database. */
export const traceDatabase = (connection: Connection): void => {
  const spans = new Map<number, Span>();
  const client = connection.getClient();
  client.on('commandStarted', ({ requestId, commandName, databaseName }) => {
    if (QUIET.has(commandName) || !trace.getActiveSpan()?.isRecording()) return;
    const attributes = { 'db.system.name': 'mongodb', 'db.namespace': databaseName, 'db.operation.name': commandName };
    spans.set(requestId, tracer().startSpan(`mongodb ${commandName}`, { kind: SpanKind.CLIENT, attributes }));
  });
  const end = (requestId: number, error?: unknown) => {
    const span = spans.get(requestId);
    spans.delete(requestId);
    if (span && error) fail(span, error);
    span?.end();
  };
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
};
