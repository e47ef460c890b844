import { loadConfig, type ServiceConfig, serviceEnvironment } from '@qsc/service-kit';
import { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  ENTITY_GRPC_URL: z.string().min(1),
  CERTIFICATE_GRPC_URL: z.string().min(1),
} as const;

/** What the supplier service reads from its environment. */
export type SupplierConfig = ServiceConfig & { ENTITY_GRPC_URL: string; CERTIFICATE_GRPC_URL: string };

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): SupplierConfig => loadConfig(environment, process.env);
