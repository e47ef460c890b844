import { exampleId } from '@qsc/contracts';

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
