import { AuditAction, exampleId, RecordedType } from '@qsc/contracts';
import { AuditFacts } from '@qsc/contracts/events';
import {
  ChangedValues,
  countSkipped,
  Flag,
  LastMoment,
  listParameter,
  Moment,
  PageMeta,
  type PageOf,
  page,
  timeline,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { AuditEntry } from './entry.ts';
import { DEPTH } from './entry-count.ts';

/** An entry in responses. Its hash is the SHA-256 of all its other members in canonical JSON. */
export const Entry = AuditFacts.extend({
  id: z.string(),
  org_id: z.string(),
  event_id: z.string(),
  sequence: z
    .number()
    .int()
    .meta({ description: 'The number in the chain of the organisation, from 1 without a gap.' }),
  timestamp: z.iso.datetime().meta({ description: 'When it was done.' }),
  recorded_at: z.iso.datetime().meta({ description: 'When it was entered in the log.' }),
  action: z.string(),
  changes: ChangedValues,
  previous_hash: z.string(),
  hash: z.string().meta({ description: 'SHA-256 of all other members in canonical JSON.' }),
}).meta({
  id: 'AuditEntry',
  description: 'Who did what to which record, when and why.',
}) satisfies z.ZodType<AuditEntry>;

/** The meta of a list of entries. */
export const EntryPageMeta = PageMeta.extend({
  total: PageMeta.shape.total.meta({ description: `How many entries match; no more than ${DEPTH} are counted.` }),
  total_is_minimum: z.boolean().optional().meta({ description: '`true` where more match than are counted.' }),
}).meta({ id: 'AuditEntryPageMeta', description: 'The position of a page.' });

/** A page of entries. */
export const entryPage = page(Entry, EntryPageMeta);

export type EntryPage = PageOf<AuditEntry, z.infer<typeof EntryPageMeta>>;

/** Ids out of the path; any text is one, and most of them are unknown. */
export const EntryId = z.object({
  entry_id: z.string().meta({ description: 'The id of the entry.', examples: [exampleId('auditEntry')] }),
});
export const UserId = z.object({
  user_id: z.string().meta({ description: 'The id of the user or application.', examples: [exampleId('user')] }),
});

const text = z.string().min(1).max(256);

const period = {
  from: Moment.optional().meta({ description: 'From this instant or day on.' }),
  to: LastMoment.optional().meta({ description: 'Until this instant, or the end of this day (UTC); included.' }),
};

/** Whether a period begins before it ends. */
export const isInOrder = ({ from, to }: { from?: Date | undefined; to?: Date | undefined }): boolean =>
  !from || !to || from <= to;

export const notInOrder = { path: ['to'], message: 'The end of the period is before its beginning' };

/** Whether a page begins no deeper than pages go. */
export const isReached = (query: { page: number; per_page: number }): boolean => countSkipped(query) < DEPTH;

export const tooDeep = {
  path: ['page'],
  message: `Pages go ${DEPTH} entries deep. Narrow the search by from and to`,
};

const filters = {
  ...period,
  action: listParameter(AuditAction).optional().meta({ description: 'One or several actions by comma.' }),
  ...timeline('timestamp'),
};

/** The query of the list of entries. */
export const EntryQuery = z
  .strictObject({
    ...filters,
    entity_type: listParameter(RecordedType)
      .optional()
      .meta({ description: 'One or several kinds of record by comma.' }),
    entity_id: listParameter(text).optional().meta({ description: 'One or several records by comma.' }),
    user_id: listParameter(text).optional().meta({ description: 'One or several users or applications by comma.' }),
    has_signature: Flag.optional().meta({ description: 'Only entries with, or without, an electronic signature.' }),
  })
  .refine(isInOrder, notInOrder)
  .refine(isReached, tooDeep);

/** The query of a user's log. */
export const UserLogQuery = z.strictObject(filters).refine(isInOrder, notInOrder).refine(isReached, tooDeep);

const Checkpoint = z.string().max(4_096).meta({
  description:
    'A checkpoint of an earlier verification that was stored outside: the chain must still contain its entry.',
});

/** The query of a verification: a period, and a checkpoint that was stored outside. */
export const VerifyQuery = z
  .strictObject({ ...period, checkpoint: Checkpoint.optional() })
  .refine(isInOrder, notInOrder);

export type EntryQuery = z.output<typeof EntryQuery>;

export const entryExample = {
  id: exampleId('auditEntry'),
  org_id: exampleId('organization'),
  event_id: exampleId('event'),
  sequence: 2,
  timestamp: '2026-03-09T14:05:00.000Z',
  recorded_at: '2026-03-09T14:05:00.038Z',
  action: 'update',
  entity_type: 'supplier',
  entity_id: exampleId('entity'),
  entity_name: 'Acme Pharma',
  entity_version: 2,
  user: { id: exampleId('user'), email: 'm.rossi@example.com', name: 'Marta Rossi', role: 'quality_manager' },
  client: { ip_address: '203.0.113.7', user_agent: 'erp-sync/2.4', api_key_id: exampleId('apiKey') },
  changes: { 'attributes.risk_level': { from: 'low', to: 'medium' } },
  metadata: { reason: 'Annual review', workflow_state: null, request_id: exampleId('request') },
  signature: { required: false, signed: false, signature_id: null, meaning: null },
  previous_hash: '6b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e9284',
  hash: 'c41e8d07f2a96b35c41e8d07f2a96b35c41e8d07f2a96b35c41e8d07f2a96b35',
};
