import { AUDIT_ACTIONS } from '@qsc/contracts';
import { AuditFacts } from '@qsc/contracts/events';
import { Paging } from '@qsc/service-kit';
import { z } from 'zod';
import type { AuditEntry } from './entry.ts';

const LISTED_VALUES = 50;

/** The entry of the answers. Its hash is the SHA-256 of all its other members in canonical JSON. */
export const Entry = AuditFacts.extend({
  id: z.string(),
  org_id: z.string(),
  event_id: z.string(),
  sequence: z.number().int(),
  timestamp: z.iso.datetime(),
  recorded_at: z.iso.datetime(),
  action: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
}) satisfies z.ZodType<AuditEntry>;

/** A moment with any offset, or a day (its beginning, UTC). */
export const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((text) => new Date(text));

/** A comma-separated list (specification, "General conventions"). */
const listOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1).max(LISTED_VALUES));

const text = z.string().min(1).max(256);

const period = { from: Moment.optional(), to: Moment.optional() };

const isInOrder = ({ from, to }: { from?: Date | undefined; to?: Date | undefined }): boolean =>
  !from || !to || from <= to;

const inOrder = { path: ['to'], message: 'The end of the period is before its beginning' };

const filters = {
  ...period,
  action: listOf(z.enum(AUDIT_ACTIONS)).optional(),
  sort: z.enum(['timestamp', '-timestamp']).default('-timestamp'),
  ...Paging,
};

/** The query of the list of entries. */
export const EntryQuery = z
  .strictObject({
    ...filters,
    entity_type: listOf(text).optional(),
    entity_id: listOf(text).optional(),
    user_id: listOf(text).optional(),
    has_signature: z
      .enum(['true', 'false'])
      .transform((word) => word === 'true')
      .optional(),
  })
  .refine(isInOrder, inOrder);

/** The query of a user's log. */
export const UserLogQuery = z.strictObject(filters).refine(isInOrder, inOrder);

/** The query of a verification: a period, and a checkpoint that was kept outside. */
export const VerifyQuery = z
  .strictObject({ ...period, checkpoint: z.string().max(4_096).optional() })
  .refine(isInOrder, inOrder);

export type EntryQuery = z.output<typeof EntryQuery>;
