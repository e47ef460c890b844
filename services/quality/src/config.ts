import { grpcAddress, loadConfig, serviceEnvironment } from '@qsc/service-kit';
import type { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  ENTITY_GRPC_URL: grpcAddress,
  CERTIFICATE_GRPC_URL: grpcAddress,
  WORKFLOW_GRPC_URL: grpcAddress,
} as const;

/** What the quality service reads from its environment. */
export type QualityConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): QualityConfig => loadConfig(environment, process.env);
