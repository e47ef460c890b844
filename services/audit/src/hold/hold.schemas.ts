import { exampleId, RecordedType, visibleText } from '@qsc/contracts';
import { Instant, LastMoment, Moment, timeline } from '@qsc/service-kit';
import { z } from 'zod';

const names = z.array(z.string().min(1).max(256)).max(500);

export const NewHold = z
  .strictObject({
    reason: visibleText(1_000).meta({ description: 'The reason; it is recorded in the audit trail.' }),
    from: Moment.nullable().default(null).meta({ description: 'Entries of this instant or day and later.' }),
    to: LastMoment.nullable()
      .default(null)
      .meta({ description: 'Entries until this instant, or the end of this day (UTC).' }),
    entity_types: z
      .array(RecordedType)
      .max(500)
      .default([])
      .meta({ description: 'Entries of these kinds of record; of all where it is empty.' }),
    entity_ids: names.default([]).meta({ description: 'Entries of these records; of all where it is empty.' }),
  })
  .meta({
    id: 'NewLegalHold',
    description: 'Covers the entries that match all of its criteria, of which it has at least one.',
  });

export const Hold = z
  .object({
    id: z.string(),
    reason: z.string(),
    from: Instant.nullable(),
    to: Instant.nullable(),
    entity_types: z.array(z.string()),
    entity_ids: z.array(z.string()),
    placed_at: Instant,
    placed_by: z.string(),
    lifted_at: Instant.nullable(),
    lifted_by: z.string().nullable(),
  })
  .meta({ id: 'LegalHold', description: 'Entries that are not removed until the hold is lifted.' });

export const HoldId = z.object({
  hold_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Which hold.', examples: [exampleId('hold')] }),
});

export const HoldListQuery = z.strictObject(timeline('placed_at'));

export type HoldListQuery = z.infer<typeof HoldListQuery>;

export const newHoldExample = {
  reason: 'Inspection of the supplier qualification of 2025',
  from: '2025-01-01',
  to: '2025-12-31',
  entity_types: ['supplier'],
};

export const holdExample = {
  id: exampleId('hold'),
  reason: newHoldExample.reason,
  from: '2025-01-01T00:00:00.000Z',
  to: '2025-12-31T23:59:59.999Z',
  entity_types: ['supplier'],
  entity_ids: [],
  placed_at: '2026-03-02T09:30:00.000Z',
  placed_by: exampleId('user'),
  lifted_at: null,
  lifted_by: null,
};
