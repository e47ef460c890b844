import { z } from 'zod';
import { DIRECTIONS, STRATEGIES } from './connection.ts';

const LISTED = 200;
const TEXT_LENGTH = 200;
const URL_LENGTH = 2_000;

/** An address of the external system. */
export const Address = z.url({ protocol: /^https?$/, error: 'An https address' }).max(URL_LENGTH);

const HostName = z
  .string()
  .max(253)
  .regex(/^(?=.)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/i, 'A host name');

/** The host name, beside the addresses. */
export const Host = HostName.nullable().meta({ description: 'The host name of the external system.' });

export const Endpoints = z
  .strictObject({
    api_base: Address.optional().meta({
      description:
        'The address that the API begins at; for Vault without `/api`. Unless given, `https://` and the host.',
    }),
    api_version: z.string().max(32).nullable().default(null).meta({ description: 'Such as `v25.1`.' }),
    host: Host.default(null),
  })
  .refine(({ api_base, host }) => api_base !== undefined || host !== null, {
    error: 'Give the api_base, or the host',
    path: ['api_base'],
  })
  .meta({ id: 'NewConnectionEndpoints' });

const minutes = (max: number) => z.int().min(1).max(max);
const WEEK = 7 * 24 * 60;

const ChangeDetection = z
  .strictObject({
    method: z.literal('modified_date').default('modified_date'),
    field: z.string().min(1).max(TEXT_LENGTH).nullable().default(null).meta({
      description: 'The field with the time of the last change; unless given, that of the kind of system.',
    }),
    buffer_minutes: z.int().min(0).max(1_440).default(5).meta({
      description: 'So much before the last change that was seen, changes are looked for again.',
    }),
  })
  .meta({ id: 'NewConnectionChangeDetection' });

const Realtime = z
  .strictObject({
    enabled: z.boolean().default(false),
    endpoint: z.string().max(URL_LENGTH).nullable().default(null),
    subscribed_events: z.array(z.string().min(1).max(TEXT_LENGTH)).max(LISTED).default([]),
  })
  .meta({ id: 'NewConnectionRealtime' });

export const SyncConfig = z
  .strictObject({
    direction: z.enum(DIRECTIONS).default('inbound'),
    interval_minutes: minutes(WEEK).default(60),
    polling_interval_minutes: minutes(WEEK).nullable().default(null).meta({
      description: 'Replaces `interval_minutes` while `realtime` is enabled.',
    }),
    batch_size: z.int().min(1).max(500).default(100),
    change_detection: ChangeDetection.prefault({}),
    realtime: Realtime.prefault({}),
  })
  .meta({ id: 'NewConnectionSyncConfig' });

const Strategy = z.enum(STRATEGIES).meta({ id: 'ConflictStrategy' });

const FieldName = z
  .string()
  .max(TEXT_LENGTH)
  .regex(
    /^[a-z][a-z0-9_]*\.(name|attributes\.[^$\s]+)$/,
    'An entity type and a target, such as supplier.attributes.risk',
  )
  .meta({ description: '`<entity_type>.<target>`' });

export const ConflictResolution = z
  .strictObject({
    default_strategy: Strategy.default('external_wins'),
    exceptions: z.record(FieldName, Strategy).default({}).meta({
      description: 'Another strategy for single fields, by `<entity_type>.<target>`.',
    }),
    manual_review_fields: z.array(FieldName).max(LISTED).default([]).meta({
      description: 'Fields that wait for a decision when both sides have changed them.',
    }),
  })
  .refine(({ exceptions }) => Object.keys(exceptions).length <= LISTED, {
    error: `At most ${LISTED} fields`,
    path: ['exceptions'],
  })
  .meta({ id: 'NewConnectionConflictResolution' });

export const ErrorHandling = z
  .strictObject({
    max_retries: z.int().min(0).max(10).default(3),
    retry_delay_seconds: z.int().min(0).max(3_600).default(30),
    exponential_backoff: z.boolean().default(true),
    skip_on_validation_error: z.boolean().default(true).meta({
      description:
        'Whether a synchronisation continues after a record that could not be taken; otherwise it stops before it.',
    }),
  })
  .meta({ id: 'NewConnectionErrorHandling' });
