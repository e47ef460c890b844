import { exampleId } from '@qsc/contracts';

export const newApplicationExample = {
  name: 'Supplier portal',
  scopes: ['suppliers:read' as const, 'entities:read' as const],
  redirect_uris: ['https://portal.example.com/callback'],
};

export const applicationExample = {
  id: exampleId('application'),
  client_id: exampleId('application'),
  ...newApplicationExample,
  public: false,
  status: 'active',
  revoked_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  created_by: exampleId('user'),
  version: 1,
} as const;

export const createdApplicationExample = { ...applicationExample, client_secret: 'wQ2f…' };
