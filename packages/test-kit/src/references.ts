import type { References__Output } from '@qsc/contracts/grpc/reference/v1/References';
import { makeGrpcClient, type Reference, type RunningService, referenceDefinition } from '@qsc/service-kit';

type Owner = { name: string; service: Pick<RunningService, 'grpcPort'>; meshSecret: string };

/** What a service tells the entity service of the records that refer to one. */
export const referencesTo = async (
  { name, service, meshSecret }: Owner,
  requested: { orgId: string; id: string },
): Promise<Reference[]> => {
  const target = { address: `127.0.0.1:${service.grpcPort}`, name, definition: referenceDefinition() };
  const client = makeGrpcClient(target, { name: 'entity', secret: meshSecret });
  try {
    const request = { org_id: requested.orgId, record_id: requested.id };
    const { references } = await client.call<object, References__Output>('ListReferences', request);
    return references.map(({ type, id, name: called }) => ({ type, id, name: called }));
  } finally {
    client.close();
  }
};
