import type { ListSuppliedItemsRequest } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsRequest';
import type { ListSuppliedItemsResponse__Output } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsResponse';
import type { SuppliedItem__Output } from '@qsc/contracts/grpc/entity/v1/SuppliedItem';
import { AppError, type GrpcClient, notFound } from '@qsc/service-kit';
import type { Supplied } from './supplied-item.ts';

/** What a supplier supplies, by the system of record. Throws `not_found` where the organisation has no such supplier. */
export type ListSupplied = (orgId: string, supplierId: string) => Promise<Supplied[]>;

const jsonOf = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

const suppliedOf = ({ item, relationship_attributes_json }: SuppliedItem__Output): Supplied => {
  if (!item) throw new Error('The entity service told of an item without the item.');
  const { id, type, name, attributes_json } = item;
  return {
    item: { id, type, name, attributes: jsonOf(attributes_json) },
    relationship: jsonOf(relationship_attributes_json),
  };
};

/** Asks the entity service. */
export const makeListSupplied =
  (entities: Pick<GrpcClient, 'call'>): ListSupplied =>
  async (org_id, supplier_id) => {
    const asked = { org_id, supplier_id };
    const { items } = await entities
      .call<ListSuppliedItemsRequest, ListSuppliedItemsResponse__Output>('ListSuppliedItems', asked)
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'not_found' ? notFound('supplier', supplier_id) : error;
      });
    return items.map(suppliedOf);
  };
