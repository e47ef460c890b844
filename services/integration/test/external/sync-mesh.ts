import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import { type ApiAnswer, type ApiClient, apiClient, deleteQueue, eventually, testServiceConfig } from '@qsc/test-kit';
import { startEntityService } from '../../../entity/src/compose.ts';
import { NOT_ASKED } from '../../../entity/test/not-asked.ts';
import type { IntegrationOptions } from '../../src/compose.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import { type Beside, type IntegrationMesh, startIntegrationMesh } from '../integration-mesh.ts';
import { externalConnector } from './external-connector.ts';
import { type ExternalSystem, startExternalSystem } from './external-system.ts';

/** The integration service beside the real entity service and an external system of the tests' own. */
export type SyncMesh = IntegrationMesh & {
  /** Suppliers and other entities of an organisation, by the entity service's own API. */
  entities(orgId: string): ApiClient;
  /** A mapped and active connection to a new external system, by default of a new organisation. */
  connect(settings?: Settings): Promise<Connected>;
};

type Settings = {
  orgId?: string;
  sync_config?: Record<string, unknown>;
  conflict_resolution?: Record<string, unknown>;
  error_handling?: Record<string, unknown>;
  mapping?: Partial<Mapping>;
};

export type Connected = {
  orgId: string;
  id: string;
  path: string;
  external: ExternalSystem;
  api: ApiClient;
  entities: ApiClient;
  /** Begins a synchronisation and waits for its end. */
  sync(query?: string): Promise<Ended>;
  /** The synchronisation of that answer when it has ended. */
  ended(started: ApiAnswer): Promise<Ended>;
  /** The supplier with the code, as the API shows it; undefined where there is none. */
  supplier(code: string): Promise<Supplier | undefined>;
  suppliers(): Promise<Supplier[]>;
};

export type Supplier = { id: string; name: string; version: number; attributes: Record<string, unknown> };

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked at member by member in the assertions.
export type Ended = any;

const field = (source: string, target: string, required = false) => ({
  source,
  target,
  required,
  transformation: null,
});

/** What these tests map unless they say otherwise. */
export const supplierMapping = (more: Partial<Mapping> = {}) => ({
  entity_type: 'supplier',
  source_object: 'supplier',
  field_mappings: [
    field('name', 'name', true),
    field('code', 'attributes.supplier_code', true),
    field('city', 'attributes.city'),
    field('rating', 'attributes.rating'),
  ],
  ...more,
});

/** Puts so many suppliers there; their change time is now by default. */
export const seed = ({ external }: Pick<Connected, 'external'>, count: number, at?: string): void => {
  for (let index = 0; index < count; index += 1) {
    const code = `S-${String(index).padStart(5, '0')}`;
    external.put(code, { name: `Supplier ${index}`, code, city: 'Basel', rating: index % 5 }, at);
  }
};

const startEntities: Beside = async ({ environment, identity }) => {
  const queue = `test.${randomUUID()}`;
  const config = { ...testServiceConfig(environment, identity), ...NOT_ASKED };
  const service: RunningService = await startEntityService(config, { queue });
  started.push({ environment: environment.prefix, service });
  return {
    config: { ENTITY_GRPC_URL: `127.0.0.1:${service.grpcPort}` },
    async stop() {
      await service.stop();
      await deleteQueue(environment.amqpUrl, queue);
    },
  };
};

const started: { environment: string; service: RunningService }[] = [];

/** Pauses that a test need not wait for. */
const QUICK: IntegrationOptions = { delaysMs: [1, 1, 1], passEveryMs: 20 };

/** Starts all of it. `lists`: the external system lists deletions. */
export const startSyncMesh = async ({ lists = false, ...options }: IntegrationOptions & { lists?: boolean } = {}) => {
  const connectors = { odata_v4: externalConnector({ lists }) };
  const mesh = await startIntegrationMesh({ ...QUICK, connectors, ...options, beside: startEntities });
  const entity = started.at(-1)?.service as RunningService;
  const externals: ExternalSystem[] = [];
  const entities = (orgId: string): ApiClient =>
    apiClient(`http://127.0.0.1:${entity.httpPort}/v1`, mesh.identity.token({ orgId }));

  const connect = async (settings: Settings = {}): Promise<Connected> => {
    const external = await startExternalSystem();
    externals.push(external);
    const orgId = settings.orgId ?? newId('organization');
    const api = mesh.client({ orgId });
    const id = await activeConnection(mesh, api, { external, settings });
    const path = `/integrations/connections/${id}`;
    const ended = (answer: ApiAnswer) => {
      if (answer.status !== 202) throw new Error(`It was not started:  ${JSON.stringify(answer.body)}`);
      return eventually('the synchronisation ends', async () => {
        const { body } = await api.get(`${path}/syncs/${answer.body.data.sync_id}`);
        return body.data.status !== 'running' && body.data;
      });
    };
    const suppliers = async (): Promise<Supplier[]> => readAll(entities(orgId));
    return {
      orgId,
      id,
      path,
      external,
      api,
      entities: entities(orgId),
      ended,
      suppliers,
      sync: async (query = '') => ended(await api.post(`${path}/sync${query}`)),
      supplier: async (code) => (await suppliers()).find(({ attributes }) => attributes.supplier_code === code),
    };
  };

  return {
    ...mesh,
    entities,
    connect,
    async stop() {
      await mesh.stop();
      for (const external of externals) await external.stop();
    },
  };
};

const readAll = async (entities: ApiClient): Promise<Supplier[]> => {
  const found: Supplier[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await entities.get(`/entities?type=supplier&per_page=100&page=${page}&sort=created_at`);
    found.push(...body.data);
    if (page >= body.meta.total_pages) return found;
  }
};

const expectStatus = (answer: ApiAnswer, status: number): ApiAnswer => {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
};

type Target = { external: ExternalSystem; settings: Settings };

const activeConnection = async (
  mesh: IntegrationMesh,
  api: ApiClient,
  { external, settings }: Target,
): Promise<string> => {
  const { mapping, sync_config: config, orgId: _, ...rest } = settings;
  const made = await api.post('/integrations/connections', {
    name: 'Quality system',
    type: 'odata_v4',
    authentication: { type: 'api_key', api_key: 'k-1' },
    endpoints: { api_base: external.url },
    sync_config: { interval_minutes: 10_080, batch_size: 50, ...config },
    ...rest,
  });
  const id: string = expectStatus(made, 201).body.data.id;
  const path = `/integrations/connections/${id}`;
  expectStatus(await api.post(`${path}/authorize`), 200);
  expectStatus(await api.put(`${path}/mappings`, { mappings: [supplierMapping(mapping)] }), 200);
  // Active as after `enable`, without the synchronisation that it starts: each test starts its own.
  await mesh.database
    .collection('connection')
    .updateOne({ _id: id as never }, { $set: { status: 'active', next_sync_at: new Date('2099-01-01') } });
  return id;
};
