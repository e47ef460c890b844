import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** What other services need of a quality event as it stands: which records it is about, and whether it is open. */
export const QualityEventSnapshot = z.object({
  id: z.string(),
  type: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  priority: z.string(),
  classification: z.string().nullable(),
  related_entities: z.array(z.object({ type: z.string(), id: z.string() })),
  version: z.number().int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type QualityEventSnapshot = z.infer<typeof QualityEventSnapshot>;

export const qualityEvents = {
  created: defineEvent('quality.quality-event.created.v1', 'A quality event was opened', QualityEventSnapshot),
  updated: defineEvent('quality.quality-event.updated.v1', 'A quality event changed', QualityEventSnapshot),
} as const;
