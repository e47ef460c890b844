import { join } from 'node:path';
import { ROUTING_TABLE } from '../../gateway/src/routing/routing-table.ts';
import { AUDIT_MIGRATION } from './database-access.ts';
import { outboundEnvironment } from './outbound.ts';
import type { SecretName } from './secrets.ts';
import type { Settings } from './settings.ts';

/** One program of the mesh; its ports are counted from QSC_PORT_BASE. It gets what its row names and nothing more. */
export type ServiceRow = {
  name: string;
  entry: string;
  /** What node is called with beside what every program is. */
  nodeFlags?: readonly string[];
  httpOffset: number;
  grpcOffset: number | null;
  /** Where it answers metrics, apart from its HTTP since that faces clients; the others answer them there. */
  metricsOffset?: number;
  /** Whether it keeps data and hears events; if not, it gets no address of MongoDB and RabbitMQ. */
  keepsData: boolean;
  /** Whose user of MongoDB brings its database up to date, where its own may not. */
  migratesAs?: string;
  /** The programs that it asks over gRPC, beside identity, which every program asks. It gets the addresses of no others. */
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

const CHECKPOINT_ARCHIVE = ['AUDIT_CHECKPOINT_BUCKET', 'AUDIT_CHECKPOINT_LOCK_MODE', 'AUDIT_CHECKPOINT_LOCK_DAYS'];

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
    metricsOffset: 91,
    keepsData: true,
    asks: [],
    secrets: ['MESH_SECRET', 'IDENTITY_ENCRYPTION_KEY'],
    options: [
      'IDENTITY_ENCRYPTION_FORMER_KEYS',
      ...['TRUSTED_PROXIES', 'ALLOWED_ORIGINS', 'WEB_CLIENT_REDIRECT_URIS', 'SIGNING_KEY_DAYS', 'SESSION_HOURS'],
      ...['LOGIN_FAILURES_PER_USER_AND_ADDRESS', 'LOGIN_FAILURES_PER_USER', 'LOGIN_FAILURES_PER_ADDRESS'],
    ],
  },
  {
    name: 'entity',
    entry: 'services/entity/src/main.ts',
    httpOffset: 2,
    grpcOffset: 102,
    keepsData: true,
    asks: ['workflow', 'audit', 'supplier', 'certificate', 'quality'],
    secrets: ['MESH_SECRET'],
    options: FILE_STORE,
  },
  {
    name: 'audit',
    entry: 'services/audit/src/main.ts',
    httpOffset: 3,
    grpcOffset: 103,
    keepsData: true,
    migratesAs: AUDIT_MIGRATION,
    asks: [
      ...['entity', 'supplier', 'certificate', 'certificate-worker', 'quality', 'workflow', 'webhook', 'integration'],
      'audit-worker',
    ],
    secrets: ['MESH_SECRET', 'AUDIT_SIGNING_KEY'],
    options: [...FILE_STORE, ...CHECKPOINT_ARCHIVE, 'AUDIT_FORMER_KEYS', 'AUDIT_EXPORT_TTL_SECONDS'],
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
    asks: ['audit', 'entity', 'quality'],
    secrets: ['MESH_SECRET', 'WORKFLOW_SIGNING_KEY'],
    options: ['WORKFLOW_FORMER_KEYS'],
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
    // It streams all that it handles: a heap that grows further is garbage (docs/decisions/0021-measured-choices.md).
    nodeFlags: ['--max-old-space-size=128'],
    httpOffset: 10,
    grpcOffset: 110,
    keepsData: true,
    asks: [],
    secrets: ['MESH_SECRET', 'AUDIT_SIGNING_KEY'],
    options: [
      ...[...FILE_STORE, ...CHECKPOINT_ARCHIVE, 'AUDIT_FORMER_KEYS', 'AUDIT_EXPORT_TTL_SECONDS'],
      ...['AUDIT_CHECKPOINT_ENTRIES', 'AUDIT_CHECKPOINT_SECONDS'],
    ],
    settings: checkpointFolder,
  },
  {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    httpOffset: 0,
    grpcOffset: null,
    metricsOffset: 90,
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
