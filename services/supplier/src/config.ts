import { loadConfig, serviceEnvironment } from '@qsc/service-kit';
import { z } from 'zod';

const environment = {
  ...serviceEnvironment,
  ENTITY_GRPC_URL: z.string().min(1),
  CERTIFICATE_GRPC_URL: z.string().min(1),
  QUALITY_GRPC_URL: z.string().min(1),
} as const;

/** What the supplier service reads from its environment. */
export type SupplierConfig = z.infer<z.ZodObject<typeof environment>>;

/** The configuration of the service; the only reader of the environment. Throws a sentence that names what is missing. */
export const readConfig = (): SupplierConfig => loadConfig(environment, process.env);
