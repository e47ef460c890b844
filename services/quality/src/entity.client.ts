import type { GetEntityNamesResponse__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesResponse';
import type { GrpcClient } from '@qsc/service-kit';
import type { ReadNames } from './quality-event/related-entity.ts';

/** Names of entities, from the system of record. */
export const makeEntityNames =
  (client: Pick<GrpcClient, 'call'>): ReadNames =>
  async (org_id, ids) => {
    if (ids.length === 0) return new Map();
    const request = { org_id, ids: [...ids] };
    const { names } = await client.call<object, GetEntityNamesResponse__Output>('GetEntityNames', request);
    return new Map(names.map(({ id, type, name }) => [id, { id, type, name }]));
  };
