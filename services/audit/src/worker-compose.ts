import { type Composed, type Kit, type RunningService, type StartOptions, startService } from '@qsc/service-kit';
import type { WorkerConfig } from './config.ts';

const compose = (_kit: Kit, _config: WorkerConfig): Composed => ({ routes: [] });

/**
 * Starts the program that does the audit log's long and scheduled work: exports, checkpoints, archives and removal. It works on
 * the audit service's database with a user of its own, and is scaled apart from the service.
 */
export const startAuditWorker = (config: WorkerConfig, options: StartOptions = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit-worker',
      database: 'audit',
      config,
      collections: [],
      compose: (kit) => compose(kit, config),
    },
    options,
  );
