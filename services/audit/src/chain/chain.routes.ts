import { type AnyRoute, EvidenceKey, one, route } from '@qsc/service-kit';
import { z } from 'zod';
import { VerifyQuery } from '../entry/entry.schemas.ts';
import type { ChainService, Verification } from './chain.service.ts';
import { BREAK_REASONS } from './link.ts';

export const verificationExample: Verification = {
  valid: true,
  entries_checked: 2,
  entries_vouched: 0,
  first_sequence: 1,
  last_sequence: 2,
  first_broken: null,
  compared_with: [{ source: 'outside', sequence: 2, at: '2026-03-02T10:00:00.000Z', holds: true }],
  checkpoint: 'eyJhbGciOiJFZERTQSJ9.eyJzZXF1ZW5jZSI6Mn0.c2lnbmF0dXJl',
};

export const checkpointKeyExample = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  alg: 'EdDSA',
  use: 'sig',
} as const;

const BrokenEntry = z
  .object({ sequence: z.number().int(), id: z.string().nullable(), reason: z.enum(BREAK_REASONS) })
  .meta({ id: 'BrokenEntry' });

const ComparedCheckpoint = z
  .object({
    source: z.enum(['given', 'outside', 'database']).meta({
      description: 'Whether the caller sent it, or it is the newest one outside or in the database.',
    }),
    sequence: z.number().int(),
    at: z.iso.datetime().meta({ description: 'When it was signed.' }),
    holds: z.boolean().meta({ description: 'Whether the chain still has the entry that it vouches for.' }),
  })
  .meta({ id: 'ComparedCheckpoint' });

const VerificationAnswer = z
  .object({
    valid: z.boolean(),
    entries_checked: z.number().int(),
    entries_vouched: z.number().int().meta({
      description: 'Removed entries whose archived file cannot be read: their signed segment alone vouches for them.',
    }),
    first_sequence: z.number().int().nullable(),
    last_sequence: z.number().int().nullable(),
    first_broken: BrokenEntry.nullable(),
    compared_with: z.array(ComparedCheckpoint),
    checkpoint: z.string().nullable().meta({
      description:
        'The end of the chain, signed (JWS, EdDSA). Store it outside, and send it with a later verification.',
    }),
  })
  .meta({ id: 'Verification' });

const CheckpointKey = EvidenceKey.meta({ id: 'CheckpointKey' });

/** Verification of the chain, and the key by which its checkpoints are checked outside (decisions §4, "Audit log"). */
export const chainRoutes = (chains: ChainService, key: EvidenceKey): AnyRoute[] => [
  route({
    id: 'verifyAuditLog',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/verify',
    summary: 'Verify the audit log',
    description:
      'Recomputes the hash chain, whole or for a period, compares it with the newest stored checkpoints, and names the first broken entry. For entries that were removed after their retention it reads the archived file. A chain of a million entries takes a minute or two, and the limit is ten minutes; it ends when its caller disconnects. Equal verifications that are requested meanwhile wait for it and share the next one.',
    scope: 'audit-logs:read',
    query: VerifyQuery,
    answer: one(VerificationAnswer),
    example: { answer: verificationExample },
    handle: ({ query, call }) =>
      chains.verify(
        call.actor.org_id,
        { from: query.from ?? null, to: query.to ?? null },
        { checkpoint: query.checkpoint, gone: call.gone },
      ),
  }),
  route({
    id: 'getCheckpointKey',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/checkpoint-key',
    summary: 'Read the key of the checkpoints',
    description: 'The public key by which anybody can check a checkpoint outside, as a JSON Web Key.',
    scope: 'audit-logs:read',
    answer: one(CheckpointKey),
    example: { answer: checkpointKeyExample },
    handle: async () => key,
  }),
];
