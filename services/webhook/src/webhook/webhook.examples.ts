import { exampleId } from '@qsc/contracts';
import type { EventName } from './event-name.ts';

export const newWebhookExample = {
  url: 'https://hooks.example.com/quality',
  events: ['audit.create', 'audit.signature'] as EventName[],
  filters: { entity_types: ['supplier'], actions: ['create' as const, 'update' as const] },
};

export const webhookExample = {
  id: exampleId('webhook'),
  ...newWebhookExample,
  status: 'active' as const,
  disabled_reason: null,
  disabled_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  created_by: exampleId('user'),
  updated_at: '2026-03-02T09:00:00.000Z',
  version: 1,
};

export const webhookWithSecretExample = { ...webhookExample, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' };
