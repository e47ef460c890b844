import type { Organization__Output } from '@qsc/contracts/grpc/identity/v1/Organization';
import { type GrpcClient, makeGrpcClient } from '../grpc/client.ts';
import { loadService } from '../grpc/definition.ts';
import type { MeshMember } from '../tls/mesh.ts';

/** The identity service's gRPC definition. */
export const identityDefinition = () => loadService('identity/v1/identity.proto', 'qsc.identity.v1.IdentityService');

/** A client of the identity service. */
export const makeIdentityClient = (address: string, mesh: MeshMember): GrpcClient =>
  makeGrpcClient({ address, name: 'identity', definition: identityDefinition() }, mesh);

export type Organization = Organization__Output;
