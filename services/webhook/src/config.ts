import { loadConfig, mailEnvironment, serviceEnvironment } from '@qsc/service-kit';
import type { z } from 'zod';

const environment = { ...serviceEnvironment, ...mailEnvironment } as const;

/** What the webhook service reads from its environment. */
export type WebhookConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): WebhookConfig => loadConfig(environment, process.env);
