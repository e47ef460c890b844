import { exampleId, type Scope } from '@qsc/contracts';

export const meExample = {
  kind: 'user',
  id: exampleId('user'),
  name: 'Marta Rossi',
  email: 'm.rossi@example.com',
  role: 'quality_manager',
  organization: { id: exampleId('organization'), name: 'Acme Quality', tier: 'professional', sandbox: false },
  credential: { type: 'api_key', api_key_id: exampleId('apiKey'), session_id: null },
  scopes: ['entities:read', 'entities:write', 'admin:write'] as Scope[],
  rights: ['entities:read', 'entities:write'] as Scope[],
} as const;
