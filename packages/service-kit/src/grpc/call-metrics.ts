import { ResponderBuilder, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import type { Metrics } from '../metrics.ts';
import { sampledTraceId } from '../telemetry.ts';

/** Rate, errors and duration of the calls that a server answers. Streams of answers last as long as somebody listens, and are left out. */
export const makeCallMetrics = (metrics: Pick<Metrics, 'histogram'>): ServerInterceptor => {
  const duration = metrics.histogram('grpc_server_duration_seconds', 'Duration of gRPC calls by method and status', {
    labels: ['method', 'code'],
  });
  return ({ path, responseStream }, call) => {
    if (responseStream) return new ServerInterceptingCall(call);
    const began = performance.now();
    const responder = new ResponderBuilder().withSendStatus((ended, next) => {
      duration({ method: path, code: status[ended.code] }, (performance.now() - began) / 1000, sampledTraceId());
      next(ended);
    });
    return new ServerInterceptingCall(call, responder.build());
  };
};
