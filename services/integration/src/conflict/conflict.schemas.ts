import { exampleId, visibleText } from '@qsc/contracts';
import { Instant, listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { targetNameFault } from '../mapping/target.ts';
import { CONFLICT_STATUSES, RESOLUTIONS } from './conflict.ts';

const Status = z.enum(CONFLICT_STATUSES).meta({
  id: 'ConflictStatus',
  description: '`withdrawn`: a later synchronisation found that there is nothing to decide any more.',
});

/** What is wrong with a name in a value, at any depth; null where all can be stored as attributes. */
const nameFaultIn = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  const faults = Object.entries(value).map(([name, inner]) =>
    Array.isArray(value) ? nameFaultIn(inner) : (targetNameFault(name) ?? nameFaultIn(inner)),
  );
  return faults.find((fault) => fault !== null) ?? null;
};

const Json = z.unknown().meta({ description: 'Any JSON value; null where the side has none.' });

/** A conflict as the API shows it. */
export const ConflictView = z
  .object({
    id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    entity_type: z.string(),
    entity_id: z.string(),
    external_id: z.string(),
    field: z.string().meta({
      description: 'The target that both sides changed, or `record`: deleted there and changed here.',
    }),
    base_value: Json,
    local_value: Json,
    remote_value: Json,
    status: Status,
    resolution: z.enum(RESOLUTIONS).nullable(),
    resolved_value: Json,
    reason: z.string().nullable(),
    resolved_at: Instant.nullable(),
    resolved_by: z.string().nullable(),
    created_at: Instant,
    updated_at: Instant,
    version: z.number().int(),
  })
  .meta({ id: 'Conflict', description: 'A field that both sides changed and that a user must decide.' });

export const ResolveConflict = z
  .strictObject({
    resolution: z.enum(RESOLUTIONS).meta({
      description:
        '`external`: the external value is taken. `service`: the value here stays, and is sent where the mapping sends it. `value`: both get another one.',
    }),
    value: z
      .unknown()
      .superRefine((value, context) => {
        const message = nameFaultIn(value);
        if (message) context.addIssue({ code: 'custom', message: message.replace(/\.$/, '') });
      })
      .optional()
      .meta({ description: 'Any JSON value; required with `value` and only then.' }),
    reason: visibleText(1_000)
      .optional()
      .meta({ description: 'The reason in the audit trail. May be sent as `X-Change-Reason` instead.' }),
  })
  .meta({ id: 'ConflictResolution' });

export type ResolveConflict = z.infer<typeof ResolveConflict>;

const ConnectionPart = z
  .string()
  .max(64)
  .meta({ description: 'The id of the connection.', examples: [exampleId('connection')] });

export const ConflictsPath = z.object({ connection_id: ConnectionPart });

export const ConflictId = z.object({
  connection_id: ConnectionPart,
  conflict_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the conflict.', examples: [exampleId('conflict')] }),
});

export type ConflictId = z.infer<typeof ConflictId>;

export const ConflictListQuery = z.strictObject({
  status: listParameter(Status)
    .optional()
    .meta({ description: 'Only conflicts with one of these statuses, separated by commas.' }),
  entity_id: listParameter(z.string().min(1).max(64))
    .optional()
    .meta({ description: 'One or several records by comma.' }),
  ...listQuery(['created_at', 'updated_at']),
});

export type ConflictListQuery = z.infer<typeof ConflictListQuery>;

export const conflictExample = {
  id: exampleId('conflict'),
  connection_id: exampleId('connection'),
  mapping_id: exampleId('mapping'),
  entity_type: 'supplier',
  entity_id: exampleId('entity'),
  external_id: '1000042',
  field: 'attributes.country',
  base_value: 'DE',
  local_value: 'AT',
  remote_value: 'CH',
  status: 'open' as const,
  resolution: null,
  resolved_value: null,
  reason: null,
  resolved_at: null,
  resolved_by: null,
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  version: 1,
};

export const resolvedConflictExample = {
  ...conflictExample,
  status: 'resolved' as const,
  resolution: 'external' as const,
  resolved_value: 'CH',
  reason: 'The supplier moved to Basel; see the letter of 27 February.',
  resolved_at: '2026-03-02T10:05:00.000Z',
  resolved_by: exampleId('user'),
  updated_at: '2026-03-02T10:05:00.000Z',
  version: 2,
};
