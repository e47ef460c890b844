import {
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import type { QualityConfig } from './config.ts';

type Options = StartOptions & { clock?: Clock };

const composeQuality =
  (_config: QualityConfig) =>
  (_kit: Kit): Composed => ({ routes: [] });

/** Starts the quality service. */
export const startQualityService = (config: QualityConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'quality',
      config,
      collections: [],
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeQuality(config),
    },
    options,
  );
