import { type AnyRoute, one, route } from '@qsc/service-kit';
import { z } from 'zod';
import { VerifyQuery } from '../entry/entry.schemas.ts';
import type { ChainService } from './chain.service.ts';
import type { CheckpointKey } from './checkpoint.ts';
import { BREAK_REASONS } from './link.ts';

const VerificationAnswer = z.object({
  valid: z.boolean(),
  entries_checked: z.number().int(),
  first_sequence: z.number().int().nullable(),
  last_sequence: z.number().int().nullable(),
  first_broken: z
    .object({ sequence: z.number().int(), id: z.string().nullable(), reason: z.enum(BREAK_REASONS) })
    .nullable(),
  checkpoint: z.string().nullable(),
});

const CheckpointKeyAnswer = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});

/** Verification of the chain, and the key by which its checkpoints are checked outside (decisions §4, "Audit log"). */
export const chainRoutes = (chains: ChainService, key: CheckpointKey): AnyRoute[] => [
  route({
    method: 'get',
    path: '/audit-logs/verify',
    summary: 'Recompute the hash chain and name its first broken entry',
    scope: 'audit-logs:read',
    query: VerifyQuery,
    answer: one(VerificationAnswer),
    handle: ({ query, call }) =>
      chains.verify(call.actor.org_id, { from: query.from ?? null, to: query.to ?? null }, query.checkpoint ?? null),
  }),
  route({
    method: 'get',
    path: '/audit-logs/checkpoint-key',
    summary: 'The public key of the checkpoints, as a JSON Web Key',
    scope: 'audit-logs:read',
    answer: one(CheckpointKeyAnswer),
    handle: async () => key,
  }),
];
