import { type AnyRoute, examplePage, listRoute, one, page, route } from '@qsc/service-kit';
import { SupplierId } from '../supplier/supplier.schemas.ts';
import {
  newQualificationExample,
  Qualification,
  QualificationListQuery,
  QualifiedSupplier,
  QualifySupplier,
  qualificationExample,
  qualifiedSupplierExample,
} from './qualification.schemas.ts';
import type { QualificationService } from './qualification.service.ts';

/** The qualification endpoints (specification, "Suppliers"). */
export const qualificationRoutes = (qualifications: QualificationService): AnyRoute[] => [
  route({
    id: 'qualifySupplier',
    tag: 'Suppliers',
    method: 'post',
    path: '/suppliers/:supplier_id/qualification',
    summary: 'Qualify a supplier',
    description:
      'Changes the qualification status of the supplier. With an `effective_date` after today (in the organisation’s time zone) it is checked now, scheduled, and checked again on its day; the response shows the current supplier, and a newer qualification replaces the scheduled one. A system administrator cannot qualify a supplier, and only a quality manager can reinstate a disqualified one. In the audit trail, the reason of `X-Change-Reason` replaces that of the body.',
    scope: 'suppliers:write',
    gxp: true,
    params: SupplierId,
    body: QualifySupplier,
    answer: one(QualifiedSupplier),
    throws: ['invalid_transition', 'missing_required_fields', 'precondition_failed'],
    example: { body: newQualificationExample, answer: qualifiedSupplierExample },
    handle: ({ params, body, call }) => qualifications.qualify(params.supplier_id, body, call),
  }),
  listRoute({
    id: 'listQualifications',
    tag: 'Suppliers',
    path: '/suppliers/:supplier_id/qualifications',
    summary: 'List the qualifications of a supplier',
    description:
      'Newest first: qualifications that took effect, also by a change of the entity, the scheduled one, and those that were replaced or refused.',
    scope: 'suppliers:read',
    params: SupplierId,
    query: QualificationListQuery,
    answer: page(Qualification),
    example: { answer: examplePage(qualificationExample) },
    handle: ({ params, query, orgId }) => qualifications.list(orgId, params.supplier_id, query),
  }),
];
