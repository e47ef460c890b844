import type { AuditFacts } from '@qsc/contracts/events';
import { type Collection, defineCollection, type Index } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import type { AuditEntry } from './entry.ts';

const NEWEST_FIRST = { timestamp: -1, sequence: -1 } as const;

/** Few entries are signed: further filters are answered by the index alone, however long the log of a user or kind is. */
export const BY_SIGNATURE: Index['keys'] = {
  org_id: 1,
  'signature.signed': 1,
  ...NEWEST_FIRST,
  'user.id': 1,
  entity_type: 1,
  action: 1,
  entity_id: 1,
};

/**
 * An entry as it is stored. `changes` and `details` hold free JSON, which BSON cannot represent (names with a null character,
 * `$ref`, any depth): they are stored as JSON texts, so that the hash can be recomputed.
 */
export const entryDefinition = defineCollection({
  name: 'audit_entry',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    sequence: z.number(),
    event_id: z.string(),
    timestamp: z.date(),
    recorded_at: z.date(),
    action: z.string(),
    entity_type: z.string(),
    entity_id: z.string(),
    entity_name: z.string(),
    entity_version: z.number().nullable(),
    user: z.object({
      id: z.string(),
      email: z.string().nullable(),
      name: z.string(),
      role: z.string().nullable(),
    }),
    client: z.object({
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
      api_key_id: z.string().nullable(),
    }),
    changes: z.string(),
    metadata: z.object({
      reason: z.string().nullable(),
      workflow_state: z.string().nullable(),
      request_id: z.string(),
      details: z.string().nullable(),
    }),
    signature: z.object({
      required: z.boolean(),
      signed: z.boolean(),
      signature_id: z.string().nullable(),
      meaning: z.string().nullable(),
    }),
    previous_hash: z.string(),
    hash: z.string(),
  }),
  indexes: [
    { keys: { org_id: 1, sequence: 1 }, unique: true },
    // Beginning with the organisation, by which entries may be sharded (docs/scale.md).
    { keys: { org_id: 1, event_id: 1 }, unique: true },
    { keys: { org_id: 1, ...NEWEST_FIRST } },
    { keys: { org_id: 1, entity_id: 1, ...NEWEST_FIRST } },
    { keys: { org_id: 1, entity_id: 1, sequence: -1 } },
    { keys: { org_id: 1, entity_type: 1, ...NEWEST_FIRST } },
    { keys: { org_id: 1, entity_type: 1, action: 1, ...NEWEST_FIRST } },
    { keys: { org_id: 1, action: 1, ...NEWEST_FIRST } },
    { keys: { org_id: 1, 'user.id': 1, ...NEWEST_FIRST } },
    { keys: { org_id: 1, 'user.id': 1, action: 1, ...NEWEST_FIRST } },
    { keys: BY_SIGNATURE, partial: { 'signature.signed': true } },
  ],
});

export type StoredEntry = z.infer<typeof entryDefinition.shape>;

export type EntryCollection = Collection<StoredEntry>;

/** The driver's own collection, for ordered inserts and cursors. Its queries name the organisation themselves. */
export const nativeCollection = ({ model, definition }: EntryCollection): mongo.Collection<StoredEntry> =>
  model.db.getClient().db(model.db.name).collection<StoredEntry>(definition.name);

/** The stored form of an entry. */
export const toStored = ({ id, timestamp, recorded_at, changes, metadata, ...rest }: AuditEntry): StoredEntry => ({
  _id: id,
  ...rest,
  timestamp: new Date(timestamp),
  recorded_at: new Date(recorded_at),
  changes: JSON.stringify(changes),
  metadata: { ...metadata, details: metadata.details ? JSON.stringify(metadata.details) : null },
});

const parseObject = <T extends Record<string, unknown>>(text: string): T => JSON.parse(text) as T;

/** The entry of a stored document. Throws when the document was made unreadable. */
export const toEntry = ({ _id, timestamp, recorded_at, changes, metadata, ...rest }: StoredEntry): AuditEntry => {
  const { details, ...known } = metadata;
  return {
    id: _id,
    ...rest,
    timestamp: timestamp.toISOString(),
    recorded_at: recorded_at.toISOString(),
    changes: parseObject<AuditFacts['changes']>(changes),
    metadata: details === null ? known : { ...known, details: parseObject(details) },
  };
};

/** The entry of a stored document; null where that was made unreadable. */
export const toReadable = (stored: StoredEntry): AuditEntry | null => {
  try {
    return toEntry(stored);
  } catch {
    return null;
  }
};
