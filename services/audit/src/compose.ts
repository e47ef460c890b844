import { auditQueueOf, BROKER } from '@qsc/contracts/events';
import { openFileStore } from '@qsc/file-store';
import {
  type Clock,
  type Composed,
  evidenceKeyOf,
  type Kit,
  makeKeyRing,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { chainRoutes } from './chain/chain.routes.ts';
import { makeChainService } from './chain/chain.service.ts';
import { makeChainStore } from './chain/chain.store.ts';
import { makeCheckpoints } from './chain/checkpoint.ts';
import { exportCollections, makeExportRoutes } from './compose/exports.ts';
import type { AuditConfig } from './config.ts';
import { entryListRoutes, entryRoute } from './entry/entry.routes.ts';
import { makeEntryService } from './entry/entry.service.ts';
import { entryDefinition } from './entry/entry.store.ts';
import { makeChainWriter } from './recording/chain-writer.ts';
import { makeRecorder, type Recorder } from './recording/recorder.ts';
import { makeRecorderMetrics } from './recording/recorder-metrics.ts';
import { trailRoutes } from './trail/trail.routes.ts';
import { makeTrailService } from './trail/trail.service.ts';

type Options = StartOptions & {
  /** What the names of the queues begin with; another deployment on the same broker needs another word. */
  queuePrefix?: string;
  /** Another queue of exports than the usual one, for tests that share a broker. */
  exportQueue?: string;
  clock?: Clock;
};

const composeAudit =
  (config: AuditConfig, { queuePrefix = 'audit', exportQueue }: Options) =>
  async (kit: Kit): Promise<Composed> => {
    const { clock, log } = kit;
    const collection = kit.open(entryDefinition);
    const store = makeChainStore(collection);
    const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
    const checkpoints = makeCheckpoints(ring);
    const entries = makeEntryService(collection);
    const files = await openFileStore(config, kit);
    const metrics = makeRecorderMetrics(kit);
    const recorders: Recorder[] = Array.from({ length: BROKER.partitions }, (_, partition) =>
      makeRecorder({
        queue: { name: auditQueueOf(partition, queuePrefix), partition, singleActive: true },
        writer: makeChainWriter({ store, clock, log }),
        log,
        metrics,
      }),
    );
    return {
      routes: [
        ...chainRoutes(makeChainService({ store, checkpoints, clock }), evidenceKeyOf(config.AUDIT_SIGNING_KEY)),
        ...trailRoutes(makeTrailService(collection)),
        ...makeExportRoutes(kit, { entries: collection, chain: store, files, queue: exportQueue }),
        ...entryListRoutes(entries),
        entryRoute(entries),
      ],
      consumers: recorders.map((recorder) => recorder.consumer),
      checks: { files: files.isReady },
      async stop() {
        await Promise.all(recorders.map((recorder) => recorder.stop()));
        files.close();
      },
    };
  };

/** Starts the audit service. */
export const startAuditService = (config: AuditConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit',
      config,
      collections: [entryDefinition, ...exportCollections],
      compose: composeAudit(config, options),
      ...(options.clock ? { clock: options.clock } : {}),
    },
    options,
  );
