import { exampleId, SCOPES, Scope, visibleText } from '@qsc/contracts';
import { Instant, listParameter, listQuery, Moment } from '@qsc/service-kit';
import { z } from 'zod';
import { ENVIRONMENTS } from './api-key.ts';

export const CredentialName = visibleText(200);

export const Scopes = z.array(Scope).min(1).max(SCOPES.length);

const Environment = z
  .enum(ENVIRONMENTS)
  .meta({ id: 'Environment', description: '`live` acts in the organisation, `test` in its sandbox.' });

const KeyStatus = z.enum(['active', 'expired', 'revoked']).meta({ id: 'ApiKeyStatus' });

export const CreateApiKey = z
  .strictObject({
    name: CredentialName,
    scopes: Scopes,
    expires_at: Moment.nullish().meta({ description: 'At most a year from now, which it is unless given.' }),
    environment: Environment.optional(),
  })
  .meta({ id: 'NewApiKey' });

export type CreateApiKey = z.infer<typeof CreateApiKey>;

/** A key as the API shows it; `prefix` is how its value begins. */
export const ApiKeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'How the value of the key begins.' }),
    environment: Environment,
    scopes: z.array(Scope),
    status: KeyStatus,
    user_id: z.string().meta({ description: 'The user for whom the key acts.' }),
    expires_at: Instant,
    revoked_at: Instant.nullable(),
    created_at: Instant,
    version: z.number().int(),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its value.' });

/** The new key with its value, which is there in this one answer only. */
export const CreatedApiKey = ApiKeyView.extend({
  key: z.string().optional().meta({ description: 'The value, shown this once. A replayed answer has none.' }),
}).meta({ id: 'CreatedApiKey', description: 'A new API key with its value.' });

export const ApiKeyId = z.object({
  key_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the key.', examples: [exampleId('apiKey')] }),
});

export const ApiKeyListQuery = z.strictObject({
  environment: listParameter(Environment)
    .optional()
    .meta({ description: `One or several by comma: ${ENVIRONMENTS.join(', ')}.` }),
  status: listParameter(KeyStatus)
    .optional()
    .meta({ description: `One or several by comma: ${KeyStatus.options.join(', ')}.` }),
  user_id: listParameter(z.string().min(1).max(64))
    .optional()
    .meta({ description: 'Acting for one or several users by comma.' }),
  ...listQuery(['created_at', 'expires_at', 'name', 'id']),
});

export type ApiKeyListQuery = z.infer<typeof ApiKeyListQuery>;

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
