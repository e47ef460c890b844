import { exampleId } from '@qsc/contracts';
import { type AnyRoute, examplePage, Instant, listRoute, page, timeline } from '@qsc/service-kit';
import { z } from 'zod';
import type { CheckpointStore } from './checkpoint.store.ts';

export const checkpointExample = {
  id: exampleId('checkpoint'),
  sequence: 2,
  hash: '3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728',
  entries: 2,
  at: '2026-03-02T10:00:00.000Z',
  jws: 'eyJhbGciOiJFZERTQSJ9.eyJzZXF1ZW5jZSI6Mn0.c2lnbmF0dXJl',
};

const ShownCheckpoint = z
  .object({
    id: z.string(),
    sequence: z.number().int().meta({ description: 'The last entry that it vouches for.' }),
    hash: z.string(),
    entries: z.number().int().meta({ description: 'How many entries before it were recomputed for it.' }),
    at: Instant.meta({ description: 'When it was signed.' }),
    jws: z.string().meta({ description: 'The signed statement (JWS, EdDSA), as it is stored outside too.' }),
  })
  .meta({ id: 'Checkpoint', description: 'A signed statement about the chain at a moment.' });

/** The checkpoints that are signed automatically (decisions §4, "Audit log"). */
export const checkpointRoutes = (checkpoints: Pick<CheckpointStore, 'list'>): AnyRoute[] => [
  listRoute({
    id: 'listAuditCheckpoints',
    tag: 'Audit logs',
    path: '/audit-logs/checkpoints',
    summary: 'List the checkpoints',
    description: 'The statements about the chain that the system signs automatically.',
    scope: 'audit-logs:read',
    query: z.strictObject(timeline('sequence')),
    answer: page(ShownCheckpoint),
    example: { answer: examplePage(checkpointExample) },
    handle: ({ query, orgId }) => checkpoints.list(orgId, query),
  }),
];
