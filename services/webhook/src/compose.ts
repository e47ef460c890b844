import { type Composed, type Kit, type RunningService, type StartOptions, startService } from '@qsc/service-kit';
import type { WebhookConfig } from './config.ts';

const composeWebhook =
  (_config: WebhookConfig) =>
  (_kit: Kit): Composed => ({ routes: [] });

/** Starts the webhook service. */
export const startWebhookService = (config: WebhookConfig, options: StartOptions = {}): Promise<RunningService> =>
  startService({ name: 'webhook', config, collections: [], compose: composeWebhook(config) }, options);
