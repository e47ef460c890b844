import { notFound } from '@qsc/service-kit';
import { type EntityCollection, type EntityStore, toEntity } from '../entity/entity.store.ts';
import type { Entity } from '../entity/entity.ts';

/** An item that a supplier supplies, with what the relationship says. */
export type SuppliedItem = { item: Entity; attributes: Record<string, unknown> };

/** What a supplier supplies, by name. Throws `not_found` when there is no such supplier. */
export type ListSuppliedItems = (orgId: string, supplierId: string) => Promise<SuppliedItem[]>;

const SUPPLIED: ReadonlySet<string> = new Set(['component', 'product']);

/**
 * The items that `supplies` leads to from the supplier and `supplied_by` leads from to it (decisions §4, "Suppliers"), each
 * once; where both say something, `supplies` counts.
 */
export const makeListSuppliedItems =
  ({ entities, store }: { entities: EntityCollection; store: EntityStore }): ListSuppliedItems =>
  async (org_id, supplierId) => {
    const supplier = await store.find(org_id, supplierId);
    if (!supplier || supplier.deleted || supplier.type !== 'supplier') throw notFound('supplier', supplierId);
    const outbound = supplier.relationships.filter(({ type }) => type === 'supplies');
    const [targets, sources] = await Promise.all([
      store.findMany(
        org_id,
        outbound.map(({ target_id }) => target_id),
      ),
      entities.find({ org_id, 'relationships.target_id': supplierId, 'relationships.type': 'supplied_by' }),
    ]);
    const found = new Map<string, SuppliedItem>();
    for (const item of sources.map(toEntity))
      for (const { type, target_id, attributes } of item.relationships)
        if (type === 'supplied_by' && target_id === supplierId) found.set(item.id, { item, attributes });
    for (const item of targets) {
      const attributes = outbound.find(({ target_id }) => target_id === item.id)?.attributes ?? {};
      found.set(item.id, { item, attributes: { ...found.get(item.id)?.attributes, ...attributes } });
    }
    return [...found.values()]
      .filter(({ item }) => !item.deleted && SUPPLIED.has(item.type))
      .toSorted((a, b) => (a.item.name < b.item.name ? -1 : 1));
  };
