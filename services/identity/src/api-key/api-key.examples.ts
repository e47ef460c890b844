import { exampleId } from '@qsc/contracts';

export const newApiKeyExample = { name: 'ERP import', scopes: ['entities:read' as const, 'entities:write' as const] };

export const apiKeyExample = {
  id: exampleId('apiKey'),
  ...newApiKeyExample,
  prefix: 'qsc_live_4f7a',
  environment: 'live',
  status: 'active',
  user_id: exampleId('user'),
  expires_at: '2027-03-02T09:00:00.000Z',
  revoked_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  version: 1,
} as const;

export const createdApiKeyExample = { ...apiKeyExample, key: 'qsc_live_4f7a…' };
