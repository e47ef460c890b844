import { Paging } from '@qsc/service-kit';
import { z } from 'zod';
import { COMPONENT_ORDERS } from './supplied-item.ts';

export const SupplierComponent = z
  .object({
    id: z.string(),
    name: z.string(),
    component_code: z.string().nullable(),
    is_primary_supplier: z.boolean(),
    status: z.string().nullable().meta({ description: 'As the component says; null where it says nothing.' }),
    active_certificates: z
      .number()
      .int()
      .meta({ description: 'How many certificates of this supplier for it are valid today.' }),
    last_delivery: z.iso
      .date()
      .nullable()
      .meta({ description: 'As the relationship says; null where nothing is known.' }),
  })
  .meta({ id: 'SupplierComponent', description: 'A component or product that a supplier supplies.' });

const ORDERS = COMPONENT_ORDERS.flatMap((field) => [field, `-${field}` as const]);

export const ComponentListQuery = z.strictObject({
  ...Paging,
  sort: z
    .enum(ORDERS)
    .default('name')
    .meta({ description: 'The order, with `-` before the field for descending. What has no value comes last.' }),
});
