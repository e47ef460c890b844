// The only reader of the environment.
import { fileStoreEnvironment } from '@qsc/file-store';
import { grpcAddress, loadConfig, mailEnvironment, serviceEnvironment } from '@qsc/service-kit';
import type { z } from 'zod';

const certificateEnvironment = {
  ...serviceEnvironment,
  ...fileStoreEnvironment,
  ENTITY_GRPC_URL: grpcAddress,
} as const;

/** The typed environment of the service. */
export type CertificateConfig = z.infer<z.ZodObject<typeof certificateEnvironment>>;

const workerEnvironment = { ...serviceEnvironment, ...fileStoreEnvironment, ...mailEnvironment } as const;

/** The typed environment of the worker. */
export type WorkerConfig = z.infer<z.ZodObject<typeof workerEnvironment>>;

/** The configuration of the worker. */
export const readWorkerConfig = (): WorkerConfig => loadConfig(workerEnvironment, process.env);

/** The configuration of the service. */
export const readConfig = (): CertificateConfig => loadConfig(certificateEnvironment, process.env);
