import { type EntityCollection, type StoredEntity, toEntity } from './entity.store.ts';
import type { Entity, EntityType } from './entity.ts';

type Requested = { orgId?: string | undefined; types: readonly string[]; afterId: string; limit: number };

/**
 * Entities of all organisations, or of one, by their ids, soft-deleted ones too; none at the end, and never more than a message
 * holds.
 */
export type ScanEntities = (requested: Requested) => Promise<Entity[]>;

const LIMIT = 500;
const BYTES = 2 * 1024 * 1024;

const countBytes = ({ attributes, relationships }: StoredEntity): number =>
  Buffer.byteLength(JSON.stringify([attributes, relationships]));

/** Reads entities in the order of their ids, for other services that rebuild their read models. */
export const makeScanEntities = ({ definition, model }: EntityCollection): ScanEntities => {
  const entities = model.db.getClient().db(model.db.name).collection<StoredEntity>(definition.name);
  const projection = Object.fromEntries((definition.filterOnly ?? []).map((field) => [field, 0]));
  return async ({ orgId, types, afterId, limit }) => {
    const filter = {
      ...(orgId === undefined ? {} : { org_id: orgId }),
      ...(types.length > 0 ? { type: { $in: types as EntityType[] } } : {}),
      _id: { $gt: afterId },
    };
    const page = { projection, sort: { _id: 1 }, limit: Math.min(limit || LIMIT, LIMIT) } as const;
    const found: Entity[] = [];
    let bytes = 0;
    for await (const stored of entities.find(filter, page)) {
      bytes += countBytes(stored);
      if (found.length > 0 && bytes > BYTES) break;
      found.push(toEntity(stored));
    }
    return found;
  };
};
