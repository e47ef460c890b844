import { notFound, type ReadCopy } from '@qsc/service-kit';
import type { Inbound, ListInbound } from '../relationship/inbound.query.ts';
import { Entity } from './entity.schemas.ts';
import type { EntityStore } from './entity.store.ts';

type Parts = { store: Pick<EntityStore, 'find' | 'names'>; listInbound: ListInbound };

const PER_PAGE = 1_000;

/** Reads an entity for a copy: with the names of what it points to, and the relationships of others that point to it. */
export const makeReadCopy =
  ({ store, listInbound }: Parts): ReadCopy =>
  async (orgId, id) => {
    const listAllInbound = async (): Promise<Inbound[]> => {
      const rows: Inbound[] = [];
      for (let page = 1; ; page += 1) {
        const { data, meta } = await listInbound(orgId, id, { page, per_page: PER_PAGE, sort: 'id' });
        rows.push(...data);
        if (page >= meta.total_pages) return rows;
      }
    };
    const entity = await store.find(orgId, id);
    if (!entity || entity.deleted) throw notFound('entity', id);
    const [names, inbound] = await Promise.all([
      store.names(
        orgId,
        entity.relationships.map(({ target_id }) => target_id),
      ),
      listAllInbound(),
    ]);
    const relationships = entity.relationships.map((known) => ({
      ...known,
      target_name: names.get(known.target_id)?.name ?? null,
    }));
    return { record: Entity.parse({ ...entity, relationships }), parts: { inbound_relationships: inbound } };
  };
