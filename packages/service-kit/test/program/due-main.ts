import { makeDueWorker } from '../../src/schedule/due-worker.ts';
import { LEASE_MS, openReplica, RENEW_EVERY_MS } from '../replica.ts';

// A replica that takes a due row, says so, and is at it until it is killed.
const { REPLICA_URI = '', REPLICA_DATABASE = '', REPLICA_NOW = '' } = process.env;
const replica = await openReplica(REPLICA_URI, REPLICA_DATABASE, () => new Date(REPLICA_NOW));
const worker = makeDueWorker({
  ...replica,
  name: 'deeds',
  leaseMs: LEASE_MS,
  renewEveryMs: RENEW_EVERY_MS,
  act: async ({ payload }) => {
    process.send?.(payload.deed);
    return new Promise(() => {});
  },
});
worker.start(new AbortController().signal);
