import { makeFileSweep, openFileStore } from '@qsc/file-store';
import {
  type Clock,
  type Composed,
  type Kit,
  leaseDefinition,
  makeKeyRing,
  makeLeases,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { openCheckpointArchive } from './checkpoint/open-checkpoint-archive.ts';
import { openChains } from './compose/chain.ts';
import { composeCheckpoints } from './compose/checkpoint.ts';
import { auditCollections } from './compose/collections.ts';
import { makeExportWork } from './compose/export-work.ts';
import { composeArchive } from './compose/retention.ts';
import type { WorkerConfig } from './config.ts';
import { entryDefinition } from './entry/entry.store.ts';

/**
 * `exportQueue`: another queue, for tests that share a broker; `everyMs`: the interval between two passes of each scheduled
 * work; `segmentEntries`: the largest number of entries of an archived segment.
 */
export type WorkerOptions = StartOptions & {
  exportQueue?: string;
  clock?: Clock;
  everyMs?: number;
  segmentEntries?: number;
};

const compose = async (kit: Kit, config: WorkerConfig, options: WorkerOptions): Promise<Composed> => {
  const { clock, log, open } = kit;
  const { exportQueue, everyMs, segmentEntries } = options;
  const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
  const files = await openFileStore(config, kit);
  const checkpointArchive = await openCheckpointArchive(config, { use: 'write', clock });
  if (!checkpointArchive) log.warn('checkpoints are stored in the database alone: no archive outside is configured');
  const chains = openChains(kit, { ring, files, checkpointArchive });
  const leases = makeLeases({ rows: open(leaseDefinition), clock });
  const archive = { chains, files, leases, everyMs, ...(segmentEntries === undefined ? {} : { segmentEntries }) };
  const exports = makeExportWork(kit, {
    entries: open(entryDefinition),
    chains,
    files,
    ring,
    leases,
    ttlSeconds: config.AUDIT_EXPORT_TTL_SECONDS,
    queue: exportQueue,
    everyMs,
  });
  const runners = [
    exports.runner,
    composeCheckpoints(kit, { chains, leases, config, everyMs }),
    composeArchive(kit, archive),
    makeFileSweep({ files, leases, clock, log, everyMs }),
  ];
  return {
    routes: [],
    consumers: [exports.consumer],
    checks: { files: files.isReady },
    start: (signal) => runners.forEach((runner) => void runner.start(signal)),
    async stop() {
      exports.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      files.close();
      checkpointArchive?.close();
    },
  };
};

/**
 * Starts the program that does the audit log's long and scheduled work: exports, checkpoints, archives and removal. It works on
 * the audit service's database with a user of its own, and is scaled apart from the service.
 */
export const startAuditWorker = (config: WorkerConfig, options: WorkerOptions = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit-worker',
      database: 'audit',
      config,
      collections: auditCollections,
      compose: (kit) => compose(kit, config, options),
      ...(options.clock ? { clock: options.clock } : {}),
    },
    options,
  );
