import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Connection } from 'mongoose';

export { SpanKind };

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

/** The `traceparent` of a context, by default of the running one; undefined outside of a trace. */
export const currentTraceparent = (of: Context = context.active()): string | undefined => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(of, carrier);
  return carrier.traceparent;
};

/** The id of the trace that is being recorded; undefined where none is, or it is not sampled. */
export const sampledTraceId = (): string | undefined => {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span.spanContext().traceId : undefined;
};

/** The context that a `traceparent` continues. */
export const toContext = (traceparent: string | undefined): Context =>
  traceparent === undefined ? context.active() : propagation.extract(context.active(), { traceparent });

const fail = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
};

/** A span that goes on beyond the function that begins it, and the context in which its parts run. */
export type OpenSpan = { context: Context; traceId: string | undefined; end(fault?: string): void };

/** Begins a span that its caller ends. One that is not sampled is carried on all the same, so that nobody samples its rest. */
export const openSpan = (
  name: string,
  { parent = context.active(), ...options }: SpanOptions & { parent?: Context },
): OpenSpan => {
  const span = tracer().startSpan(name, options, parent);
  return {
    context: isSpanContextValid(span.spanContext()) ? trace.setSpan(parent, span) : parent,
    traceId: span.isRecording() ? span.spanContext().traceId : undefined,
    end(fault) {
      if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
      span.end();
    },
  };
};

/** Runs the function in a span of its own; a thrown error marks the span. */
export const inSpan = async <T>(
  name: string,
  options: SpanOptions & { parent?: Context },
  run: () => Promise<T>,
): Promise<T> => {
  const parent = options.parent ?? context.active();
  const span = tracer().startSpan(name, options, parent);
  // One that is not sampled is carried on all the same, or each further part would decide again.
  if (!isSpanContextValid(span.spanContext())) return run();
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
