import type { Organization__Output } from '@qsc/contracts/grpc/identity/v1/Organization';
import { serviceDefinition } from '../grpc/definition.ts';

/** The identity service's gRPC definition. */
export const identityDefinition = () => serviceDefinition('identity');

export type Organization = Organization__Output;
