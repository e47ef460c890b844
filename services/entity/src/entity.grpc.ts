import type { Entity__Output } from '@qsc/contracts/grpc/entity/v1/Entity';
import type { GetEntityNamesRequest__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesRequest';
import type { GetEntityRequest__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityRequest';
import { type GrpcService, type Log, loadService, notFound, unary } from '@qsc/service-kit';
import type { EntityStore } from './entity/entity.store.ts';
import type { Entity } from './entity/entity.ts';

const toMessage = (entity: Entity): Entity__Output => ({
  id: entity.id,
  type: entity.type,
  name: entity.name,
  attributes_json: JSON.stringify(entity.attributes),
  relationships: entity.relationships.map(({ id, type, target_id, attributes }) => ({
    id,
    type,
    target_id,
    attributes_json: JSON.stringify(attributes),
  })),
  version: entity.version,
  created_at: entity.created_at.toISOString(),
  updated_at: entity.updated_at.toISOString(),
  created_by: entity.created_by,
  org_id: entity.org_id,
  deleted: entity.deleted,
});

/** What other services ask of the system of record (proto/entity/v1). */
export const entityGrpc = (store: EntityStore, log: Log): GrpcService => ({
  definition: loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService'),
  implementation: {
    GetEntity: unary(log, async ({ org_id, id }: GetEntityRequest__Output) => {
      const entity = await store.find(org_id, id);
      if (!entity || entity.deleted) throw notFound('entity', id);
      return toMessage(entity);
    }),
    GetEntityNames: unary(log, async ({ org_id, ids }: GetEntityNamesRequest__Output) => {
      const found = await store.findMany(org_id, ids);
      return { names: found.filter(({ deleted }) => !deleted).map(({ id, type, name }) => ({ id, type, name })) };
    }),
  },
});
