import type { DatabaseAccess, DatabaseUser } from './database-access.ts';
import type { DataPaths } from './paths.ts';
import type { ProcessSpec } from './plan.ts';
import { SEARCH_PATH } from './tool.ts';

const REPLICA_SET = 'rs0';
const CACHE_GB = '1';
const TRANSACTION_SECONDS = 5;

/** The address of the node on this port, for one of its users where it has any. */
export const mongodbUri = (port: number, user: DatabaseUser | null): string =>
  user === null
    ? `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`
    : `mongodb://${user.name}:${user.password}@127.0.0.1:${port}/?replicaSet=${REPLICA_SET}&authSource=admin`;

type Node = { port: number; paths: DataPaths; access: DatabaseAccess | null };

/**
 * A single-node replica set on the loopback address, with its journal on; its probe sets the replica set and its users up.
 * Without `access`, for tests and measurements, anybody on the machine may do anything, and nothing is forgotten by its age. The
 * file of the key has to be there.
 */
export const mongodbProcess = (program: string, { port, paths, access }: Node): ProcessSpec => ({
  name: 'mongodb',
  stage: 1,
  command: [
    program,
    ...['--dbpath', paths.mongodb, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', REPLICA_SET, '--oplogSize', '1024', '--wiredTigerCacheSizeGB', CACHE_GB, '--quiet'],
    // With a key the node asks everybody who they are.
    ...(access === null ? [] : ['--keyFile', paths.mongodbKey]),
    // Tests set clocks of their own: by that of MongoDB their records would be too old, and gone within a minute.
    ...(access === null ? ['--setParameter', 'ttlMonitorEnabled=false'] : []),
    // A node without others has nobody to hand over to; the default waits 15 s for one.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=500'],
    // A service that dies leaves its open transaction behind, and with it records that nobody can write until it is ended.
    ...['--setParameter', `transactionLifetimeLimitSeconds=${TRANSACTION_SECONDS}`],
  ],
  environment: { PATH: SEARCH_PATH, HOME: paths.mongodb },
  httpPort: null,
  ports: [{ port, purpose: 'MongoDB' }],
  probe: { kind: 'mongodb', port, replicaSet: REPLICA_SET, access },
  stopGraceMs: 30_000,
});
