import { type AnyRoute, created, none, one, page, route } from '@qsc/service-kit';
import { ApiKeyId, ApiKeyListQuery, ApiKeyView, CreateApiKey, CreatedApiKey } from './api-key.schemas.ts';
import type { ApiKeyService } from './api-key.service.ts';

/** The API keys of the organisation (specification, "API key"; decisions §3). */
export const apiKeyRoutes = (keys: ApiKeyService): AnyRoute[] => [
  route({
    method: 'get',
    path: '/api-keys',
    summary: 'List API keys, without their values',
    scope: 'admin:read',
    query: ApiKeyListQuery,
    answer: page(ApiKeyView),
    handle: ({ query, call }) => keys.list(query, call),
  }),
  route({
    method: 'post',
    path: '/api-keys',
    summary: 'Create an API key that acts for the caller; `key` is shown in this answer only',
    scope: 'admin:write',
    body: CreateApiKey,
    answer: created(CreatedApiKey, (key) => `/v1/api-keys/${key.id}`),
    once: ['key'],
    handle: ({ body, call }) => keys.create(body, call),
  }),
  route({
    method: 'get',
    path: '/api-keys/:key_id',
    summary: 'Read an API key, without its value',
    scope: 'admin:read',
    params: ApiKeyId,
    answer: one(ApiKeyView),
    handle: ({ params, call }) => keys.read(params.key_id, call),
  }),
  route({
    method: 'delete',
    path: '/api-keys/:key_id',
    summary: 'Revoke an API key; the next request with it is refused',
    scope: 'admin:write',
    params: ApiKeyId,
    answer: none(),
    handle: ({ params, call }) => keys.revoke(params.key_id, call),
  }),
];
