import { newId } from '@qsc/contracts';
import { type ApiAnswer, type ApiClient, AS_SERVICES_READ, eventually } from '@qsc/test-kit';
import { type Supplier, startSyncMesh } from './external/sync-mesh.ts';

export type ConnectorMesh = Awaited<ReturnType<typeof startSyncMesh>>;

/** The service with the connectors that it ships, beside the real entity service. */
export const startConnectorMesh = (): Promise<ConnectorMesh> => startSyncMesh({ connectors: {} });

type Given = {
  type: string;
  authentication?: Record<string, string>;
  api_base: string;
  /** The change field; null for the connector's own. */
  changeField: string | null;
  mapping: Record<string, unknown>;
};

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked at member by member in the assertions.
type Sync = any;

export type Connected = {
  orgId: string;
  path: string;
  api: ApiClient;
  entities: ApiClient;
  /** The ended synchronisation that starts when the connection is enabled. */
  first: Sync;
  /** Begins a synchronisation and gives its id. */
  start(query?: string): Promise<string>;
  /** The synchronisation when it has ended. */
  ended(id: string): Promise<Sync>;
  /** Begins one and waits for its end. */
  sync(query?: string): Promise<Sync>;
  /** Tries what is parked once more, and waits for the end of that. */
  replay(): Promise<Sync>;
  suppliers(): Promise<Supplier[]>;
  /** Waits until so many changes here are pending. */
  heard(count: number): Promise<unknown>;
};

const BASIC = { type: 'basic', username: 'ann', password: 'pass' };

/** Makes a connection of a new organisation, its mapping, and enables it: all by the API. */
export const connect = async (
  mesh: Pick<ConnectorMesh, 'client' | 'entities' | 'database'>,
  given: Given,
): Promise<Connected> => {
  const orgId = newId('organization');
  const [api, entities] = [mesh.client({ orgId }), mesh.entities(orgId)];
  const { type, api_base, changeField, mapping, authentication = BASIC } = given;
  const made = await api.post('/integrations/connections', {
    name: 'ERP',
    type,
    authentication,
    endpoints: { api_base },
    sync_config: {
      direction: 'bidirectional',
      interval_minutes: 10_080,
      batch_size: 100,
      change_detection: { field: changeField },
    },
  });
  const path = `/integrations/connections/${expectOk(made).data.id}`;
  expectOk(await api.post(`${path}/authorize`));
  expectOk(await api.put(`${path}/mappings`, { mappings: [mapping] }));
  expectOk(await api.post(`${path}/enable`));
  const first = await eventually('the first synchronisation ends', async () => {
    const [sync] = expectOk(await api.get(`${path}/history`)).data;
    return sync !== undefined && sync.status !== 'running' && sync;
  });
  const start = async (query = ''): Promise<string> => expectOk(await api.post(`${path}/sync${query}`)).data.sync_id;
  const ended = (id: string): Promise<Sync> =>
    eventually('the synchronisation ends', async () => {
      const { data } = expectOk(await api.get(`${path}/syncs/${id}`));
      return data.status !== 'running' && data;
    });
  return {
    orgId,
    path,
    api,
    entities,
    first,
    start,
    ended,
    sync: async (query) => ended(await start(query)),
    replay: async () => ended(expectOk(await api.post(`${path}/parked/replay`)).data.sync_id),
    suppliers: () => allSuppliers(entities),
    heard: (count) =>
      eventually('the changes are heard of', async () => {
        const waiting = { org_id: orgId, dirty: true };
        return (await mesh.database.collection('link').countDocuments(waiting, AS_SERVICES_READ)) === count;
      }),
  };
};

const expectOk = (answer: ApiAnswer): ApiAnswer['body'] => {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const allSuppliers = async (entities: ApiClient): Promise<Supplier[]> => {
  const found: Supplier[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = expectOk(
      await entities.get(`/entities?type=supplier&per_page=100&page=${page}&sort=created_at`),
    );
    found.push(...data);
    if (page >= meta.total_pages) return found;
  }
};

/** A field of a mapping. */
export const field = (source: string, target: string) => ({ source, target, required: false, transformation: null });
