import type { AuditAction } from '@qsc/contracts';
import { newId } from '@qsc/contracts';
import { auditEvents, type Envelope } from '@qsc/contracts/events';
import { AppError, type Call, invalidTransition, makeEvent } from '@qsc/service-kit/pure';

export const EXPORT_FORMATS = ['csv', 'json', 'pdf'] as const;

export const EXPORT_STATUSES = ['processing', 'completed', 'failed', 'cancelled', 'expired'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** The request of an export. `from` and `to` are both included; an empty list restricts nothing. */
export type ExportRequest = {
  format: ExportFormat;
  from: Date;
  to: Date;
  entity_types: string[];
  actions: AuditAction[];
  include_signatures: boolean;
  include_raw_data: boolean;
};

/** The file of a job, with the detached JWS over it. */
export type ExportFile = { file_id: string; size_bytes: number; checksum: string; signature: string };

/** An export of the log, from the request to the removal of its file (decisions §4, "Audit log"). */
export type ExportJob = ExportRequest & {
  id: string;
  org_id: string;
  status: ExportStatus;
  /** The end of the chain at the request: later entries are not included. */
  last_sequence: number;
  estimated_records: number;
  records_exported: number;
  file: ExportFile | null;
  error: { code: string; message: string } | null;
  requested_by: { id: string; name: string; email: string | null };
  created_at: Date;
  completed_at: Date | null;
  expires_at: Date | null;
  version: number;
};

const TITLE = 'Audit log export';

/** Entity type of exports in the log. */
export const EXPORT_TYPE = 'audit_export';

const toRecord = ({ id, format, from, to }: ExportJob) => ({
  id,
  format,
  from: from.toISOString(),
  to: to.toISOString(),
});

const toAuditFacts = ({ id }: ExportJob) => ({
  entity_type: EXPORT_TYPE,
  entity_id: id,
  entity_name: TITLE,
  entity_version: null,
});

/** The job of a request, and the event of its one `export` entry. */
export const requestExport = (
  request: ExportRequest,
  log: { lastSequence: number; estimate: number },
  call: Call,
): { job: ExportJob; event: Envelope } => {
  const { id, name, email } = call.actor;
  const job: ExportJob = {
    ...request,
    id: newId('exportJob'),
    org_id: call.actor.org_id,
    status: 'processing',
    last_sequence: log.lastSequence,
    estimated_records: log.estimate,
    records_exported: 0,
    file: null,
    error: null,
    requested_by: { id, name, email },
    created_at: call.now,
    completed_at: null,
    expires_at: null,
    version: 1,
  };
  const { entity_types, actions, include_signatures, include_raw_data } = request;
  const details = { ...toRecord(job), entity_types, actions, include_signatures, include_raw_data };
  const audit = { ...toAuditFacts(job), action: 'export', changes: {}, details } as const;
  return { job, event: makeEvent(auditEvents.exportRequested, call, { audit, record: toRecord(job) }) };
};

const nextVersion = (job: ExportJob, change: Partial<ExportJob>): ExportJob => ({
  ...job,
  ...change,
  version: job.version + 1,
});

/** The job as it is cancelled, and the event of it. Throws `invalid_transition` for one that has ended. */
export const cancelExport = (job: ExportJob, call: Call): { job: ExportJob; event: Envelope } => {
  const status = statusAt(job, call.now);
  if (status !== 'processing') throw invalidTransition(status, 'cancelled', []);
  const cancelled = nextVersion(job, { status: 'cancelled', completed_at: call.now });
  const changes = { status: { from: 'processing', to: 'cancelled' } };
  const audit = { ...toAuditFacts(job), action: 'update', changes } as const;
  return {
    job: cancelled,
    event: makeEvent(auditEvents.exportCancelled, call, { audit, record: toRecord(cancelled) }),
  };
};

/** The job with as many records written. */
export const progressed = (job: ExportJob, records: number): ExportJob =>
  nextVersion(job, { records_exported: records });

/** The job whose file is whole; it can be downloaded until it expires. */
export const completed = (job: ExportJob, file: ExportFile, end: { records: number; now: Date; ttlMs: number }) =>
  nextVersion(job, {
    status: 'completed',
    file,
    records_exported: end.records,
    completed_at: end.now,
    expires_at: new Date(end.now.getTime() + end.ttlMs),
  });

const TRIED = 'The file could not be written after several attempts.';

/** The job that cannot be done. */
export const failed = (job: ExportJob, now: Date, message: string = TRIED): ExportJob =>
  nextVersion(job, { status: 'failed', completed_at: now, error: { code: 'internal_error', message } });

/** The job whose file is removed. */
export const expired = (job: ExportJob): ExportJob => nextVersion(job, { status: 'expired' });

/** The state at a moment: a file expires by its date, whether or not it is removed yet. */
export const statusAt = (job: Pick<ExportJob, 'status' | 'expires_at'>, now: Date): ExportStatus =>
  job.status === 'completed' && job.expires_at !== null && job.expires_at <= now ? 'expired' : job.status;

/** The file of a job. Throws `gone` for one that has expired, `export_not_ready` while there is none. */
export const requireFile = (job: ExportJob, now: Date): ExportFile => {
  const status = statusAt(job, now);
  if (status === 'expired') throw new AppError('gone', 'The file of this export has expired. Request another export.');
  if (status === 'completed' && job.file) return job.file;
  const message = status === 'processing' ? 'The export is not ready yet.' : `The export is ${status}; it has no file.`;
  throw new AppError('export_not_ready', message, { details: { status } });
};

/** The job as callers see it (specification, "Export job"). */
export const shownExport = (job: ExportJob, now: Date) => {
  const status = statusAt(job, now);
  const path = status === 'completed' ? `/v1/audit-logs/export/${job.id}/download` : null;
  const { from, to, entity_types, actions, include_signatures, include_raw_data } = job;
  return {
    job_id: job.id,
    status,
    format: job.format,
    parameters: { from, to, entity_types, actions, include_signatures, include_raw_data },
    estimated_records: job.estimated_records,
    records_exported: job.records_exported,
    file_size_bytes: job.file?.size_bytes ?? null,
    checksum: job.file?.checksum ?? null,
    created_at: job.created_at,
    completed_at: job.completed_at,
    download_url: path,
    signature_url: path && `${path}/signature`,
    expires_at: job.expires_at,
    error: job.error,
  };
};

export type ShownExport = ReturnType<typeof shownExport>;
