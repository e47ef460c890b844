import {
  formerSealingKeysVariable,
  grpcAddress,
  loadConfig,
  outboundEnvironment,
  sealingKeyVariable,
  serviceEnvironment,
} from '@qsc/service-kit';
import type { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  ...outboundEnvironment,
  /** What the secrets and sessions of connections are encrypted with at rest. */
  INTEGRATION_ENCRYPTION_KEY: sealingKeyVariable,
  INTEGRATION_ENCRYPTION_FORMER_KEYS: formerSealingKeysVariable,
  ENTITY_GRPC_URL: grpcAddress,
  QUALITY_GRPC_URL: grpcAddress,
  CERTIFICATE_GRPC_URL: grpcAddress,
  WORKFLOW_GRPC_URL: grpcAddress,
} as const;

/** What the integration service reads from its environment. */
export type IntegrationConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): IntegrationConfig => loadConfig(environment, process.env);
