import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeRouter, ROUTING_TABLE } from '../../gateway/src/routing/routing-table.ts';
import { type ApiClient, apiClient } from '../../packages/test-kit/src/api-client.ts';
import { testEnvironment } from '../../packages/test-kit/src/environment.ts';
import { deleteQueue } from '../../packages/test-kit/src/queue.ts';
import { testServiceConfig } from '../../packages/test-kit/src/service-config.ts';
import { importFile } from '../../scripts/import-csv/import-file.ts';
import type { ReportLine } from '../../scripts/import-csv/report.ts';
import type { Outcome } from '../../scripts/import-csv/summary.ts';
import { type EntityMesh, startEntityMesh } from '../../services/entity/test/mesh.ts';
import { startQualityService } from '../../services/quality/src/compose.ts';
import { startSupplierService } from '../../services/supplier/src/compose.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const MAIN = join(REPOSITORY, 'scripts/import-csv/main.ts');
const TIMEOUT_MS = 600_000;

/** The sample that comes with the project, and its mapping. */
export const SAMPLE = join(REPOSITORY, 'examples/recalls-sample.csv');

export type ApiEntity = {
  id: string;
  type: string;
  name: string;
  version: number;
  attributes: Record<string, unknown>;
  relationships: { type: string; target_id: string }[];
};

export type ApiEvent = {
  id: string;
  type: string;
  number: string;
  title: string;
  description: string;
  classification: string;
  category: string;
  version: number;
  related_entities: { type: string; id: string; name: string }[];
};

/** A new organisation behind a wire that can be disturbed, and imports into it. */
export type Organization = {
  api: ApiClient;
  proxy: FaultProxy;
  run(file: string, options?: { mapping?: string; retryMs?: number; onWait?: () => void }): Promise<Outcome>;
  /** Runs the command as a process of its own. */
  command(...parameters: string[]): { kill(signal: NodeJS.Signals): void; ended: Promise<CommandEnd> };
  /** The quality service, past the wire. */
  quality: ApiClient;
  /** Everything that is there, by name. */
  entities(): Promise<Map<string, ApiEntity>>;
  /** Every quality event, oldest first. */
  events(): Promise<ApiEvent[]>;
};

export type CommandEnd = { code: number | null; out: string; error: string };

export type ImportMesh = {
  folder: string;
  organization(): Promise<Organization>;
  /** Writes a file into the folder of the tests. */
  file(name: string, content: string | Buffer): string;
  stop(): Promise<void>;
};

/** Where nothing answers: an import asks nothing about certificates and workflows. */
const NOWHERE = '127.0.0.1:9';

/** The supplier and the quality service beside the entity service of a mesh. */
const startBeside = async ({ service, identity, prefix, queue }: EntityMesh) => {
  const { amqpUrl } = testEnvironment();
  const base = {
    ...testServiceConfig({ ...testEnvironment(), prefix }, identity),
    ENTITY_GRPC_URL: `127.0.0.1:${service.grpcPort}`,
    CERTIFICATE_GRPC_URL: NOWHERE,
  };
  const movesQueue = `${queue}.quality`;
  const suppliers = await startSupplierService({ ...base, QUALITY_GRPC_URL: NOWHERE });
  const quality = await startQualityService({ ...base, WORKFLOW_GRPC_URL: NOWHERE }, { queue: movesQueue });
  return {
    ports: { supplier: suppliers.httpPort, quality: quality.httpPort } as Partial<Record<string, number>>,
    async stop() {
      await suppliers.stop();
      await quality.stop();
      await deleteQueue(amqpUrl, movesQueue);
    },
  };
};

/** Starts the entity, supplier and quality services for imports, behind the paths that the gateway gives them. */
export const startImportMesh = async (): Promise<ImportMesh> => {
  const mesh = await startEntityMesh();
  const beside = await startBeside(mesh);
  const toRow = makeRouter(ROUTING_TABLE);
  const getPort = (path: string) =>
    beside.ports[toRow(path.split('?')[0] ?? '')?.row.name ?? ''] ?? mesh.service.httpPort;
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  const proxies: FaultProxy[] = [];
  return {
    folder,
    async organization() {
      const proxy = await startFaultProxy(getPort);
      proxies.push(proxy);
      return openOrganization(mesh, proxy, { folder, qualityUrl: `http://127.0.0.1:${beside.ports.quality}` });
    },
    file(name, content) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    async stop() {
      for (const proxy of proxies) await proxy.close();
      await beside.stop();
      await mesh.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

const openOrganization = (
  mesh: EntityMesh,
  proxy: FaultProxy,
  { folder, qualityUrl }: { folder: string; qualityUrl: string },
): Organization => {
  const api = mesh.client();
  const target = { baseUrl: proxy.url, apiKey: mesh.identity.token({ orgId: api.orgId }) };
  const quality = apiClient(qualityUrl, target.apiKey);
  return {
    api,
    proxy,
    quality,
    run: (file, { mapping, retryMs = TIMEOUT_MS, onWait = () => {} } = {}) => {
      const report = join(folder, 'report.jsonl');
      return importFile({ file, mapping: mapping ?? null, report, retryMs, target }, quiet(onWait));
    },
    command(...parameters) {
      const child = spawn(process.execPath, [MAIN, ...parameters], {
        env: { ...process.env, QSC_DATA_DIR: folder, QSC_BASE_URL: target.baseUrl, QSC_API_KEY: target.apiKey },
      });
      const end: CommandEnd = { code: null, out: '', error: '' };
      child.stdout.on('data', (chunk) => {
        end.out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        end.error += chunk;
      });
      const ended = new Promise<CommandEnd>((done) => child.once('close', (code) => done({ ...end, code })));
      return { kill: (signal) => child.kill(signal), ended };
    },
    entities: async () =>
      new Map((await all<ApiEntity>(api, '/v1/entities?sort=id')).map((entity) => [entity.name, entity])),
    events: () => all<ApiEvent>(quality, '/v1/quality-events?sort=created_at'),
  };
};

const quiet = (onWait: () => void) => ({
  progress: { begin() {}, advance() {}, waits: onWait, end() {} },
  stopped: new AbortController().signal,
  say() {},
});

const all = async <T>(api: ApiClient, path: string): Promise<T[]> => {
  const found: T[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await api.get(`${path}&per_page=100&page=${page}`);
    pages = body.meta.total_pages;
    found.push(...body.data);
  }
  return found;
};

/** The lines of the report of the last `run`. */
export const readReport = (folder: string): ReportLine[] =>
  readFileSync(join(folder, 'report.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The counts of an import as plain values. */
export const listCounts = ({ counts }: Outcome) => ({
  ...Object.fromEntries(counts?.kinds ?? []),
  relationships: counts?.relationships,
});
