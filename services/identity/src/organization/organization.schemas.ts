import { ENTITY_TYPES, exampleId, isTimeZone, QUALITY_EVENT_TYPES, Tier, visibleText } from '@qsc/contracts';
import { Instant } from '@qsc/service-kit';
import { z } from 'zod';

const Figure = z.number().int().min(1).max(10_000_000);

export const OrganizationName = visibleText(200);

/** The kinds of record whose services can record reads, as the audit log names them. */
const READ_KINDS = [
  ...ENTITY_TYPES,
  ...QUALITY_EVENT_TYPES,
  'api_key',
  'oauth_application',
  'organization',
  'user',
  'workflow',
] as const;

const RecordedReads = z
  .array(z.enum(READ_KINDS))
  .max(50)
  .transform((types) => [...new Set(types)]);

const TimeZone = z.string().refine(isTimeZone, 'The name of a time zone (IANA), such as Europe/Berlin').meta({
  description: 'Due, overdue, expired and expiring go by the day in it; so do the days in exports and numbers.',
});

export const PatchOrganization = z
  .strictObject({
    name: OrganizationName.optional(),
    time_zone: TimeZone.optional(),
    settings: z
      .strictObject({
        strict_mode: z.boolean().optional().meta({ description: 'Every change of a record needs a reason.' }),
        recorded_reads: RecordedReads.optional().meta({ description: 'The kinds of record whose reads are recorded.' }),
        session_idle_minutes: z.number().int().min(5).max(60).optional().meta({
          description: 'Minutes without input after which a session of the dashboard has to be unlocked.',
        }),
        audit_review_interval_days: z.number().int().min(1).max(366).optional().meta({
          description: 'Days of the audit trail that one periodic review covers.',
        }),
        requests_per_minute: Figure.optional(),
        burst: Figure.optional(),
      })
      .optional(),
  })
  .meta({ id: 'OrganizationPatch', description: 'What is left out stays.' });

export type PatchOrganization = z.infer<typeof PatchOrganization>;

/** Requests in a rolling minute and in a second. */
export const Limits = z.strictObject({ requests_per_minute: Figure, burst: Figure });

/** An organisation as the API shows it; `limits` are the figures that hold, `settings` has those of a custom tier only. */
export const OrganizationView = z
  .object({
    id: z.string(),
    name: z.string(),
    tier: Tier,
    time_zone: z.string(),
    sandbox: z.boolean(),
    sandbox_id: z.string().nullable().meta({ description: 'The organisation in which `test` keys act.' }),
    settings: z.object({
      strict_mode: z.boolean(),
      recorded_reads: z.array(z.string()),
      session_idle_minutes: z.number().int(),
      audit_review_interval_days: z.number().int(),
      requests_per_minute: z.number().int().nullable().meta({ description: 'In a custom tier only.' }),
      burst: z.number().int().nullable().meta({ description: 'In a custom tier only.' }),
    }),
    limits: Limits.meta({
      id: 'RateLimits',
      description: 'The figures that hold: requests in a minute, and in a second.',
    }),
    created_at: Instant,
    updated_at: Instant,
    version: z.number().int(),
  })
  .meta({ id: 'Organization', description: 'The organisation of the caller.' });

export const organizationPatchExample = {
  time_zone: 'Europe/Berlin',
  settings: { strict_mode: true, recorded_reads: ['certificate' as const] },
};

export const organizationExample = {
  id: exampleId('organization'),
  name: 'Acme Quality',
  tier: 'professional',
  time_zone: 'UTC',
  sandbox: false,
  sandbox_id: exampleId('organization', 2),
  settings: {
    strict_mode: false,
    recorded_reads: [] as string[],
    session_idle_minutes: 15,
    audit_review_interval_days: 90,
    requests_per_minute: null,
    burst: null,
  },
  limits: { requests_per_minute: 300, burst: 50 },
  created_at: '2026-01-15T08:00:00.000Z',
  updated_at: '2026-01-15T08:00:00.000Z',
  version: 1,
} as const;

export const patchedOrganizationExample = {
  ...organizationExample,
  time_zone: organizationPatchExample.time_zone,
  settings: { ...organizationExample.settings, ...organizationPatchExample.settings },
  updated_at: '2026-02-01T08:00:00.000Z',
  version: 2,
};
