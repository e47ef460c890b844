import type { ListReferencesRequest__Output } from '@qsc/contracts/grpc/reference/v1/ListReferencesRequest';
import type { Log } from '../log.ts';
import { loadService } from './definition.ts';
import { type GrpcService, unary } from './server.ts';

/** A record that refers to another one; its name is what people call it. */
export type Reference = { type: string; id: string; name: string };

/** The first records of an organisation that refer to a record. */
export type ListReferences = (orgId: string, recordId: string) => Promise<Reference[]>;

/** The most references that are listed: enough to see what they are. */
export const REFERENCES = 10;

/** The definition of what services answer of the references that their records have. */
export const referenceDefinition = () =>
  loadService('reference/v1/reference.proto', 'qsc.reference.v1.ReferenceService');

/** Lets the entity service keep what a service's records refer to (proto/reference/v1). */
export const referenceGrpc = (listReferences: ListReferences, log: Log): GrpcService => ({
  definition: referenceDefinition(),
  implementation: {
    ListReferences: unary(log, async ({ org_id, record_id }: ListReferencesRequest__Output) => ({
      references: (await listReferences(org_id, record_id)).slice(0, REFERENCES),
    })),
  },
});
