import { exampleId } from '@qsc/contracts';

export const deliveryExample = {
  id: exampleId('delivery'),
  message_id: exampleId('message'),
  event: 'audit.create' as const,
  status: 'succeeded' as const,
  attempts: 1,
  request_url: 'https://hooks.example.com/quality',
  response_status: 204,
  response_body: '',
  error: null,
  duration_ms: 43,
  created_at: '2026-03-09T14:05:00.046Z',
  last_attempt_at: '2026-03-09T14:05:00.071Z',
  next_attempt_at: null,
};

export const deliveryDetailExample = {
  ...deliveryExample,
  request_body: `{"event":"audit.create","timestamp":"2026-03-09T14:05:00.000Z","data":{"id":"${exampleId('auditEntry')}","action":"create","entity_type":"supplier","entity_id":"${exampleId('entity')}","user":{"id":"${exampleId('user')}","name":"Marta Rossi"},"changes":{}}}`,
};

export const recoverExample = { from: '2026-03-09T00:00:00.000Z', until: '2026-03-10T00:00:00.000Z' };
