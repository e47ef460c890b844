import type { GetEntityNamesResponse__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesResponse';
import type { GrpcClient } from '@qsc/service-kit';
import type { NamesOf } from './quality-event/related-entity.ts';

/** Names of entities, from the system of record. */
export const makeEntityNames =
  (client: Pick<GrpcClient, 'call'>): NamesOf =>
  async (org_id, ids) => {
    if (ids.length === 0) return new Map();
    const asked = { org_id, ids: [...ids] };
    const { names } = await client.call<object, GetEntityNamesResponse__Output>('GetEntityNames', asked);
    return new Map(names.map(({ id, type, name }) => [id, { id, type, name }]));
  };
