import {
  type Clock,
  type Composed,
  type Kit,
  type RunningService,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import type { WorkflowConfig } from './config.ts';

type Options = StartOptions & { clock?: Clock };

const composeWorkflow =
  (_config: WorkflowConfig) =>
  (_kit: Kit): Composed => ({ routes: [] });

/** Starts the workflow service. */
export const startWorkflowService = (config: WorkflowConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'workflow',
      config,
      collections: [],
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeWorkflow(config),
    },
    options,
  );
