import {
  type Composed,
  type RunningService,
  type ServiceConfig,
  type StartOptions,
  startService,
} from '@qsc/service-kit';

const compose = (): Composed => ({ routes: [] });

/** Starts the certificate service. */
export const startCertificateService = (config: ServiceConfig, options: StartOptions = {}): Promise<RunningService> =>
  startService({ name: 'certificate', config, collections: [], compose }, options);
