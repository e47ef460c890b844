import { type AnyRoute, created, download, one, route } from '@qsc/service-kit';
import { reportExample } from './report.examples.ts';
import { ComplianceReport, CreateReport, ReportId } from './report.schemas.ts';
import type { ReportService } from './report.service.ts';

/** Compliance reports (specification, "Audit logs"). */
export const reportRoutes = (reports: ReportService): AnyRoute[] => [
  route({
    id: 'createComplianceReport',
    tag: 'Audit logs',
    method: 'post',
    path: '/audit-logs/reports/21cfr11',
    summary: 'Make a compliance report',
    description:
      'A report of a period by 21 CFR Part 11. Every number is computed from what is stored: signatures are verified, the chain ' +
      'is recomputed, and the log is compared with the changes that the owners of records know. While a service ' +
      'is not reachable there is no report: 503, `details.service` names it. A report never changes; making it has an ' +
      'entry in the audit log. A long period takes up to ten minutes: send an `Idempotency-Key`, and repeat the request with it if the connection is lost. ' +
      'Without one, a report whose caller disconnects before it is made is not stored.',
    scope: 'audit-logs:read',
    body: CreateReport,
    answer: created(ComplianceReport, ({ report_id }) => `/v1/audit-logs/reports/${report_id}`),
    throws: ['service_unavailable'],
    example: {
      body: { from: '2026-01-01T00:00:00Z', to: '2026-03-31T23:59:59.999Z', include_sections: ['access_controls'] },
      answer: reportExample,
    },
    handle: ({ body, call }) => reports.create(body, call),
  }),
  route({
    id: 'getComplianceReport',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/reports/:report_id',
    summary: 'Read a compliance report',
    description: 'A report as it was made.',
    scope: 'audit-logs:read',
    params: ReportId,
    answer: one(ComplianceReport),
    example: { answer: reportExample },
    handle: ({ params, call }) => reports.get(call.actor.org_id, params.report_id),
  }),
  route({
    id: 'downloadComplianceReport',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/reports/:report_id/download',
    summary: 'Download a compliance report',
    description:
      'The report as a PDF to be read and filed: title, scope, method, each section, the signatures, page x of y.',
    scope: 'audit-logs:read',
    params: ReportId,
    answer: download(['application/pdf']),
    example: {},
    handle: ({ params, call }) => reports.download(call.actor.org_id, params.report_id),
  }),
];
