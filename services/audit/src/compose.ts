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
import { composeReviews, reviewCollections } from './compose/reviews.ts';
import { composeSearch } from './compose/search.ts';
import type { AuditConfig } from './config.ts';
import { entryDefinition } from './entry/entry.store.ts';
import { makeChainWriter } from './recording/chain-writer.ts';
import { makeRecorder, type Recorder } from './recording/recorder.ts';
import { makeRecorderMetrics } from './recording/recorder-metrics.ts';

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
        ...composeReviews(kit, collection).routes,
        ...composeSearch(collection).routes,
      ],
      consumers: recorders.map((recorder) => recorder.consumer),
      stop: async () => void (await Promise.all(recorders.map((recorder) => recorder.stop()))),
    };
  };

/** Starts the audit service. */
export const startAuditService = (config: AuditConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit',
      config,
      collections: [entryDefinition, ...reviewCollections],
      compose: composeAudit(config, options),
    },
    options,
  );
