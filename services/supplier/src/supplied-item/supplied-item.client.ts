import type { ListSuppliedItemsRequest } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsRequest';
import type { ListSuppliedItemsResponse__Output } from '@qsc/contracts/grpc/entity/v1/ListSuppliedItemsResponse';
import type { SuppliedItem__Output } from '@qsc/contracts/grpc/entity/v1/SuppliedItem';
import { AppError, type GrpcClient, notFound } from '@qsc/service-kit';
import type { Supplied } from './supplied-item.ts';

/** The items of a supplier, from the system of record. Throws `not_found` where the organisation has no such supplier. */
export type ListSupplied = (orgId: string, supplierId: string) => Promise<Supplied[]>;

const parseJson = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

const toSupplied = ({ item, relationship_attributes_json }: SuppliedItem__Output): Supplied => {
  if (!item) throw new Error('The entity service returned a supplied item without the item.');
  const { id, type, name, attributes_json } = item;
  return {
    item: { id, type, name, attributes: parseJson(attributes_json) },
    relationship: parseJson(relationship_attributes_json),
  };
};

/** Reads from the entity service. */
export const makeListSupplied =
  (entities: Pick<GrpcClient, 'call'>): ListSupplied =>
  async (org_id, supplier_id) => {
    const request = { org_id, supplier_id };
    const { items } = await entities
      .call<ListSuppliedItemsRequest, ListSuppliedItemsResponse__Output>('ListSuppliedItems', request)
      .catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'not_found' ? notFound('supplier', supplier_id) : error;
      });
    return items.map(toSupplied);
  };
