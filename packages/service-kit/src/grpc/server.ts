import {
  type handleUnaryCall,
  Metadata,
  ResponderBuilder,
  Server,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  type ServiceDefinition,
  type ServiceError,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { SpanKind } from '@opentelemetry/api';
import { runWithContext } from '../context.ts';
import { AppError } from '../error.ts';
import { errorFields, type Log } from '../log.ts';
import { type MeshSecret, makeMeshTokenVerifier } from '../mesh-secret.ts';
import type { Metrics } from '../metrics.ts';
import { toDatabaseAway } from '../mongo/away.ts';
import { inSpan, toContext } from '../telemetry.ts';
import { plainServer } from '../tls/certificate.ts';
import type { MeshMember } from '../tls/mesh.ts';
import { makeCallMetrics } from './call-metrics.ts';
import { toServiceError } from './status.ts';

export type GrpcService = { definition: ServiceDefinition; implementation: UntypedServiceImplementation };

export type GrpcServer = { port: number; stop(): Promise<void> };

const STOP_MS = 5_000;

/** Metadata keys of the mesh. */
export const MESH_TOKEN = 'mesh-token';
export const REQUEST_ID = 'request-id';
export const TRACEPARENT = 'traceparent';

const isFromMesh = (metadata: Metadata, verify: (token: string) => string): boolean => {
  try {
    verify(String(metadata.get(MESH_TOKEN)[0] ?? ''));
    return true;
  } catch {
    return false;
  }
};

const authenticate = (secret: MeshSecret, audience: string): ServerInterceptor => {
  const verify = makeMeshTokenVerifier(secret, audience);
  return (_method, call) =>
    new ServerInterceptingCall(
      call,
      new ResponderBuilder()
        .withStart((next) =>
          next(
            new ServerListenerBuilder()
              .withOnReceiveMetadata((metadata, forward) => {
                if (isFromMesh(metadata, verify)) return forward(metadata);
                call.sendStatus({
                  code: status.UNAUTHENTICATED,
                  details: 'This call needs a mesh token.',
                  metadata: new Metadata(),
                });
              })
              .build(),
          ),
        )
        .build(),
    );
};

type Call = { metadata: Metadata; getPath(): string };

/** Runs a method in the context and the span of its call; what it throws becomes the coded error that `fail` gets. */
export const inCall = (
  log: Log,
  call: Call,
  { run, fail }: { run: () => Promise<void>; fail: (error: Partial<ServiceError>) => void },
): void => {
  const requestId = String(call.metadata.get(REQUEST_ID)[0] ?? '');
  const parent = toContext(call.metadata.get(TRACEPARENT)[0]?.toString());
  void runWithContext(requestId ? { request_id: requestId } : {}, async () => {
    try {
      await inSpan(call.getPath(), { kind: SpanKind.SERVER, parent }, run);
    } catch (error) {
      const coded = error instanceof AppError ? error : toDatabaseAway(error);
      if (!coded) log.error('a gRPC call failed', errorFields(error));
      fail(toServiceError(coded ?? new AppError('internal_error', 'The call failed.')));
    }
  });
};

/**
 * A unary method as a plain async function; coded errors keep their code, a database that is away is `service_unavailable`,
 * anything else `internal_error`.
 */
export const unary =
  <Request, Response>(log: Log, answer: (request: Request) => Promise<Response>): handleUnaryCall<Request, Response> =>
  (call, callback) =>
    inCall(log, call, { run: async () => callback(null, await answer(call.request)), fail: callback });

/** Clients reconnect so often, and then see the replicas that have come; calls under way are finished. */
const CONNECTION_AGE_MS = 300_000;

/**
 * Serves gRPC to the mesh. A call without a mesh token for this service is refused before it is read, and where the mesh has TLS, a
 * connection without a certificate of it.
 */
export const startGrpcServer = async (
  address: string,
  mesh: MeshMember & { metrics?: Pick<Metrics, 'histogram'> },
  services: readonly GrpcService[],
): Promise<GrpcServer> => {
  const server = new Server({
    // The first is the nearest to the wire, so that what the next refuses is counted too.
    interceptors: [...(mesh.metrics ? [makeCallMetrics(mesh.metrics)] : []), authenticate(mesh.secret, mesh.name)],
    'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
  });
  for (const { definition, implementation } of services) server.addService(definition, implementation);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(address, mesh.certificates?.serverCredentials() ?? plainServer(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => {
          server.forceShutdown();
          resolve();
        }, STOP_MS);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
};
