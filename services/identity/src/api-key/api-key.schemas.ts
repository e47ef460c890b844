import { SCOPES } from '@qsc/contracts';
import { Instant } from '@qsc/service-kit';
import { z } from 'zod';
import { listQuery } from '../list-order.ts';
import { ENVIRONMENTS } from './api-key.ts';

export const CredentialName = z.string().trim().min(1).max(200);

export const Scopes = z.array(z.enum(SCOPES)).min(1).max(SCOPES.length);

/** An instant, or a day (its beginning, UTC). */
const Expiry = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((text) => new Date(text));

export const CreateApiKey = z.strictObject({
  name: CredentialName,
  scopes: Scopes,
  /** One year from now unless told. */
  expires_at: Expiry.nullish(),
  /** `test` acts in the sandbox; `live` unless told. */
  environment: z.enum(ENVIRONMENTS).optional(),
});

export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** A key as the API shows it; `prefix` is how its value begins. */
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  environment: z.enum(ENVIRONMENTS),
  scopes: z.array(z.enum(SCOPES)),
  status: z.enum(['active', 'expired', 'revoked']),
  user_id: z.string(),
  expires_at: Instant,
  revoked_at: Instant.nullable(),
  created_at: Instant,
  version: z.number().int(),
});

/** The new key with its value, which is there in this one answer only. */
export const CreatedApiKey = ApiKeyView.extend({ key: z.string().optional() });

export const ApiKeyId = z.object({ key_id: z.string().max(64) });

export const ApiKeyListQuery = z.strictObject({
  environment: z.enum(ENVIRONMENTS).optional(),
  status: z.enum(['active', 'expired', 'revoked']).optional(),
  user_id: z.string().max(64).optional(),
  ...listQuery(['created_at', 'expires_at', 'name', 'id']),
});

export type ApiKeyListQuery = z.infer<typeof ApiKeyListQuery>;
