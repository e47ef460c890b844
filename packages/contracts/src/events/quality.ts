import { z } from 'zod';
import { CLASSIFICATIONS, PRIORITIES, QUALITY_EVENT_STATUSES, QUALITY_EVENT_TYPES } from '../quality-event.ts';
import { defineEvent } from './envelope.ts';

/** What other services need of a quality event as it stands: which records it is about, and how far it is. */
export const QualityEventSnapshot = z.object({
  id: z.string(),
  type: z.enum(QUALITY_EVENT_TYPES),
  number: z.string(),
  title: z.string(),
  status: z.enum(QUALITY_EVENT_STATUSES),
  priority: z.enum(PRIORITIES),
  classification: z.enum(CLASSIFICATIONS).nullable(),
  category: z.string().nullable(),
  related_entities: z.array(z.object({ type: z.string(), id: z.string() })),
  assigned_to: z.string().nullable(),
  due_date: z.iso.date().nullable(),
  /** Of a CAPA: the event that it was opened for. */
  source_event_id: z.string().nullable(),
  /** Of a CAPA whose effectiveness was checked. */
  effectiveness: z.enum(['effective', 'ineffective', 'inconclusive']).nullable(),
  version: z.number().int(),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  updated_at: z.iso.datetime(),
});

export type QualityEventSnapshot = z.infer<typeof QualityEventSnapshot>;

export const qualityEvents = {
  created: defineEvent('quality.quality-event.created.v1', 'A quality event was opened', QualityEventSnapshot),
  updated: defineEvent(
    'quality.quality-event.updated.v1',
    'A quality event changed: its content, its actions or its status',
    QualityEventSnapshot,
  ),
  overdue: defineEvent(
    'quality.quality-event.overdue.v1',
    'The due date of a quality event is over and it is open (once for each event and due date)',
    QualityEventSnapshot,
  ),
  analyzed: defineEvent(
    'quality.quality-event.analyzed.v1',
    'The impact of a quality event was analysed',
    QualityEventSnapshot,
  ),
  read: defineEvent(
    'quality.quality-event.read.v1',
    'A quality event was read, in an organisation that records reads',
    QualityEventSnapshot,
  ),
} as const;
