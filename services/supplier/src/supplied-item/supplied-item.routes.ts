import { type AnyRoute, examplePage, listRoute, page } from '@qsc/service-kit';
import { SupplierId } from '../supplier/supplier.schemas.ts';
import { ComponentListQuery, SupplierComponent, supplierComponentExample } from './supplied-item.schemas.ts';
import type { SuppliedItemService } from './supplied-item.service.ts';

/** What a supplier supplies (specification, "Suppliers"). */
export const suppliedItemRoutes = (suppliedItems: SuppliedItemService): AnyRoute[] => [
  listRoute({
    id: 'listSupplierComponents',
    tag: 'Suppliers',
    path: '/suppliers/:supplier_id/components',
    summary: 'List what a supplier supplies',
    description:
      'Components and products to which the supplier has the relationship `supplies`, or which have `supplied_by` to it. Where ' +
      'both have attributes, those of `supplies` count.',
    scope: 'suppliers:read',
    params: SupplierId,
    query: ComponentListQuery,
    answer: page(SupplierComponent),
    throws: ['service_unavailable'],
    example: { answer: examplePage(supplierComponentExample) },
    handle: ({ params, query, orgId }) => suppliedItems.page(orgId, params.supplier_id, query),
  }),
];
