import {
  type Composed,
  type RunningService,
  type ServiceConfig,
  type StartOptions,
  startService,
} from '@qsc/service-kit';

const compose = (): Composed => ({ routes: [] });

/** Starts a process that reads certificates; it works on the certificate service's database and is scaled apart from its API. */
export const startCertificateWorker = (config: ServiceConfig, options: StartOptions = {}): Promise<RunningService> =>
  startService({ name: 'certificate-worker', database: 'certificate', config, collections: [], compose }, options);
