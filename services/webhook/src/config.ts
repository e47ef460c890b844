import {
  formerSealingKeysVariable,
  loadConfig,
  mailEnvironment,
  outboundEnvironment,
  sealingKeyVariable,
  serviceEnvironment,
} from '@qsc/service-kit';
import { z } from 'zod';

/** The delays after the end of each attempt (decisions, "Webhooks"): 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h. */
const SCHEDULE = '5,300,1800,7200,18000,36000,50400,72000,86400';

const retrySchedule = z
  .string()
  .default('')
  .transform((text) => (text === '' ? SCHEDULE : text).split(',').map(Number))
  .pipe(
    z
      .array(
        z
          .number()
          .min(0)
          .max(30 * 86_400),
      )
      .max(50),
  );

const environment = {
  ...serviceEnvironment,
  ...mailEnvironment,
  ...outboundEnvironment,
  /** What the secrets of webhooks are encrypted with at rest. */
  WEBHOOK_ENCRYPTION_KEY: sealingKeyVariable,
  WEBHOOK_ENCRYPTION_FORMER_KEYS: formerSealingKeysVariable,
  WEBHOOK_RETRY_SCHEDULE_SECONDS: retrySchedule,
} as const;

/** What the webhook service reads from its environment. */
export type WebhookConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): WebhookConfig => loadConfig(environment, process.env);
