import {
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import type { IntegrationConfig } from './config.ts';

export type IntegrationOptions = StartOptions & { clock?: Clock };

const composeIntegration =
  (_config: IntegrationConfig, _options: IntegrationOptions) =>
  (_kit: Kit): Composed => ({ routes: [] });

/** Starts the integration service. */
export const startIntegrationService = (
  config: IntegrationConfig,
  options: IntegrationOptions = {},
): Promise<RunningService> =>
  startService(
    {
      name: 'integration',
      config,
      collections: [],
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeIntegration(config, options),
    },
    options,
  );
