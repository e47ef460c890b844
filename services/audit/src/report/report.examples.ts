import { exampleId } from '@qsc/contracts';
import type { ComplianceReport } from './report.schemas.ts';

const id = exampleId('report');

export const reportExample: ComplianceReport = {
  report_id: id,
  report_type: '21cfr11',
  organization: { id: exampleId('organization'), name: 'Acme Pharma' },
  requested_by: { id: exampleId('user', 5), name: 'Marta Rossi', role: 'quality_manager' },
  period: { from: '2026-01-01T00:00:00.000Z', to: '2026-03-31T23:59:59.999Z' },
  covered_until: '2026-03-31T23:59:59.999Z',
  summary: { overall_compliance: 'compliant_with_observations', findings: 0, observations: 1 },
  sections: {
    access_controls: {
      status: 'compliant_with_observations',
      findings: [],
      observations: [
        {
          code: 'key_near_expiry',
          message: 'The API key ends within 30 days.',
          total: 1,
          entry_ids: [],
          record_ids: [exampleId('apiKey', 5)],
        },
      ],
      failed_logins: 3,
      failed_signatures: 0,
      lockouts: 0,
      role_changes: 0,
      keys_near_expiry: 1,
      dormant_users: 0,
      details: {
        role_changes: [],
        keys_near_expiry: [{ id: exampleId('apiKey', 5), name: 'ERP', expires_at: '2026-04-20T00:00:00.000Z' }],
        dormant_users: [],
        basis: 'Failed logins, lockouts and role changes are those of the period, by the log.',
      },
    },
  },
  system_version: '0.1.0',
  generated_at: '2026-04-01T08:00:00.000Z',
  checksum: 'sha256:6b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e9284',
  download_url: `/v1/audit-logs/reports/${id}/download`,
};
