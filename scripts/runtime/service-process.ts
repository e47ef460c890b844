import { join } from 'node:path';
import { TOOLS } from './paths.ts';
import type { ProcessSpec } from './plan.ts';
import { addresses, listenEnvironment, peerAddresses, portUses } from './process-address.ts';
import type { ServiceRow } from './processes.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import { SEARCH_PATH } from './tool.ts';

/** What a process may take before it collects garbage; the live heap is about 45 MB (docs/performance.md). */
const NODE_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=256'];

/** Where the data of the mesh lives. */
export type Backends = {
  /** For whoever may do anything. */
  mongodbUri: string;
  amqpUrl: string;
  /** For one program; without them every program has those above. */
  toMongodbUri?: (program: string) => string;
  toAmqpUrl?: (program: string) => string;
};

type Mesh = { settings: Settings; secrets: Secrets; backends: Backends };

/** The processes of the given rows, to be started when MongoDB and RabbitMQ are ready. */
export const serviceProcesses = (rows: readonly ServiceRow[], mesh: Mesh): ProcessSpec[] => {
  const base = mesh.settings.portBase;
  const shared = sharedEnvironment(mesh.settings);
  return rows.map((row) => {
    const environment = { ...shared, ...peerAddresses(row, { rows, base }), ...ownEnvironment(row, mesh) };
    return {
      name: row.name,
      stage: 2,
      command: [process.execPath, ...NODE_FLAGS, ...(row.nodeFlags ?? []), row.entry],
      environment,
      ...makeMigration(row, environment, mesh.backends),
      httpPort: base + row.httpOffset,
      ports: portUses(row, base),
      probe: { kind: 'http', port: base + row.httpOffset, path: '/readyz' },
      // Longer than a service takes to stop at most (docs/operation.md).
      stopGraceMs: 30_000,
    };
  });
};

const makeMigration = (
  { migratesAs }: ServiceRow,
  environment: Record<string, string>,
  { toMongodbUri }: Backends,
): Pick<ProcessSpec, 'migration'> =>
  migratesAs && toMongodbUri ? { migration: { ...environment, MONGODB_URI: toMongodbUri(migratesAs) } } : {};

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
  ...(row.keepsData ? backendAddresses(row.name, backends) : {}),
  ...pick(settings.variables, row.keepsData ? ['MONGODB_DATABASE_PREFIX', ...row.options] : row.options),
  ...row.settings?.(settings),
  ...pick(secrets, row.secrets),
});

const backendAddresses = (program: string, backends: Backends): Record<string, string> => ({
  MONGODB_URI: backends.toMongodbUri?.(program) ?? backends.mongodbUri,
  AMQP_URL: backends.toAmqpUrl?.(program) ?? backends.amqpUrl,
});

const pick = (from: Readonly<Record<string, string | undefined>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
