import { fileStoreEnvironment } from '@qsc/file-store';
import { loadConfig, serviceEnvironment } from '@qsc/service-kit';
import { z } from 'zod';

const certificateEnvironment = {
  ...serviceEnvironment,
  ...fileStoreEnvironment,
  ENTITY_GRPC_URL: z.string().min(1),
} as const;

/** The typed environment of the service. */
export type CertificateConfig = z.infer<z.ZodObject<typeof certificateEnvironment>>;

/** The configuration of the service; the only reader of the environment. */
export const readConfig = (): CertificateConfig => loadConfig(certificateEnvironment, process.env);
