import { auditQueueName, BROKER } from '@qsc/contracts/events';
import { openFileStore } from '@qsc/file-store';
import {
  type Clock,
  type Composed,
  type Kit,
  makeKeyRing,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { auditGrpc } from './audit.grpc.ts';
import { openCheckpointArchive } from './checkpoint/open-checkpoint-archive.ts';
import { exposeBackupAge } from './compose/backups.ts';
import { openChains } from './compose/chain.ts';
import { auditCollections } from './compose/collections.ts';
import { makeExportRoutes } from './compose/exports.ts';
import { makeReports } from './compose/reports.ts';
import { composeRetention } from './compose/retention.ts';
import { composeReviews } from './compose/reviews.ts';
import { composeSearch } from './compose/search.ts';
import { composeVerification } from './compose/verification.ts';
import type { AuditConfig } from './config.ts';
import { entryDefinition } from './entry/entry.store.ts';
import { makeChainWriter } from './recording/chain-writer.ts';
import { makeRecorder, type Recorder } from './recording/recorder.ts';
import { makeRecorderMetrics } from './recording/recorder-metrics.ts';

type Options = StartOptions & {
  clock?: Clock;
  /** The prefix of the queues' names. Another deployment on the same broker needs another one. */
  queuePrefix?: string;
  /** Another queue of exports, for tests that share a broker. */
  exportQueue?: string;
};

const composeAudit =
  (config: AuditConfig, { queuePrefix = 'audit', exportQueue }: Options) =>
  async (kit: Kit): Promise<Composed> => {
    const { clock, log } = kit;
    const collection = kit.open(entryDefinition);
    const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
    const files = await openFileStore(config, kit);
    const checkpointArchive = await openCheckpointArchive(config, { use: 'read', clock });
    const chains = openChains(kit, { ring, files, checkpointArchive });
    const verification = composeVerification(kit, { chains, config });
    const retention = composeRetention(kit);
    const reviews = composeReviews(kit, collection);
    const reports = makeReports(kit, { config, collection, chains, verify: verification.verify });
    const metrics = makeRecorderMetrics(kit);
    exposeBackupAge(kit);
    const recorders: Recorder[] = Array.from({ length: BROKER.partitions }, (_, partition) =>
      makeRecorder({
        queue: { name: auditQueueName(partition, queuePrefix), partition, singleActive: true },
        writer: makeChainWriter({ store: chains.chains, clock, log }),
        log,
        metrics,
      }),
    );
    return {
      routes: [
        ...verification.routes,
        ...reports.routes,
        ...retention.routes,
        ...reviews.routes,
        ...makeExportRoutes(kit, { entries: collection, chains, files, queue: exportQueue }),
        ...composeSearch(collection, {
          removedBetween: chains.segments.removedBetween,
          unreviewed: reviews.unreviewed,
        }).routes,
      ],
      grpc: [auditGrpc({ isHeld: retention.isHeld, unreviewed: reviews.unreviewed, log })],
      consumers: recorders.map((recorder) => recorder.consumer),
      checks: { files: files.isReady },
      async stop() {
        await Promise.all(recorders.map((recorder) => recorder.stop()));
        reports.stop();
        files.close();
        checkpointArchive?.close();
      },
    };
  };

/** Starts the audit service. */
export const startAuditService = (config: AuditConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit',
      config,
      collections: auditCollections,
      compose: composeAudit(config, options),
      ...(options.clock ? { clock: options.clock } : {}),
    },
    options,
  );
