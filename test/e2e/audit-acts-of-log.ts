import type { Act } from './audit-act.ts';

const POLICY = {
  name: 'GxP records',
  retention_period_years: 15,
  applies_to: ['all'],
  archive_after_years: 3,
  archive_storage: 'file_store',
  deletion_policy: 'never',
  exceptions: [],
};

/** What is taken out of the log. A cancelled export is not among it, since nobody can be sure to be faster than the worker. */
const TAKING_ACTS: readonly Act[] = [
  {
    what: 'asks for an export of the log',
    ask: () => ({
      method: 'POST',
      path: '/v1/audit-logs/export',
      body: { format: 'json', from: '2026-01-01', to: '2026-02-01', include_raw_data: true },
    }),
    status: 202,
    keep: ({ job_id }) => ({ export: job_id }),
    entries: [
      {
        action: 'export',
        entity_type: 'audit_export',
        of: 'export',
        details: { format: 'json', entity_types: [], actions: [], include_signatures: false, include_raw_data: true },
      },
    ],
  },
  {
    what: 'looks how far an export is',
    ask: (known) => ({ method: 'GET', path: `/v1/audit-logs/export/${known.export}` }),
    status: 200,
    entries: [],
  },
  {
    what: 'asks for an export of records that nobody knows',
    ask: () => ({
      method: 'POST',
      path: '/v1/audit-logs/export',
      body: { format: 'csv', from: '2026-01-01', to: '2026-02-01', entity_types: ['none_of_these'] },
    }),
    status: 422,
    entries: [],
  },
  {
    what: 'makes a compliance report',
    ask: () => ({
      method: 'POST',
      path: '/v1/audit-logs/reports/21cfr11',
      body: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', include_sections: ['access_controls'] },
    }),
    status: 201,
    keep: ({ report_id }) => ({ report: report_id }),
    entries: [{ action: 'create', entity_type: 'compliance_report', of: 'report' }],
  },
  {
    what: 'downloads a compliance report',
    ask: ({ report }) => ({ method: 'GET', path: `/v1/audit-logs/reports/${report}/download` }),
    status: 200,
    entries: [],
  },
];

/** What is done with the log itself. */
export const LOG_ACTS: readonly Act[] = [
  ...TAKING_ACTS,
  {
    what: 'reviews the log',
    ask: () => ({
      method: 'POST',
      path: '/v1/audit-logs/reviews',
      body: { from: '2026-01-01', to: '2026-02-01', conclusion: 'no_findings' },
    }),
    status: 201,
    keep: ({ id }) => ({ review: id }),
    entries: [{ action: 'create', entity_type: 'audit_review', of: 'review', changed: ['conclusion'] }],
  },
  {
    what: 'changes how long the log is kept',
    by: 'admin',
    ask: () => ({ method: 'PUT', path: '/v1/audit-logs/retention', body: POLICY }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'retention_policy' }],
  },
  {
    what: 'puts entries under a legal hold',
    by: 'admin',
    ask: () => ({
      method: 'POST',
      path: '/v1/audit-logs/holds',
      body: { reason: 'Inspection', entity_types: ['supplier'] },
    }),
    status: 201,
    keep: ({ id }) => ({ hold: id }),
    entries: [{ action: 'create', entity_type: 'legal_hold', of: 'hold' }],
  },
  {
    what: 'lifts a legal hold',
    by: 'admin',
    ask: ({ hold }) => ({ method: 'DELETE', path: `/v1/audit-logs/holds/${hold}` }),
    status: 204,
    entries: [{ action: 'update', entity_type: 'legal_hold', of: 'hold' }],
  },
];

/** A filter that nothing fits, so that nothing is sent. */
const WEBHOOK = {
  url: 'https://127.0.0.1:9/',
  events: ['audit.create'],
  filters: { entity_types: ['facility'], actions: [] },
};

/** A span in which nothing was sent. */
const MISSED = { from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' };

/** What is done with webhooks. */
export const WEBHOOK_ACTS: readonly Act[] = [
  {
    what: 'registers a webhook',
    by: 'admin',
    ask: () => ({ method: 'POST', path: '/v1/webhooks', body: WEBHOOK }),
    status: 201,
    keep: ({ id }) => ({ webhook: id }),
    entries: [{ action: 'create', entity_type: 'webhook', of: 'webhook' }],
  },
  {
    what: 'gets a new secret of a webhook',
    by: 'admin',
    ask: ({ webhook }) => ({ method: 'POST', path: `/v1/webhooks/${webhook}/rotate-secret` }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'webhook', of: 'webhook' }],
  },
  {
    what: 'sends a webhook a test',
    by: 'admin',
    ask: ({ webhook }) => ({ method: 'POST', path: `/v1/webhooks/${webhook}/test` }),
    status: 202,
    keep: ({ delivery_id }) => ({ delivery: delivery_id }),
    entries: [{ action: 'update', entity_type: 'webhook', of: 'webhook', details: { operation: 'test' } }],
  },
  {
    what: 'sends a delivery again',
    by: 'admin',
    ask: ({ webhook, delivery }) => ({
      method: 'POST',
      path: `/v1/webhooks/${webhook}/deliveries/${delivery}/redeliver`,
    }),
    status: 202,
    entries: [{ action: 'update', entity_type: 'webhook', of: 'webhook', details: { operation: 'redeliver' } }],
  },
  {
    what: 'sends what a webhook has missed',
    by: 'admin',
    ask: ({ webhook }) => ({ method: 'POST', path: `/v1/webhooks/${webhook}/recover`, body: MISSED }),
    status: 202,
    entries: [
      {
        action: 'update',
        entity_type: 'webhook',
        of: 'webhook',
        details: { operation: 'recover', ...MISSED, deliveries: 0 },
      },
    ],
  },
  {
    what: 'changes the address of a webhook',
    by: 'admin',
    ask: ({ webhook }) => ({
      method: 'PATCH',
      path: `/v1/webhooks/${webhook}`,
      body: { url: 'https://127.0.0.1:9/elsewhere' },
    }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'webhook', of: 'webhook', changed: ['url'] }],
  },
  {
    what: 'disables a webhook',
    by: 'admin',
    ask: ({ webhook }) => ({ method: 'PATCH', path: `/v1/webhooks/${webhook}`, body: { status: 'disabled' } }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'webhook', of: 'webhook', changed: ['status'] }],
  },
  {
    what: 'sends a test to a webhook that is disabled',
    by: 'admin',
    ask: ({ webhook }) => ({ method: 'POST', path: `/v1/webhooks/${webhook}/test` }),
    status: 409,
    entries: [],
  },
  {
    what: 'deletes a webhook',
    by: 'admin',
    ask: ({ webhook }) => ({ method: 'DELETE', path: `/v1/webhooks/${webhook}` }),
    status: 204,
    entries: [{ action: 'delete', entity_type: 'webhook', of: 'webhook' }],
  },
];
