import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

type NewEntity = components['schemas']['NewEntity'];

/** Creates, lists and patches an entity with the generated types, and tells what the answers said. */
export const useEntities = async (baseUrl: string, apiKey: string, name: string) => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
  const entity: NewEntity = { type: 'supplier', name, attributes: { country: 'DE', contact: { name: 'Jana Weber' } } };
  // @ts-expect-error There is no such type of entity.
  const misspelt: NewEntity = { type: 'suplier', name };

  const created = await client.POST('/v1/entities', { body: entity });
  if (!created.data) throw new Error(created.error.error.message);
  const { id, version, created_at } = created.data.data;
  const page = await client.GET('/v1/entities', { params: { query: { name, per_page: 5 } } });
  if (!page.data) throw new Error(page.error.error.message);
  const update = {
    params: { path: { entity_id: id }, header: { 'If-Match': created.response.headers.get('etag') ?? '' } },
    body: { attributes: { country: null, region: 'EMEA' } },
  };
  const patched = await client.PATCH('/v1/entities/{entity_id}', update);
  if (!patched.data) throw new Error(patched.error.error.message);
  const again = await client.PATCH('/v1/entities/{entity_id}', update);
  return {
    created: version,
    listed: page.data.data.length === 1 && page.data.data[0]?.id === id,
    total: page.data.meta.total,
    patched: patched.data.data.attributes,
    changed: patched.data.data.updated_at >= created_at,
    refused: again.error?.error.code,
    misspelt: (await client.POST('/v1/entities', { body: misspelt })).error?.error.code,
  };
};
