import { type AnyRoute, created, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { SupplierReadQuery, SupplierWithInclusions } from '../inclusion/inclusion.schemas.ts';
import {
  CreateSupplier,
  newSupplierExample,
  PatchSupplier,
  patchedSupplierExample,
  Supplier,
  SupplierId,
  SupplierListQuery,
  supplierExample,
  supplierPatchExample,
} from './supplier.schemas.ts';
import type { SupplierService } from './supplier.service.ts';

/** The endpoints of the supplier itself (specification, "Suppliers"). */
export const supplierRoutes = (suppliers: SupplierService): AnyRoute[] => [
  listRoute({
    id: 'listSuppliers',
    tag: 'Suppliers',
    path: '/suppliers',
    summary: 'List suppliers',
    description:
      'Newest first. Several values of a filter by comma match any of them; several filters must all match. Which certificates expire soon depends on today.',
    scope: 'suppliers:read',
    query: SupplierListQuery,
    answer: page(Supplier),
    example: { answer: examplePage(supplierExample) },
    handle: ({ query, orgId }) => suppliers.list(orgId, query),
  }),
  route({
    id: 'createSupplier',
    tag: 'Suppliers',
    method: 'post',
    path: '/suppliers',
    summary: 'Create a supplier',
    description:
      'Its qualification status is `new`. It is also an entity of type supplier: both paths show the same record. `conflict` names the supplier that already has the code.',
    scope: 'suppliers:write',
    gxp: true,
    body: CreateSupplier,
    answer: created(Supplier, ({ id }) => `/v1/suppliers/${id}`),
    throws: ['conflict'],
    example: { body: newSupplierExample, answer: supplierExample },
    handle: ({ body, call }) => suppliers.create(body, call),
  }),
  route({
    id: 'getSupplier',
    tag: 'Suppliers',
    method: 'get',
    path: '/suppliers/:supplier_id',
    summary: 'Read a supplier',
    description:
      'The supplier at its current version, with the names of its relationships’ targets. Where the service of an inclusion is not reachable, the response is `service_unavailable` with `details.include`, and never partial. `include=quality_events` needs the scope `quality-events:read` too.',
    scope: 'suppliers:read',
    params: SupplierId,
    query: SupplierReadQuery,
    answer: one(SupplierWithInclusions),
    throws: ['service_unavailable'],
    example: { answer: supplierExample },
    handle: ({ params, query, call }) => suppliers.read(params.supplier_id, query.include ?? [], call),
  }),
  route({
    id: 'updateSupplier',
    tag: 'Suppliers',
    method: 'patch',
    path: '/suppliers/:supplier_id',
    summary: 'Update a supplier',
    description:
      'Merges the attributes (RFC 7396): what is left out stays, objects merge at every depth, lists are replaced, null removes. What changes nothing raises no version. The risk comes from the risk assessments and cannot be set.',
    scope: 'suppliers:write',
    gxp: true,
    params: SupplierId,
    body: PatchSupplier,
    answer: one(Supplier),
    throws: ['conflict', 'invalid_transition', 'missing_required_fields'],
    example: { body: supplierPatchExample, answer: patchedSupplierExample },
    handle: ({ params, body, call }) => suppliers.patch(params.supplier_id, body, call),
  }),
];
