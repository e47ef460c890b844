import { auditQueueOf, BROKER } from '@qsc/contracts/events';
import {
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
import { makeReports, reportCollections } from './compose/reports.ts';
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
};

const composeAudit =
  (config: AuditConfig, { queuePrefix = 'audit' }: Options) =>
  (kit: Kit): Composed => {
    const { clock, log } = kit;
    const collection = kit.open(entryDefinition);
    const store = makeChainStore(collection);
    const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
    const checkpoints = makeCheckpoints(ring);
    const chains = makeChainService({ store, checkpoints, clock });
    const reports = makeReports(kit, { config, collection, store, chains });
    const entries = makeEntryService(collection);
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
        ...chainRoutes(chains, evidenceKeyOf(config.AUDIT_SIGNING_KEY)),
        ...reports.routes,
        ...trailRoutes(makeTrailService(collection)),
        ...entryListRoutes(entries),
        entryRoute(entries),
      ],
      consumers: recorders.map((recorder) => recorder.consumer),
      async stop() {
        await Promise.all(recorders.map((recorder) => recorder.stop()));
        reports.stop();
      },
    };
  };

/** Starts the audit service. */
export const startAuditService = (config: AuditConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit',
      config,
      collections: [entryDefinition, ...reportCollections],
      compose: composeAudit(config, options),
    },
    options,
  );
