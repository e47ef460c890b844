import { countSkipped, type PageOf, pageMeta } from '@qsc/service-kit';
import type { ListSupplied } from './supplied-item.client.ts';
import { type ComponentItem, sortComponents, toComponentItem } from './supplied-item.ts';

export type SuppliedItemService = {
  /** All components and products of a supplier, by name. Throws `not_found` where there is no such supplier. */
  all(orgId: string, supplierId: string): Promise<ComponentItem[]>;
  /** A page of them. */
  page(
    orgId: string,
    supplierId: string,
    query: { page: number; per_page: number; sort: string },
  ): Promise<PageOf<ComponentItem>>;
};

type Parts = {
  listSupplied: ListSupplied;
  /** How many certificates of the supplier are valid today, by component. */
  activeByComponent: (orgId: string, supplierId: string) => Promise<Map<string, number>>;
};

/** What a supplier supplies: the items from the system of record, their certificates from the read model. */
export const makeSuppliedItemService = ({ listSupplied, activeByComponent }: Parts): SuppliedItemService => {
  const read = async (orgId: string, supplierId: string): Promise<ComponentItem[]> => {
    const [supplied, active] = await Promise.all([
      listSupplied(orgId, supplierId),
      activeByComponent(orgId, supplierId),
    ]);
    return supplied.map((one) => toComponentItem(one, active.get(one.item.id) ?? 0));
  };
  return {
    all: async (orgId, supplierId) => sortComponents(await read(orgId, supplierId), 'name'),
    async page(orgId, supplierId, query) {
      const sorted = sortComponents(await read(orgId, supplierId), query.sort);
      const data = sorted.slice(countSkipped(query), countSkipped(query) + query.per_page);
      return { data, meta: pageMeta(sorted.length, query) };
    },
  };
};
