import { fileStoreEnvironment } from '@qsc/file-store';
import { grpcAddress, loadConfig, serviceEnvironment } from '@qsc/service-kit';
import type { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  ...fileStoreEnvironment,
  WORKFLOW_GRPC_URL: grpcAddress,
  AUDIT_GRPC_URL: grpcAddress,
  SUPPLIER_GRPC_URL: grpcAddress,
  CERTIFICATE_GRPC_URL: grpcAddress,
  QUALITY_GRPC_URL: grpcAddress,
} as const;

/** What the entity service reads from its environment. */
export type EntityConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): EntityConfig => loadConfig(environment, process.env);
