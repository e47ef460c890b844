import type { DataPaths } from './paths.ts';
import type { ProcessSpec } from './plan.ts';
import { SEARCH_PATH } from './tool.ts';

const REPLICA_SET = 'rs0';
const CACHE_GB = '1';
const TRANSACTION_SECONDS = 5;

/** The address that services are given for the node on this port. */
export const mongodbUri = (port: number): string => `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`;

/** A single-node replica set on the loopback address, with its journal on; its probe sets the replica set up. */
export const mongodbProcess = (program: string, port: number, paths: DataPaths): ProcessSpec => ({
  name: 'mongodb',
  stage: 1,
  command: [
    program,
    ...['--dbpath', paths.mongodb, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', REPLICA_SET, '--oplogSize', '1024', '--wiredTigerCacheSizeGB', CACHE_GB, '--quiet'],
    // A node without others has nobody to hand over to; the default waits 15 s for one.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=500'],
    // A service that dies leaves its open transaction behind, and with it records that nobody can write until it is ended.
    ...['--setParameter', `transactionLifetimeLimitSeconds=${TRANSACTION_SECONDS}`],
  ],
  environment: { PATH: SEARCH_PATH, HOME: paths.mongodb },
  httpPort: null,
  ports: [{ port, purpose: 'MongoDB' }],
  probe: { kind: 'mongodb', port, replicaSet: REPLICA_SET },
  stopGraceMs: 30_000,
});
