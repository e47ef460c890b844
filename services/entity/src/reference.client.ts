import type { ListReferencesRequest } from '@qsc/contracts/grpc/reference/v1/ListReferencesRequest';
import type { References__Output } from '@qsc/contracts/grpc/reference/v1/References';
import {
  type GrpcClient,
  type ListReferences,
  type MeshMember,
  makeGrpcClient,
  referenceDefinition,
} from '@qsc/service-kit';

/** The client of a service whose records name entities, at an address. */
export const makeReferenceClient = (address: string, name: string, mesh: MeshMember): GrpcClient =>
  makeGrpcClient({ address, name, definition: referenceDefinition() }, mesh);

/** Asks all of them. Throws `service_unavailable` where one is away. */
export const makeListReferences =
  (clients: readonly Pick<GrpcClient, 'call'>[]): ListReferences =>
  async (org_id, record_id) => {
    const requested = { org_id, record_id };
    const answers = await Promise.all(
      clients.map((client) => client.call<ListReferencesRequest, References__Output>('ListReferences', requested)),
    );
    return answers.flatMap(({ references }) => references);
  };
