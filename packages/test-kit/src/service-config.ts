import type { ServiceConfig } from '@qsc/service-kit';
import type { testEnvironment } from './environment.ts';
import type { StandInIdentity } from './stand-in-identity.ts';

/** The configuration of a service under test: free ports, the run's MongoDB and RabbitMQ, an identity. */
export const testServiceConfig = (
  environment: ReturnType<typeof testEnvironment>,
  identity: Pick<StandInIdentity, 'meshSecret' | 'issuer' | 'audience' | 'grpcAddress'>,
): ServiceConfig => ({
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: 0,
  GRPC_HOST: '127.0.0.1',
  GRPC_PORT: 0,
  MONGODB_URI: environment.mongodbUri,
  MONGODB_DATABASE_PREFIX: environment.prefix,
  AMQP_URL: environment.amqpUrl,
  MESH_SECRET: identity.meshSecret,
  BASE_URL: identity.audience,
  AUTH_URL: identity.issuer,
  IDENTITY_GRPC_URL: identity.grpcAddress,
  DRAIN_MS: 0,
  LOG_LEVEL: 'error',
});
