import {
  formerSealingKeysVariable,
  loadConfig,
  outboundEnvironment,
  sealingKeyVariable,
  serviceEnvironment,
} from '@qsc/service-kit';
import { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  ...outboundEnvironment,
  /** What the secrets and sessions of connections are encrypted with at rest. */
  INTEGRATION_ENCRYPTION_KEY: sealingKeyVariable,
  INTEGRATION_ENCRYPTION_FORMER_KEYS: formerSealingKeysVariable,
  ENTITY_GRPC_URL: z.string().min(1),
  QUALITY_GRPC_URL: z.string().min(1),
  CERTIFICATE_GRPC_URL: z.string().min(1),
  WORKFLOW_GRPC_URL: z.string().min(1),
} as const;

/** What the integration service reads from its environment. */
export type IntegrationConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): IntegrationConfig => loadConfig(environment, process.env);
