import { context, isSpanContextValid, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';

const tracer = trace.getTracer('service-kit');

/** A server span around each request, joined to the caller's trace. Costs nothing while no exporter is set. */
export const traceRequest: RequestHandler = (request, response, next) => {
  const parent = propagation.extract(context.active(), request.headers);
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent);
  // One that is not sampled is carried on all the same, or each further part would decide again.
  if (!isSpanContextValid(span.spanContext())) return next();
  response.on('close', () => {
    span.updateName(`${request.method} ${request.route?.path ?? request.path}`);
    span.setAttributes({ 'http.request.method': request.method, 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), next);
};
