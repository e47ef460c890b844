import { type AnyRoute, examplePage, Instant, listRoute, page, timeline } from '@qsc/service-kit';
import { z } from 'zod';
import { checkpointExample } from './checkpoint.examples.ts';
import type { CheckpointStore } from './checkpoint.store.ts';

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
