import { exampleId } from '@qsc/contracts';

export const entryExample = {
  id: exampleId('auditEntry'),
  org_id: exampleId('organization'),
  event_id: exampleId('event'),
  sequence: 2,
  timestamp: '2026-03-09T14:05:00.000Z',
  recorded_at: '2026-03-09T14:05:00.038Z',
  action: 'update',
  entity_type: 'supplier',
  entity_id: exampleId('entity'),
  entity_name: 'Acme Pharma',
  entity_version: 2,
  user: { id: exampleId('user'), email: 'm.rossi@example.com', name: 'Marta Rossi', role: 'quality_manager' },
  client: { ip_address: '203.0.113.7', user_agent: 'erp-sync/2.4', api_key_id: exampleId('apiKey') },
  changes: { 'attributes.risk_level': { from: 'low', to: 'medium' } },
  metadata: { reason: 'Annual review', workflow_state: null, request_id: exampleId('request') },
  signature: { required: false, signed: false, signature_id: null, meaning: null },
  previous_hash: '6b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e9284',
  hash: 'c41e8d07f2a96b35c41e8d07f2a96b35c41e8d07f2a96b35c41e8d07f2a96b35',
};
