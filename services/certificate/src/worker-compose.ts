import { availableParallelism } from 'node:os';
import { makeExtractionPool, sizeForCores } from '@qsc/certificate-extraction/pool';
import { certificateTasks } from '@qsc/contracts/events';
import { fileCollections, openFileStore } from '@qsc/file-store';
import {
  type Composed,
  type Kit,
  type RunningService,
  type StartOptions,
  startService,
  workOn,
} from '@qsc/service-kit';
import { certificateDefinition, historyDefinition } from './certificate/certificate.store.ts';
import type { CertificateConfig } from './config.ts';
import { makeExtractionStore } from './extraction/extraction.store.ts';
import { makeExtractionWorker } from './extraction/extraction.worker.ts';

/** `queue`: another queue of extractions than the usual one, for tests that share a broker. */
export type WorkerOptions = StartOptions & { queue?: string };

const compose = async (kit: Kit, config: CertificateConfig, queue: string): Promise<Composed> => {
  const { open, unitOfWork, clock, log } = kit;
  const pool = makeExtractionPool();
  const store = makeExtractionStore({ certificates: open(certificateDefinition), histories: open(historyDefinition) });
  const files = await openFileStore(config, kit);
  const read = makeExtractionWorker({ store, files, pool, unitOfWork, clock, log });
  const definition = { ...certificateTasks.extract, queue };
  return {
    routes: [],
    consumers: [workOn({ definition, handle: read, atOnce: sizeForCores(availableParallelism()), log })],
    stop: () => pool.close(),
  };
};

/** Starts a process that reads certificates; it works on the certificate service's database and is scaled apart from its API. */
export const startCertificateWorker = (
  config: CertificateConfig,
  { queue = certificateTasks.extract.queue, ...options }: WorkerOptions = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'certificate-worker',
      database: 'certificate',
      config,
      collections: [certificateDefinition, historyDefinition, ...fileCollections],
      compose: (kit) => compose(kit, config, queue),
    },
    options,
  );
