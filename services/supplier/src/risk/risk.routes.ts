import { type AnyRoute, created, one, route } from '@qsc/service-kit';
import { SupplierId } from '../supplier/supplier.schemas.ts';
import { AssessRisk, assessmentExample, newAssessmentExample, Risk } from './risk.schemas.ts';
import type { RiskService } from './risk.service.ts';

/** The risk endpoints (specification, "Suppliers"). */
export const riskRoutes = (risks: RiskService): AnyRoute[] => [
  route({
    id: 'getSupplierRisk',
    tag: 'Suppliers',
    method: 'get',
    path: '/suppliers/:supplier_id/risk',
    summary: 'Read the risk of a supplier',
    description:
      'The latest assessment. Without one, a baseline from what is known of the supplier (open deviations, deliveries, relationships, certificates); `details` says so, and `id` is null.',
    scope: 'suppliers:read',
    params: SupplierId,
    answer: one(Risk),
    example: { answer: assessmentExample },
    handle: ({ params, call }) => risks.read(params.supplier_id, call),
  }),
  route({
    id: 'assessSupplierRisk',
    tag: 'Suppliers',
    method: 'post',
    path: '/suppliers/:supplier_id/risk',
    summary: 'Assess the risk of a supplier',
    description:
      'Scores from 0 to 100 by category give a score, a level, recommendations and the date of the next assessment. The score and the level become attributes of the supplier.',
    scope: 'suppliers:write',
    gxp: true,
    params: SupplierId,
    body: AssessRisk,
    answer: created(Risk, ({ supplier_id }) => `/v1/suppliers/${supplier_id}/risk`),
    throws: ['precondition_failed'],
    example: { body: newAssessmentExample, answer: assessmentExample },
    handle: ({ params, body, call }) => risks.assess(params.supplier_id, body, call),
  }),
];
