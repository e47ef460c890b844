import type { ApiClient } from '@qsc/test-kit';
import type { IntegrationMesh } from '../integration-mesh.ts';
import type { VaultSimulator } from './vault-simulator.ts';

type Realtime = { enabled?: boolean; endpoint?: string | null; subscribed_events?: readonly string[] };

const mapping = (sourceObject: string) => ({
  id: `map_${sourceObject}`,
  entity_type: 'supplier',
  source_object: sourceObject,
  document_types: [],
  event_subtype: null,
  field_mappings: [{ source: 'name__v', target: 'name', required: true, transformation: null }],
  filters: [],
  bidirectional: null,
  content_sync: null,
  workflow_sync: null,
  esignature_sync: null,
});

/** A connection to a vault of the simulator, logged in and active, with mappings of these objects. */
export const connectVault = async (
  { client, database }: Pick<IntegrationMesh, 'client' | 'database'>,
  vault: VaultSimulator,
  {
    orgId,
    realtime = {},
    objects = ['deviation__v', 'documents'],
  }: { orgId?: string; realtime?: Realtime; objects?: string[] } = {},
): Promise<{ id: string; orgId: string; api: ApiClient }> => {
  const api = client(orgId === undefined ? {} : { orgId });
  const { username, password } = vault.user;
  const created = await api.post('/integrations/connections', {
    name: 'Quality Vault',
    type: 'veeva_vault',
    authentication: { type: 'session', username, password },
    endpoints: { api_base: vault.url, api_version: 'v25.2' },
    sync_config: { realtime: { enabled: true, ...realtime } },
  });
  if (created.status !== 201) throw new Error(`The connection was refused: ${JSON.stringify(created.body)}`);
  const { id } = created.body.data;
  await database
    .collection<{ _id: string }>('connection')
    .updateOne({ _id: id }, { $set: { mappings: objects.map(mapping) } });
  for (const act of ['authorize', 'enable']) {
    const { status, body } = await api.post(`/integrations/connections/${id}/${act}`);
    if (status !== 200) throw new Error(`${act} was refused: ${JSON.stringify(body)}`);
  }
  return { id, orgId: api.orgId, api };
};
