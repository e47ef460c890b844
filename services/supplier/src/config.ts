import { grpcAddress, loadConfig, serviceEnvironment } from '@qsc/service-kit';
import type { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  ENTITY_GRPC_URL: grpcAddress,
  CERTIFICATE_GRPC_URL: grpcAddress,
  QUALITY_GRPC_URL: grpcAddress,
} as const;

/** What the supplier service reads from its environment. */
export type SupplierConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): SupplierConfig => loadConfig(environment, process.env);
