import { join } from 'node:path';
import { ROUTING_TABLE } from '../../gateway/src/routing/routing-table.ts';
import { outboundEnvironment } from './outbound.ts';
import { TOOLS } from './paths.ts';
import type { ProcessSpec } from './plan.ts';
import { infrastructurePorts, type PortUse } from './ports.ts';
import type { SecretName, Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { SEARCH_PATH } from './tool.ts';

/** One program of the mesh; its ports are counted from QSC_PORT_BASE. It gets what its row names and nothing more. */
export type ServiceRow = {
  name: string;
  entry: string;
  httpOffset: number;
  grpcOffset: number | null;
  /** Whether it keeps data and hears events; if not, it is not told where MongoDB and RabbitMQ are. */
  keepsData: boolean;
  /** The programs that it asks over gRPC, beside identity, which every program asks. It is told the addresses of no others. */
  asks: readonly string[];
  /** The services whose HTTP it forwards to. */
  forwards?: readonly string[];
  secrets: readonly SecretName[];
  /** Variables that go on to it when they are set where the scripts are called. */
  options: readonly string[];
  /** What it gets besides, by how the scripts were called. */
  settings?: (settings: Settings) => Record<string, string>;
};

/** Where a service keeps files, and how it reaches an S3 store. */
const FILE_STORE = [
  ...['FILE_STORE', 'S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_PREFIX', 'S3_PATH_STYLE'],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];

const CHECKPOINT_KEEP = ['AUDIT_CHECKPOINT_BUCKET', 'AUDIT_CHECKPOINT_LOCK_MODE', 'AUDIT_CHECKPOINT_LOCK_DAYS'];

/** Checkpoints of the audit log lie in a folder beside the database, unless another place is named. */
const checkpointFolder = ({ dataDir, variables }: Settings): Record<string, string> =>
  variables.AUDIT_CHECKPOINT_BUCKET
    ? {}
    : { AUDIT_CHECKPOINT_DIRECTORY: variables.AUDIT_CHECKPOINT_DIRECTORY || join(dataDir, 'audit-checkpoints') };

/** The services of the mesh. A new one is a new row. */
export const SERVICES: readonly ServiceRow[] = [
  {
    name: 'identity',
    entry: 'services/identity/src/main.ts',
    httpOffset: 1,
    grpcOffset: 101,
    keepsData: true,
    asks: [],
    secrets: ['MESH_SECRET', 'IDENTITY_ENCRYPTION_KEY'],
    options: [
      'IDENTITY_ENCRYPTION_FORMER_KEYS',
      ...['TRUSTED_PROXIES', 'ALLOWED_ORIGINS', 'WEB_CLIENT_REDIRECT_URIS', 'SIGNING_KEY_DAYS', 'SESSION_HOURS'],
      ...['LOGIN_FAILURES_PER_USER', 'LOGIN_FAILURES_PER_ADDRESS'],
    ],
  },
  {
    name: 'entity',
    entry: 'services/entity/src/main.ts',
    httpOffset: 2,
    grpcOffset: 102,
    keepsData: true,
    asks: ['workflow'],
    secrets: ['MESH_SECRET'],
    options: [],
  },
  {
    name: 'audit',
    entry: 'services/audit/src/main.ts',
    httpOffset: 3,
    grpcOffset: 103,
    keepsData: true,
    asks: ['entity', 'supplier', 'certificate', 'certificate-worker', 'quality', 'workflow', 'webhook', 'audit-worker'],
    secrets: ['MESH_SECRET', 'AUDIT_SIGNING_KEY'],
    options: [...FILE_STORE, ...CHECKPOINT_KEEP, 'AUDIT_FORMER_KEYS', 'AUDIT_EXPORT_TTL_SECONDS'],
    settings: checkpointFolder,
  },
  {
    name: 'supplier',
    entry: 'services/supplier/src/main.ts',
    httpOffset: 4,
    grpcOffset: 104,
    keepsData: true,
    asks: ['entity', 'certificate', 'quality'],
    secrets: ['MESH_SECRET'],
    options: [],
  },
  {
    name: 'certificate',
    entry: 'services/certificate/src/main.ts',
    httpOffset: 5,
    grpcOffset: 105,
    keepsData: true,
    asks: ['entity'],
    secrets: ['MESH_SECRET'],
    options: FILE_STORE,
  },
  {
    name: 'certificate-worker',
    entry: 'services/certificate/src/worker-main.ts',
    httpOffset: 6,
    grpcOffset: 106,
    keepsData: true,
    asks: [],
    secrets: ['MESH_SECRET'],
    options: [...FILE_STORE, 'SMTP_URL', 'MAIL_FROM'],
  },
  {
    name: 'quality',
    entry: 'services/quality/src/main.ts',
    httpOffset: 7,
    grpcOffset: 107,
    keepsData: true,
    asks: ['entity', 'certificate', 'workflow'],
    secrets: ['MESH_SECRET'],
    options: [],
  },
  {
    name: 'workflow',
    entry: 'services/workflow/src/main.ts',
    httpOffset: 8,
    grpcOffset: 108,
    keepsData: true,
    asks: ['entity', 'quality'],
    secrets: ['MESH_SECRET', 'WORKFLOW_SIGNING_KEY'],
    options: ['WORKFLOW_FORMER_KEYS', 'SMTP_URL', 'MAIL_FROM'],
  },
  {
    name: 'webhook',
    entry: 'services/webhook/src/main.ts',
    httpOffset: 9,
    grpcOffset: 109,
    keepsData: true,
    asks: [],
    secrets: ['MESH_SECRET', 'WEBHOOK_ENCRYPTION_KEY'],
    options: ['WEBHOOK_ENCRYPTION_FORMER_KEYS', 'SMTP_URL', 'MAIL_FROM'],
    settings: outboundEnvironment,
  },
  {
    name: 'integration',
    entry: 'services/integration/src/main.ts',
    httpOffset: 11,
    grpcOffset: 111,
    keepsData: true,
    asks: ['entity', 'quality', 'certificate', 'workflow'],
    secrets: ['MESH_SECRET', 'INTEGRATION_ENCRYPTION_KEY'],
    options: ['INTEGRATION_ENCRYPTION_FORMER_KEYS'],
    settings: outboundEnvironment,
  },
  {
    name: 'audit-worker',
    entry: 'services/audit/src/worker-main.ts',
    httpOffset: 10,
    grpcOffset: 110,
    keepsData: true,
    asks: [],
    secrets: ['MESH_SECRET', 'AUDIT_SIGNING_KEY'],
    options: [
      ...[...FILE_STORE, ...CHECKPOINT_KEEP, 'AUDIT_FORMER_KEYS', 'AUDIT_EXPORT_TTL_SECONDS'],
      ...['AUDIT_CHECKPOINT_ENTRIES', 'AUDIT_CHECKPOINT_SECONDS'],
    ],
    settings: checkpointFolder,
  },
  {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    httpOffset: 0,
    grpcOffset: null,
    keepsData: false,
    asks: [],
    forwards: ROUTING_TABLE.map(({ name }) => name),
    secrets: ['MESH_SECRET'],
    options: [
      ...['REDIS_URL', 'TRUSTED_PROXIES', 'CORS_ORIGINS', 'ANONYMOUS_REQUESTS_PER_MINUTE', 'ANONYMOUS_BURST'],
      ...['UPSTREAM_TIMEOUT_MS', 'HEADERS_TIMEOUT_MS', 'REQUEST_TIMEOUT_MS'],
    ],
  },
];

/** What a process may take before it collects garbage; the live heap is about 45 MB (docs/performance.md). */
const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=256'];

/** Where the data of the mesh lives. */
export type Backends = {
  /** For whoever may do anything. */
  mongodbUri: string;
  /** For one program; without it every program has the one above. */
  mongodbUriOf?: (program: string) => string;
  amqpUrl: string;
};

/** The public addresses of a mesh. */
export type Addresses = { baseUrl: string; authUrl: string; docsUrl: string };

/** The public addresses, told from the port base. */
export const addresses = (portBase: number): Addresses => {
  const baseUrl = `http://127.0.0.1:${portBase}`;
  const identity = SERVICES.find((row) => row.name === 'identity');
  return { baseUrl, authUrl: `http://127.0.0.1:${portBase + (identity?.httpOffset ?? 0)}`, docsUrl: `${baseUrl}/docs` };
};

type Mesh = { settings: Settings; secrets: Secrets; backends: Backends };

/** The processes of the given rows, to be started when MongoDB and RabbitMQ are ready. */
export const serviceProcesses = (rows: readonly ServiceRow[], mesh: Mesh): ProcessSpec[] => {
  const base = mesh.settings.portBase;
  const shared = sharedEnvironment(mesh.settings);
  return rows.map((row) => ({
    name: row.name,
    stage: 2,
    command: [process.execPath, ...NODE_FLAGS, row.entry],
    environment: { ...shared, ...peerAddresses(row, { rows, base }), ...ownEnvironment(row, mesh) },
    httpPort: base + row.httpOffset,
    ports: portUses(row, base),
    probe: { kind: 'http', port: base + row.httpOffset, path: '/readyz' },
    // Longer than a service takes to stop at most (docs/operation.md).
    stopGraceMs: 28_000,
  }));
};

const sharedEnvironment = ({ portBase, variables }: Settings): Record<string, string> => {
  const { baseUrl, authUrl } = addresses(portBase);
  const telemetry = Object.keys(variables).filter((name) => name.startsWith('OTEL_'));
  return {
    PATH: SEARCH_PATH,
    LANG: 'C.UTF-8',
    MALLOC_ARENA_MAX: '1',
    MALLOC_TRIM_THRESHOLD_: '131072',
    // Spares each process the compiler that strips the types, and its memory.
    NODE_COMPILE_CACHE: join(TOOLS, 'cache', 'node-compile'),
    TZ: 'UTC',
    BASE_URL: baseUrl,
    AUTH_URL: authUrl,
    ...pick(variables, ['LOG_LEVEL', 'SYSTEM_VERSION', ...telemetry.sort()]),
  };
};

const ownEnvironment = (row: ServiceRow, { settings, secrets, backends }: Mesh): Record<string, string> => ({
  ...listenEnvironment(row, settings.portBase),
  ...(row.keepsData
    ? { MONGODB_URI: backends.mongodbUriOf?.(row.name) ?? backends.mongodbUri, AMQP_URL: backends.amqpUrl }
    : {}),
  ...pick(settings.variables, row.keepsData ? ['MONGODB_DATABASE_PREFIX', ...row.options] : row.options),
  ...row.settings?.(settings),
  ...pick(secrets, row.secrets),
});

/** Where the programs are that it asks or forwards to, and no others. */
const peerAddresses = (
  { asks, forwards = [] }: ServiceRow,
  { rows, base }: { rows: readonly ServiceRow[]; base: number },
): Record<string, string> => {
  const offsets = new Map(rows.map(({ name, httpOffset, grpcOffset }) => [name, { httpOffset, grpcOffset }]));
  const grpc = (name: string) => [grpcVariable(name), `127.0.0.1:${base + (offsets.get(name)?.grpcOffset ?? 0)}`];
  const http = (name: string) => [
    httpVariable(name),
    `http://127.0.0.1:${base + (offsets.get(name)?.httpOffset ?? 0)}`,
  ];
  return Object.fromEntries([...['identity', ...asks].map(grpc), ...forwards.map(http)]);
};

const listenEnvironment = (row: ServiceRow, base: number): Record<string, string> => ({
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: String(base + row.httpOffset),
  ...(row.grpcOffset === null
    ? { METRICS_PORT: String(infrastructurePorts(base).gatewayMetrics) }
    : { GRPC_HOST: '127.0.0.1', GRPC_PORT: String(base + row.grpcOffset) }),
});

const portUses = (row: ServiceRow, base: number): PortUse[] => [
  { port: base + row.httpOffset, purpose: `the HTTP of ${row.name}` },
  row.grpcOffset === null
    ? { port: infrastructurePorts(base).gatewayMetrics, purpose: `the metrics of ${row.name}` }
    : { port: base + row.grpcOffset, purpose: `the gRPC of ${row.name}` },
];

const pick = (from: Readonly<Record<string, string | undefined>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));

const environmentPrefix = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The variable that tells where a program answers gRPC. */
export const grpcVariable = (name: string): string => `${environmentPrefix(name)}_GRPC_URL`;

/** The variable that tells where a service answers HTTP. */
export const httpVariable = (name: string): string => `${environmentPrefix(name)}_HTTP_URL`;
