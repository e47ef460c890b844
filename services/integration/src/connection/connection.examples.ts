import { exampleId } from '@qsc/contracts';
import { MASK } from './secret.ts';

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
