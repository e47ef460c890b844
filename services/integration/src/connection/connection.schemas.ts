import { exampleId, visibleText } from '@qsc/contracts';
import { Instant, listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { CONNECTION_TYPES } from '../connector/registry.ts';
import { AuthenticationView, NewAuthentication } from './authentication.schemas.ts';
import { CONNECTION_STATUSES } from './connection.ts';
import { MASK } from './secret.ts';
import { ConflictResolution, Endpoints, ErrorHandling, SyncConfig } from './setting.schemas.ts';

const Name = visibleText(200);
const Type = z.enum(CONNECTION_TYPES).meta({ id: 'ConnectionType', description: 'The kind of external system.' });
const Status = z.enum(CONNECTION_STATUSES).meta({ id: 'ConnectionStatus' });

export const CreateConnection = z
  .strictObject({
    name: Name,
    type: Type,
    authentication: NewAuthentication,
    endpoints: Endpoints,
    sync_config: SyncConfig.prefault({}),
    conflict_resolution: ConflictResolution.prefault({}),
    error_handling: ErrorHandling.prefault({}),
  })
  .meta({ id: 'NewConnection' });

export type CreateConnection = z.infer<typeof CreateConnection>;

const MemberName = z.string().regex(/^[a-z][a-z_]{0,63}$/, 'A setting is named in lower-case letters and _');

const members = z.record(MemberName, z.unknown());

/** Merges into what is there (RFC 7396); the whole is checked as a new connection is. */
export const PatchConnection = z
  .strictObject({
    name: Name.optional(),
    authentication: members.optional(),
    endpoints: members.optional(),
    sync_config: members.optional(),
    conflict_resolution: members.optional(),
    error_handling: members.optional(),
    same_system: z.boolean().optional().meta({
      description:
        '`true` where another `api_base` leads to the same system: its records stay linked. Without it the mappings restart.',
    }),
  })
  .meta({
    id: 'ConnectionPatch',
    description:
      'A JSON Merge Patch; an authentication of another type replaces all of it. With an address of another origin the secrets are required again.',
  });

export type PatchConnection = z.infer<typeof PatchConnection>;

/** A connection as the API shows it. */
export const ConnectionView = z
  .object({
    id: z.string(),
    name: z.string(),
    type: Type,
    status: Status,
    problem: z
      .object({ code: z.string(), message: z.string(), since: Instant })
      .nullable()
      .meta({ description: 'Why it is in `error`, and what has to be done.' }),
    authentication: AuthenticationView,
    endpoints: z
      .object({ api_base: z.string(), api_version: z.string().nullable(), host: z.string().nullable() })
      .meta({ id: 'ConnectionEndpoints' }),
    sync_config: z.looseObject({}).meta({ id: 'ConnectionSyncConfig' }),
    conflict_resolution: z.looseObject({}).meta({ id: 'ConnectionConflictResolution' }),
    error_handling: z.looseObject({}).meta({ id: 'ConnectionErrorHandling' }),
    next_sync: Instant.nullable().meta({ description: 'When it is synchronised next by its interval.' }),
    created_at: Instant,
    created_by: z.string(),
    updated_at: Instant,
    version: z.number().int(),
  })
  .meta({ id: 'Connection', description: 'A connection to an external system, without its secrets.' });

export const ConnectionId = z.object({
  connection_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the connection.', examples: [exampleId('connection')] }),
});

export const ConnectionListQuery = z.strictObject({
  status: listParameter(Status)
    .optional()
    .meta({ description: 'Only connections with one of these statuses, separated by commas.' }),
  ...listQuery(['created_at', 'updated_at']),
});

export type ConnectionListQuery = z.infer<typeof ConnectionListQuery>;

/** What a test of a connection found; a failed one is an answer, too. */
export const ConnectionTest = z
  .object({
    success: z.boolean(),
    api_available: z.boolean(),
    api_version: z.string().nullable(),
    response_time_ms: z.number().int(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string().nullable() })),
    tested_at: Instant,
  })
  .meta({ id: 'ConnectionTest' });

const authentication = {
  type: 'session' as const,
  username: 'integration@example.com',
};

const sync_config = {
  direction: 'inbound' as const,
  interval_minutes: 15,
  batch_size: 200,
  change_detection: { method: 'modified_date' as const, field: null, buffer_minutes: 5 },
};

export const newConnectionExample = {
  name: 'Quality Vault',
  type: 'veeva_vault' as const,
  authentication: { ...authentication, password: 'correct horse battery staple' },
  endpoints: { api_base: 'https://quality.veevavault.example.com', api_version: 'v25.1' },
  sync_config,
};

export const connectionExample = {
  id: exampleId('connection', 2),
  name: newConnectionExample.name,
  type: newConnectionExample.type,
  status: 'pending_authorization' as const,
  problem: null,
  authentication: { ...authentication, password: MASK },
  endpoints: { ...newConnectionExample.endpoints, host: null },
  sync_config: {
    ...sync_config,
    polling_interval_minutes: null,
    realtime: { enabled: false, endpoint: null, subscribed_events: [] },
  },
  conflict_resolution: { default_strategy: 'external_wins', exceptions: {}, manual_review_fields: [] },
  error_handling: {
    max_retries: 3,
    retry_delay_seconds: 30,
    exponential_backoff: true,
    skip_on_validation_error: true,
  },
  next_sync: null,
  created_at: '2026-03-02T09:00:00.000Z',
  created_by: exampleId('user'),
  updated_at: '2026-03-02T09:00:00.000Z',
  version: 1,
};

export const testExample = {
  success: false,
  api_available: false,
  api_version: null,
  response_time_ms: 42,
  checks: [{ name: 'authorization', ok: false, message: 'The connection is not authorized yet.' }],
  tested_at: '2026-03-02T09:00:00.000Z',
};
