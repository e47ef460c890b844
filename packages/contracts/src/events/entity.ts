import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/**
 * What the service that asked for a change keeps beside it, such as a qualification: it travels in the command and comes back
 * in the event, from which that service writes its part.
 */
export const Companion = z.object({ kind: z.string().min(1), record: z.record(z.string(), z.unknown()) });

export type Companion = z.infer<typeof Companion>;

/** The file of a document. */
export const DocumentFileSnapshot = z.object({
  file_id: z.string(),
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  checksum: z.string(),
});

/** The entity as it stands after the event; consumers that keep a read model ignore a version older than the one they have. */
export const EntitySnapshot = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  relationships: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      target_id: z.string(),
      attributes: z.record(z.string(), z.unknown()),
    }),
  ),
  version: z.number().int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  created_by: z.string(),
  deleted: z.boolean(),
  file: DocumentFileSnapshot.optional(),
  related_to: z.array(z.object({ type: z.string(), id: z.string() })).optional(),
  companion: Companion.optional(),
});

export type EntitySnapshot = z.infer<typeof EntitySnapshot>;

const EntityRead = EntitySnapshot.pick({ id: true, type: true, version: true });

const DamagedDocumentFile = z.object({ document_id: z.string(), file_id: z.string(), checksum: z.string() });

export const entityEvents = {
  created: defineEvent('entity.entity.created.v1', 'An entity was created', EntitySnapshot),
  updated: defineEvent('entity.entity.updated.v1', 'Name, attributes or relationships changed', EntitySnapshot),
  deleted: defineEvent('entity.entity.deleted.v1', 'An entity was deleted (soft)', EntitySnapshot),
  restored: defineEvent('entity.entity.restored.v1', 'A soft delete was undone', EntitySnapshot),
  purged: defineEvent('entity.entity.purged.v1', 'An entity was removed for good (hard delete)', EntitySnapshot),
  read: defineEvent('entity.entity.read.v1', 'An entity was read, where reads are recorded', EntityRead),
  fileDamaged: defineEvent(
    'entity.file.damaged.v1',
    'A stored file of a document does not have the checksum that it was stored with (once for each file)',
    DamagedDocumentFile,
  ),
} as const;

/** The types of the events that change an entity: a consumer takes those of the kinds that it handles. */
export const ENTITY_CHANGES: readonly string[] = [
  entityEvents.created,
  entityEvents.updated,
  entityEvents.deleted,
  entityEvents.restored,
  entityEvents.purged,
].map(({ type }) => type);
