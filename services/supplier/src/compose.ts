import {
  type Composed,
  type RunningService,
  type ServiceConfig,
  type StartOptions,
  startService,
} from '@qsc/service-kit';

const compose = (): Composed => ({ routes: [] });

/** Starts the supplier service. */
export const startSupplierService = (config: ServiceConfig, options: StartOptions = {}): Promise<RunningService> =>
  startService({ name: 'supplier', config, collections: [], compose }, options);
