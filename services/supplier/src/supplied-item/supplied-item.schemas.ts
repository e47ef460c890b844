import { exampleId } from '@qsc/contracts';
import { Paging } from '@qsc/service-kit';
import { z } from 'zod';
import { COMPONENT_ORDERS } from './supplied-item.ts';

export const SupplierComponent = z
  .object({
    id: z.string(),
    name: z.string(),
    component_code: z.string().nullable(),
    is_primary_supplier: z.boolean(),
    status: z.string().nullable().meta({ description: 'The status of the component; null where it has none.' }),
    active_certificates: z
      .number()
      .int()
      .meta({ description: 'The number of certificates of this supplier for it that are valid today.' }),
    last_delivery: z.iso.date().nullable().meta({ description: 'From the relationship; null where it is unknown.' }),
  })
  .meta({ id: 'SupplierComponent', description: 'A component or product that a supplier supplies.' });

const ORDERS = COMPONENT_ORDERS.flatMap((field) => [field, `-${field}` as const]);

export const ComponentListQuery = z.strictObject({
  ...Paging,
  sort: z
    .enum(ORDERS)
    .default('name')
    .meta({ description: 'The order, with `-` before the field for descending. Items without a value come last.' }),
});

export const supplierComponentExample = {
  id: exampleId('entity', 2),
  name: 'Paracetamol API',
  component_code: 'API-PAR-01',
  is_primary_supplier: true,
  status: 'active',
  active_certificates: 2,
  last_delivery: '2026-03-02',
};
