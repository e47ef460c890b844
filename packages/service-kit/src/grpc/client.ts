import {
  type CallOptions,
  Client,
  Metadata,
  type MethodDefinition,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { SpanKind } from '@opentelemetry/api';
import { currentContext } from '../context.ts';
import { makeMeshTokens } from '../mesh-secret.ts';
import { currentTraceparent, inSpan } from '../telemetry.ts';
import { plainChannel } from '../tls/certificate.ts';
import type { MeshMember } from '../tls/mesh.ts';
import { type ServiceName, serviceDefinition } from './definition.ts';
import { MESH_TOKEN, REQUEST_ID, TRACEPARENT } from './server.ts';
import { fromServiceError } from './status.ts';

export type GrpcTarget = { address: string; name: string; definition: ServiceDefinition };

export type GrpcClient = {
  /** Calls a unary method within its deadline, trying again while the other side is away. Throws a coded error. */
  call<Request, Response>(method: string, request: Request, deadlineMs?: number): Promise<Response>;
  /** Calls a method that answers in parts, within its deadline. Throws a coded error, also between the parts. */
  stream<Request, Part>(method: string, request: Request, deadlineMs?: number): AsyncIterable<Part>;
  /** Calls a method that streams its request, within its deadline. Throws a coded error. */
  send<Part, Response>(method: string, parts: readonly Part[], deadlineMs: number): Promise<Response>;
  raw: Client;
  metadata(): Metadata;
  close(): void;
};

/** How long a read may take: one that waits beside a program that starts is late, and not lost. */
const DEADLINE_MS = 10_000;
/** The most that an answer holds: a thousand entities as large as they may be. */
const ANSWER_BYTES = 80 * 1024 * 1024;

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

/** What every call takes with it: the mesh token, the trace and the request that it belongs to. */
const makeMetadataSource = (target: GrpcTarget, mesh: MeshMember): (() => Metadata) => {
  const token = makeMeshTokens(mesh.secret, mesh.name, target.name);
  return () => {
    const made = new Metadata();
    made.set(MESH_TOKEN, token());
    const traceparent = currentTraceparent();
    if (traceparent) made.set(TRACEPARENT, traceparent);
    const requestId = currentContext().request_id;
    if (requestId) made.set(REQUEST_ID, requestId);
    return made;
  };
};

const openChannel = ({ address }: GrpcTarget, { certificates }: MeshMember): Client =>
  new Client(address, certificates?.channelCredentials() ?? plainChannel(), {
    'grpc.service_config': serviceConfig,
    'grpc.enable_retries': 1,
    'grpc.max_receive_message_length': ANSWER_BYTES,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 3_000,
    'grpc.max_reconnect_backoff_ms': 1_000,
    // By default 30 s: two replicas that are replaced within that time would both be gone before the new ones are known.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
  });

/** A method with its answers typed as the caller expects them. */
type Method<Answer> = Omit<MethodDefinition<unknown, unknown>, 'responseDeserialize'> & {
  responseDeserialize: (bytes: Buffer) => Answer;
};

const findMethod = <Answer>({ name, definition }: GrpcTarget, method: string): Method<Answer> => {
  const found = definition[method];
  if (!found) throw new Error(`${name} has no method ${method}.`);
  return found as unknown as Method<Answer>;
};

const until = (deadlineMs: number): CallOptions => ({ deadline: Date.now() + deadlineMs });

type Settle<Answer> = (error: ServiceError | null, answer?: Answer) => void;

/** An answer that comes by a callback, as a promise; an error of the call is a coded one. */
const answered = <Answer>(begin: (settle: Settle<Answer>) => void): Promise<Answer> =>
  new Promise((resolve, reject) =>
    begin((error, answer) => (error ? reject(fromServiceError(error)) : resolve(answer as Answer))),
  );

/** The three ways to call, over one channel. */
const makeCalls = (
  target: GrpcTarget,
  raw: Client,
  metadata: () => Metadata,
): Pick<GrpcClient, 'call' | 'stream' | 'send'> => {
  const spanned = <Answer>(method: string, run: () => Promise<Answer>): Promise<Answer> =>
    inSpan(`${target.name}/${method}`, { kind: SpanKind.CLIENT }, run);
  return {
    call: <Request, Response>(method: string, request: Request, deadlineMs = DEADLINE_MS) =>
      spanned(method, () =>
        answered<Response>((settle) => {
          const { path, requestSerialize, responseDeserialize } = findMethod<Response>(target, method);
          const options = until(deadlineMs);
          raw.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata(), options, settle);
        }),
      ),
    async *stream<Request, Part>(method: string, request: Request, deadlineMs = DEADLINE_MS) {
      const { path, requestSerialize, responseDeserialize } = findMethod<Part>(target, method);
      const options = until(deadlineMs);
      const parts = raw.makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata(),
        options,
      );
      try {
        yield* parts as AsyncIterable<Part>;
      } catch (error) {
        throw fromServiceError(error);
      } finally {
        parts.cancel();
      }
    },
    send: <Part, Response>(method: string, parts: readonly Part[], deadlineMs: number) =>
      spanned(method, () =>
        answered<Response>((settle) => {
          const { path, requestSerialize, responseDeserialize } = findMethod<Response>(target, method);
          const options = until(deadlineMs);
          const call = raw.makeClientStreamRequest(
            path,
            requestSerialize,
            responseDeserialize,
            metadata(),
            options,
            settle,
          );
          // The other side may refuse before it has read all: its answer tells why, and not that nobody reads any more.
          call.on('error', () => {});
          for (const part of parts) call.write(part);
          call.end();
        }),
      ),
  };
};

/**
 * A client of one mesh service: mesh token, deadline and retries on every call, the request id handed on. Where the mesh has TLS it
 * shows its certificate.
 */
export const makeGrpcClient = (target: GrpcTarget, mesh: MeshMember): GrpcClient => {
  const raw = openChannel(target, mesh);
  const metadata = makeMetadataSource(target, mesh);
  return { raw, metadata, close: () => raw.close(), ...makeCalls(target, raw, metadata) };
};

/** A client of a service's own calls at an address. */
export const makeServiceClient = (name: ServiceName, address: string, mesh: MeshMember): GrpcClient =>
  makeGrpcClient({ address, name, definition: serviceDefinition(name) }, mesh);
