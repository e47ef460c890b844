import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { defineTask } from './task.ts';

const Period = { from: z.iso.datetime(), to: z.iso.datetime() };

const ExportJob = z.object({ id: z.string(), format: z.enum(['csv', 'json', 'pdf']), ...Period });

const Report = z.object({ id: z.string(), report_type: z.string(), ...Period });

const Review = z.object({ id: z.string(), conclusion: z.enum(['no_findings', 'findings']), ...Period });

const RetentionPolicy = z.object({ id: z.string(), version: z.number().int() });

const LegalHold = z.object({ id: z.string(), reason: z.string() });

const RestoreDrill = z.object({ id: z.string(), passed: z.boolean(), backup_moment: z.iso.datetime().nullable() });

const SystemQualification = z.object({
  id: z.string(),
  result: z.enum(['passed', 'passed_with_open_steps', 'failed']),
});

const RecordCopy = z.object({ id: z.string(), type: z.string(), format: z.enum(['pdf', 'json']) });

const Segment = z.object({
  id: z.string(),
  first_sequence: z.number().int(),
  last_sequence: z.number().int(),
  entries: z.number().int(),
});

/** What is done with the audit log itself; its entries come by the same way as those of all others. */
export const auditEvents = {
  exportRequested: defineEvent('audit.export.requested.v1', 'An export of the audit log was asked for', ExportJob),
  exportCancelled: defineEvent('audit.export.cancelled.v1', 'An export of the audit log was cancelled', ExportJob),
  reportCreated: defineEvent('audit.report.created.v1', 'A compliance report was made', Report),
  recordCopied: defineEvent('audit.record.copied.v1', 'A record was copied for an inspector', RecordCopy),
  reviewCreated: defineEvent('audit.review.created.v1', 'The audit log of a period was reviewed', Review),
  retentionUpdated: defineEvent('audit.retention.updated.v1', 'The retention policy changed', RetentionPolicy),
  holdPlaced: defineEvent('audit.hold.placed.v1', 'Entries were put under a legal hold', LegalHold),
  holdLifted: defineEvent('audit.hold.lifted.v1', 'A legal hold was lifted', LegalHold),
  restoreDrillRecorded: defineEvent(
    'audit.restore_drill.recorded.v1',
    'A backup was restored beside the running system, to see whether it can be',
    RestoreDrill,
  ),
  systemQualified: defineEvent(
    'audit.system_qualification.recorded.v1',
    'A run that qualified the installed system was recorded',
    SystemQualification,
  ),
  segmentArchived: defineEvent(
    'audit.segment.archived.v1',
    'Entries past the archive age were written to a signed file',
    Segment,
  ),
  segmentRemoved: defineEvent(
    'audit.segment.removed.v1',
    'Entries past their retention were removed from the database; their signed segment stands in their place',
    Segment,
  ),
} as const;

export const auditTasks = {
  export: defineTask({
    type: 'audit.export.v1',
    queue: 'audit-worker.exports',
    summary: 'Write the file of an export of the audit log',
    payload: z.object({ job_id: z.string() }),
  }),
} as const;
