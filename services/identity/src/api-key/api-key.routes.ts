import { type AnyRoute, created, examplePage, none, one, page, route } from '@qsc/service-kit';
import { apiKeyExample, createdApiKeyExample, newApiKeyExample } from './api-key.examples.ts';
import { ApiKeyId, ApiKeyListQuery, ApiKeyView, CreateApiKey, CreatedApiKey } from './api-key.schemas.ts';
import type { ApiKeyService } from './api-key.service.ts';

/** The API keys of the organisation (specification, "API key"; decisions §3). */
export const apiKeyRoutes = (keys: ApiKeyService): AnyRoute[] => [
  route({
    id: 'listApiKeys',
    tag: 'API keys',
    method: 'get',
    path: '/api-keys',
    summary: 'List API keys',
    description: 'The keys of the organisation without their values, newest first.',
    scope: 'admin:read',
    query: ApiKeyListQuery,
    answer: page(ApiKeyView),
    example: { answer: examplePage(apiKeyExample) },
    handle: ({ query, call }) => keys.list(query, call),
  }),
  route({
    id: 'createApiKey',
    tag: 'API keys',
    method: 'post',
    path: '/api-keys',
    summary: 'Create an API key',
    description:
      'The key acts for the calling user, with scopes that the caller has too. Its value, `key`, is shown in this answer only.',
    scope: 'admin:write',
    body: CreateApiKey,
    answer: created(CreatedApiKey, (key) => `/v1/api-keys/${key.id}`),
    once: ['key'],
    example: { body: newApiKeyExample, answer: createdApiKeyExample },
    handle: ({ body, call }) => keys.create(body, call),
  }),
  route({
    id: 'getApiKey',
    tag: 'API keys',
    method: 'get',
    path: '/api-keys/:key_id',
    summary: 'Read an API key',
    description: 'One key without its value. A revoked one stays readable.',
    scope: 'admin:read',
    params: ApiKeyId,
    answer: one(ApiKeyView),
    example: { answer: apiKeyExample },
    handle: ({ params, call }) => keys.read(params.key_id, call),
  }),
  route({
    id: 'revokeApiKey',
    tag: 'API keys',
    method: 'delete',
    path: '/api-keys/:key_id',
    summary: 'Revoke an API key',
    description: 'The next request with it is refused. One that is revoked already stays so.',
    scope: 'admin:write',
    params: ApiKeyId,
    answer: none(),
    example: {},
    handle: ({ params, call }) => keys.revoke(params.key_id, call),
  }),
];
