import {
  type CallOptions,
  Client,
  credentials,
  Metadata,
  type MethodDefinition,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { SpanKind } from '@opentelemetry/api';
import { currentContext } from '../context.ts';
import { makeMeshToken } from '../mesh-secret.ts';
import { currentTraceparent, inSpan } from '../telemetry.ts';
import { MESH_TOKEN, REQUEST_ID, TRACEPARENT } from './server.ts';
import { fromServiceError } from './status.ts';

export type GrpcTarget = { address: string; name: string; definition: ServiceDefinition };

export type GrpcClient = {
  /** Calls a unary method within its deadline, trying again while the other side is away. Throws a coded error. */
  call<Request, Response>(method: string, request: Request, deadlineMs?: number): Promise<Response>;
  /** Calls a method that answers in parts, within its deadline. Throws a coded error, also between the parts. */
  stream<Request, Part>(method: string, request: Request, deadlineMs?: number): AsyncIterable<Part>;
  /** Calls a method that is asked in parts, within its deadline. Throws a coded error. */
  send<Part, Response>(method: string, parts: readonly Part[], deadlineMs: number): Promise<Response>;
  raw: Client;
  metadata(): Metadata;
  close(): void;
};

const DEADLINE_MS = 2_000;
/** The most that an answer holds: a thousand entities as large as they may be. */
const ANSWER_BYTES = 80 * 1024 * 1024;
const MESH_TOKEN_USE_MS = 30_000;

const serviceConfig = JSON.stringify({
  // A name with several addresses is several replicas, which share the calls.
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: [{}],
      retryPolicy: {
        maxAttempts: 4,
        initialBackoff: '0.05s',
        maxBackoff: '0.5s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
});

const makeTokenSource = (secret: string, caller: string, audience: string): (() => string) => {
  let token = '';
  let made = 0;
  return () => {
    if (Date.now() - made > MESH_TOKEN_USE_MS) [token, made] = [makeMeshToken(secret, caller, audience), Date.now()];
    return token;
  };
};

/** A client of one mesh service: mesh token, deadline and retries on every call, the request id handed on. */
export const makeGrpcClient = (target: GrpcTarget, mesh: { name: string; secret: string }): GrpcClient => {
  const raw = new Client(target.address, credentials.createInsecure(), {
    'grpc.service_config': serviceConfig,
    'grpc.enable_retries': 1,
    'grpc.max_receive_message_length': ANSWER_BYTES,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 3_000,
    'grpc.max_reconnect_backoff_ms': 1_000,
    // By default 30 s: two replicas that are replaced within that time would both be gone before the new ones are known.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
  });
  const token = makeTokenSource(mesh.secret, mesh.name, target.name);
  const metadata = (): Metadata => {
    const made = new Metadata();
    made.set(MESH_TOKEN, token());
    const traceparent = currentTraceparent();
    if (traceparent) made.set(TRACEPARENT, traceparent);
    const requestId = currentContext().request_id;
    if (requestId) made.set(REQUEST_ID, requestId);
    return made;
  };

  const methodOf = (method: string): MethodDefinition<unknown, unknown> => {
    const definition = target.definition[method];
    if (!definition) throw new Error(`${target.name} has no method ${method}.`);
    return definition;
  };
  const until = (deadlineMs: number): CallOptions => ({ deadline: Date.now() + deadlineMs });

  const sendParts = <Part, Response>(method: string, parts: readonly Part[], deadlineMs: number) =>
    new Promise<Response>((resolve, reject) => {
      const { path, requestSerialize, responseDeserialize } = methodOf(method);
      const deserialize = responseDeserialize as (bytes: Buffer) => Response;
      const settle = (error: ServiceError | null, response?: Response) =>
        error ? reject(fromServiceError(error)) : resolve(response as Response);
      const options = until(deadlineMs);
      const call = raw.makeClientStreamRequest(path, requestSerialize, deserialize, metadata(), options, settle);
      // The other side may refuse before it has read all: its answer tells why, and not that nobody reads any more.
      call.on('error', () => {});
      for (const part of parts) call.write(part);
      call.end();
    });

  return {
    raw,
    metadata,
    close: () => raw.close(),
    async *stream<Request, Part>(method: string, request: Request, deadlineMs = DEADLINE_MS) {
      const { path, requestSerialize, responseDeserialize } = methodOf(method);
      const deserialize = responseDeserialize as (bytes: Buffer) => Part;
      const options = until(deadlineMs);
      const parts = raw.makeServerStreamRequest(path, requestSerialize, deserialize, request, metadata(), options);
      try {
        yield* parts as AsyncIterable<Part>;
      } catch (error) {
        throw fromServiceError(error);
      } finally {
        parts.cancel();
      }
    },
    send: <Part, Response>(method: string, parts: readonly Part[], deadlineMs: number) =>
      inSpan(`${target.name}/${method}`, { kind: SpanKind.CLIENT }, () =>
        sendParts<Part, Response>(method, parts, deadlineMs),
      ),
    call: <Request, Response>(method: string, request: Request, deadlineMs = DEADLINE_MS) =>
      inSpan(
        `${target.name}/${method}`,
        { kind: SpanKind.CLIENT },
        () =>
          new Promise<Response>((resolve, reject) => {
            const definition = methodOf(method);
            raw.makeUnaryRequest(
              definition.path,
              definition.requestSerialize,
              definition.responseDeserialize as (bytes: Buffer) => Response,
              request,
              metadata(),
              until(deadlineMs),
              (error, response) => (error ? reject(fromServiceError(error)) : resolve(response as Response)),
            );
          }),
      ),
  };
};
