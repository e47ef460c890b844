import { type SuppliedItem, toSuppliedItem } from '../read-model/supplier-row.ts';

/** A component as the supplier's list shows it (specification, "Supplier"). */
export type ComponentItem = Pick<
  SuppliedItem,
  'id' | 'name' | 'component_code' | 'is_primary_supplier' | 'status' | 'last_delivery'
> & { active_certificates: number };

/** An item of the system of record, and the attributes of the relationship to the supplier. */
export type Supplied = {
  item: { id: string; type: string; name: string; attributes: Record<string, unknown> };
  relationship: Record<string, unknown>;
};

/** The component with the number of its valid certificates of this supplier. */
export const toComponentItem = ({ item, relationship }: Supplied, active_certificates: number): ComponentItem => {
  const { id: _id, ...rest } = item;
  const { id, name, component_code, is_primary_supplier, status, last_delivery } = toSuppliedItem(
    { _id, ...rest },
    relationship,
  );
  return { id, name, component_code, is_primary_supplier, status, active_certificates, last_delivery };
};

/** The fields that the list is sorted by. */
export const COMPONENT_ORDERS = ['name', 'component_code', 'status', 'last_delivery'] as const;

export type ComponentOrder = (typeof COMPONENT_ORDERS)[number];

const toOrder = (sort: string): { field: ComponentOrder; descending: boolean } => ({
  field: COMPONENT_ORDERS.find((field) => sort.endsWith(field)) ?? 'name',
  descending: sort.startsWith('-'),
});

/** The components in the requested order. Those without a value come last; equal ones are sorted by id. */
export const sortComponents = (components: readonly ComponentItem[], sort: string): ComponentItem[] => {
  const { field, descending } = toOrder(sort);
  const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
  return components.toSorted((one, other) => {
    const [first, second] = [one[field], other[field]];
    if (first === null || second === null) {
      return Number(first === null) - Number(second === null) || compare(one.id, other.id);
    }
    return (descending ? -1 : 1) * compare(first, second) || compare(one.id, other.id);
  });
};
