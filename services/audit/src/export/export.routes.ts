import { type AnyRoute, download, none, one, route } from '@qsc/service-kit';
import {
  AuditExport,
  ExportId,
  exportExample,
  exportFileExamples,
  NewExport,
  newExportExample,
  requestedExportExample,
  signatureExample,
} from './export.schemas.ts';
import type { ExportService } from './export.service.ts';
import { MEDIA_TYPES, SIGNATURE_TYPE } from './export-file.ts';

/** The endpoints of exports (specification, "Audit logs"). They come before the entry by its id. */
export const exportRoutes = (exports: ExportService): AnyRoute[] => [
  route({
    id: 'exportAuditLog',
    tag: 'Audit logs',
    method: 'post',
    path: '/audit-logs/export',
    summary: 'Export the audit log',
    description:
      'Starts to write the entries of a period to a signed file: those recorded until now, in the order of the chain. ' +
      'Look at the job for its progress; the file can be downloaded until `expires_at`. The request has one `export` entry in ' +
      "the log. In csv, text that a spreadsheet would take for a formula has a `'` before it.",
    scope: 'audit-logs:read',
    body: NewExport,
    answer: one(AuditExport, { status: 202, location: ({ job_id }) => `/v1/audit-logs/export/${job_id}` }),
    example: { body: newExportExample, answer: requestedExportExample },
    handle: ({ body, call }) => exports.request(body, call),
  }),
  route({
    id: 'getAuditExport',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/export/:job_id',
    summary: 'Read an export of the audit log',
    description: 'How far it is, and where the file and its signature are once it is complete.',
    scope: 'audit-logs:read',
    params: ExportId,
    answer: one(AuditExport),
    example: { answer: exportExample },
    handle: ({ params, call }) => exports.read(params.job_id, call),
  }),
  route({
    id: 'cancelAuditExport',
    tag: 'Audit logs',
    method: 'delete',
    path: '/audit-logs/export/:job_id',
    summary: 'Cancel an export of the audit log',
    description:
      'Ends an export that is `processing`; one that has ended does not change (409). The log has an entry of it.',
    scope: 'audit-logs:read',
    params: ExportId,
    answer: none(),
    throws: ['invalid_transition'],
    example: {},
    handle: ({ params, call }) => exports.cancel(params.job_id, call),
  }),
  route({
    id: 'downloadAuditExport',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/export/:job_id/download',
    summary: 'Download an export of the audit log',
    description:
      'The file, checked against its checksum while it is sent. 409 `export_not_ready` until it is complete, 410 `gone` once it has expired.',
    scope: 'audit-logs:read',
    params: ExportId,
    answer: download(Object.values(MEDIA_TYPES), exportFileExamples),
    throws: ['export_not_ready', 'gone'],
    example: {},
    handle: ({ params, call }) => exports.download(params.job_id, call),
  }),
  route({
    id: 'downloadAuditExportSignature',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/export/:job_id/download/signature',
    summary: 'Download the signature of an export',
    description:
      'A JWS (EdDSA) whose payload is the file and is left out (RFC 7515, appendix F). Its key is that of `GET /v1/audit-logs/checkpoint-key`.',
    scope: 'audit-logs:read',
    params: ExportId,
    answer: download([SIGNATURE_TYPE], { [SIGNATURE_TYPE]: signatureExample }),
    throws: ['export_not_ready', 'gone'],
    example: {},
    handle: ({ params, call }) => exports.signature(params.job_id, call),
  }),
];
