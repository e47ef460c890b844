import { type AnyRoute, examplePage, Instant, page, sharedList, timeline } from '@qsc/service-kit';
import { z } from 'zod';
import { keptCheckpointExample } from './checkpoint.examples.ts';
import type { CheckpointStore } from './checkpoint.store.ts';

const KeptCheckpoint = z
  .object({
    id: z.string(),
    sequence: z.number().int().meta({ description: 'The last entry that it vouches for.' }),
    hash: z.string(),
    entries: z.number().int().meta({ description: 'How many entries before it were recomputed for it.' }),
    at: Instant.meta({ description: 'When it was signed.' }),
    jws: z.string().meta({ description: 'The signed statement (JWS, EdDSA), as it is kept outside too.' }),
  })
  .meta({ id: 'Checkpoint', description: 'A signed statement of what the chain held at a moment.' });

/** The checkpoints that were signed by themselves (decisions §4, "Audit log"). */
export const checkpointRoutes = (checkpoints: Pick<CheckpointStore, 'list'>): AnyRoute[] => [
  sharedList({
    id: 'listAuditCheckpoints',
    tag: 'Audit logs',
    path: '/audit-logs/checkpoints',
    summary: 'List the checkpoints',
    description: 'The statements on the chain that the system signs by itself.',
    scope: 'audit-logs:read',
    query: z.strictObject(timeline('sequence')),
    answer: page(KeptCheckpoint),
    example: { answer: examplePage(keptCheckpointExample) },
    handle: ({ query, orgId }) => checkpoints.list(orgId, query),
  }),
];
