import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** A connection as it stands, without anything secret. */
const ConnectionSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  authentication_type: z.string(),
  version: z.number().int(),
});

export type ConnectionSnapshot = z.infer<typeof ConnectionSnapshot>;

const MappingsSnapshot = z.object({ connection_id: z.string(), entity_types: z.array(z.string()) });

const SyncSnapshot = z.object({
  id: z.string(),
  connection_id: z.string(),
  connection_name: z.string(),
  status: z.string(),
  trigger: z.string(),
  records_attempted: z.number().int(),
  records_succeeded: z.number().int(),
  records_failed: z.number().int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export type SyncSnapshot = z.infer<typeof SyncSnapshot>;

const ConflictSnapshot = z.object({
  id: z.string(),
  connection_id: z.string(),
  entity_id: z.string(),
  external_id: z.string(),
  field: z.string(),
  resolution: z.string(),
});

const ExternalSignature = z.object({
  entity_id: z.string(),
  connection_id: z.string(),
  connection_name: z.string(),
  system: z.string(),
  external_id: z.string(),
  field: z.string(),
  signer: z.string().nullable(),
  meaning: z.string().nullable(),
  signed_at: z.string().nullable(),
});

export const integrationEvents = {
  connectionCreated: defineEvent(
    'integration.connection.created.v1',
    'A connection to an external system was made',
    ConnectionSnapshot,
  ),
  connectionUpdated: defineEvent(
    'integration.connection.updated.v1',
    'A connection changed: its settings, its mappings, its authorization or its status',
    ConnectionSnapshot,
  ),
  connectionDeleted: defineEvent('integration.connection.deleted.v1', 'A connection was removed', ConnectionSnapshot),
  mappingsReplaced: defineEvent(
    'integration.mappings.replaced.v1',
    'What a connection synchronises, and how, was replaced',
    MappingsSnapshot,
  ),
  syncRequested: defineEvent('integration.sync.requested.v1', 'Somebody asked for a synchronisation', SyncSnapshot),
  syncFailed: defineEvent(
    'integration.sync.failed.v1',
    'A synchronisation failed, or could not take some records',
    SyncSnapshot,
  ),
  conflictResolved: defineEvent(
    'integration.conflict.resolved.v1',
    'Somebody decided what a field is to be that both sides had changed',
    ConflictSnapshot,
  ),
  signatureRecorded: defineEvent(
    'integration.signature.recorded.v1',
    'A signature that was made in an external system was noted with its record here',
    ExternalSignature,
  ),
} as const;
